import { classNames, textRoles } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import styles from './Differences.module.css';
import type { Difference } from './difference.ts';

export interface DifferencesProps {
  readonly differences: readonly Difference[];
  readonly leftLabel: string;
  readonly rightLabel: string;
}

/** Letters that surely fit without scrolling, on phones too. */
const mostInSight = 160;

/** Two versions side by side, only where they differ. */
export function Differences({ differences, leftLabel, rightLabel }: DifferencesProps) {
  return differences.map(({ id, label, left, right }) => (
    <section key={id ?? label} className={styles.part} aria-label={label}>
      <h3>{label}</h3>
      <div className={styles.versions}>
        <Version label={leftLabel} text={left} />
        <Version label={rightLabel} text={right} />
      </div>
    </section>
  ));
}

function Version({ label, text }: { label: string; text: string }) {
  const t = useT();
  return (
    <div>
      <span className={classNames(textRoles.small, textRoles.muted)}>{label}</span>
      {/* What scrolls is reached by the keyboard. */}
      <pre tabIndex={text.length > mostInSight ? 0 : undefined}>
        {text ? text : <span className={textRoles.muted}>{t('(none)')}</span>}
      </pre>
    </div>
  );
}
