import { DatabaseOutlined } from '@ant-design/icons-svg';
import { cardSurface, classNames, Icon, textRoles } from '@powerset/ui';
import type { DatabaseKind } from './connection-form.ts';
import styles from './KindCards.module.css';
import { useKindName } from './kind-names.ts';

/** The kinds of databases to choose from. */
export function KindCards({
  kinds,
  onChoose,
}: {
  kinds: readonly DatabaseKind[];
  onChoose: (kind: DatabaseKind) => void;
}) {
  const nameOf = useKindName();
  return (
    <ul className={styles.kinds}>
      {kinds.map((kind) => (
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
  );
}
