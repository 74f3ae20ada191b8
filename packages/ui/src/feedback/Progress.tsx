import { classNames } from '../class-names.ts';
import styles from './Progress.module.css';

/** How much is done, 0 to 1; null while that is not known. */
export function ProgressBar({ value, label }: { value: number | null; label: string }) {
  const percent = value === null ? undefined : Math.round(Math.max(0, Math.min(1, value)) * 100);
  const done = percent === undefined ? {} : { 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 };
  return (
    <div className={styles.bar} role="progressbar" aria-label={label} {...done}>
      <Filled percent={percent} />
    </div>
  );
}

/** Less would not be seen. */
const leastPercent = 3;

/** The same as a line along the upper edge of what stands around it, 0 to 100; with a label it is told as well. */
export function ProgressLine({ percent, label }: { percent?: number; label?: string }) {
  return (
    <div className={styles.line} {...(label ? { role: 'progressbar', 'aria-label': label } : {})}>
      <Filled percent={percent === undefined ? undefined : Math.max(leastPercent, percent)} />
    </div>
  );
}

function Filled({ percent }: { percent: number | undefined }) {
  return (
    <i
      className={classNames(styles.filled, percent === undefined && styles.running)}
      style={percent === undefined ? undefined : { width: `${percent}%` }}
    />
  );
}
