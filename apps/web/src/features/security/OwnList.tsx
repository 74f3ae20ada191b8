import { classNames, Icon, type IconType, Skeleton, textRoles } from '@powerset/ui';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../controls/load-failure/index.ts';
import { useT } from '../../i18n/index.ts';
import { When } from '../../lists/index.ts';
import styles from './OwnAccountPage.module.css';

interface OwnListProps<Item> {
  readonly known: {
    readonly data: readonly Item[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** What did not come, where nothing did. */
  readonly failure: string;
  /** Said where there is nothing; nothing is, unless said. */
  readonly empty?: string;
  readonly children: (item: Item) => ReactNode;
}

/** What belongs to an account, line by line: in the shape of a line while it is on its way, so that nothing below jumps. */
export function OwnList<Item>({ known, failure, empty, children }: OwnListProps<Item>) {
  const t = useT();
  if (known.error) return <LoadFailure title={failure} error={known.error} onRetry={() => void known.refetch()} />;
  if (!known.data)
    return (
      <div className={styles.waiting} role="status" aria-label={t('Loading')}>
        <Skeleton width={180} />
        <Skeleton width={300} height={10} />
      </div>
    );
  if (known.data.length === 0) return empty ? <p className={textRoles.muted}>{empty}</p> : null;
  return <ul className={styles.keys}>{known.data.map(children)}</ul>;
}

interface OwnLineProps {
  readonly icon: IconType;
  readonly name: string;
  /** In small letters below the name. */
  readonly facts: ReactNode;
  /** What stands or can be pressed at its end. */
  readonly end: ReactNode;
}

/** One thing of an account. */
export function OwnLine({ icon, name, facts, end }: OwnLineProps) {
  return (
    <li data-large-on-touch>
      <Icon of={icon} />
      <div className={styles.keyFacts}>
        <div dir="auto" className={textRoles.truncated} title={name}>
          {name}
        </div>
        <div className={classNames(textRoles.small, textRoles.secondary)}>{facts}</div>
      </div>
      {end}
    </li>
  );
}

/** When something of an account was used last, if ever. */
export function LastUse({ time }: { readonly time: string | null }) {
  const t = useT();
  if (time === null) return t('Never used');
  return (
    <>
      {t('Last used:')} <When time={time} />
    </>
  );
}
