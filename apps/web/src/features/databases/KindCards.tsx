import { DatabaseOutlined } from '@ant-design/icons-svg';
import { cardSurface, classNames, EmptyState, Icon, SearchInput, Skeleton, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../i18n/index.ts';
import type { DatabaseKind } from './connection-form.ts';
import styles from './KindCards.module.css';
import { useKindName } from './kind-names.ts';

/** The shape of the kinds while they are on their way. */
export const WaitingCards = () => (
  <div className={styles.waiting}>
    <Skeleton width={220} height={20} />
    <Skeleton width="100%" height={32} />
    <div className={styles.kinds}>
      {Array.from({ length: 12 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture
        <Skeleton key={at} width="100%" height={66} />
      ))}
    </div>
  </div>
);

/** The kinds of databases to choose from, narrowed down by their names and addresses. */
export function KindCards({
  kinds,
  onChoose,
}: {
  kinds: readonly DatabaseKind[];
  onChoose: (kind: DatabaseKind) => void;
}) {
  const t = useT();
  const nameOf = useKindName();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = kinds.filter((kind) =>
    [nameOf(kind), kind.name, kind.engine].some((word) => word.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <SearchInput label={t('Search databases')} value={text} onChange={setText} />
      {found.length === 0 ? <EmptyState title={t('Nothing found')} /> : null}
      <ul className={styles.kinds}>
        {found.map((kind) => (
          <li key={kind.engine}>
            <button type="button" className={classNames(cardSurface, styles.card)} onClick={() => onChoose(kind)}>
              <span className={styles.icon}>
                <Icon of={DatabaseOutlined} size={20} />
              </span>
              <span className={styles.text}>
                <span className={styles.name}>{nameOf(kind)}</span>
                <span dir="ltr" className={classNames(textRoles.small, textRoles.muted, textRoles.truncated)}>
                  {kind.sqlalchemy_uri_placeholder}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
