import { TimeRangePicker, useActualRange } from '../../../controls/time-range/index.ts';
import type { FilterValue } from '../filters/index.ts';
import styles from './TimeField.module.css';

export interface TimeFieldProps {
  readonly label: string;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue) => void;
}

const noFilter = 'No filter';

/** A native filter's time range, and under it what it means right now. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  const text = typeof value === 'string' && value ? value : noFilter;
  const { result } = useActualRange(text);
  return (
    <>
      <TimeRangePicker
        look="field"
        label={label}
        value={text}
        onChange={(next) => onChange(next === noFilter ? null : next)}
      />
      {result ? (
        <p
          className={styles.actual}
        >{`${shortTime(result.since) || '-∞'} ≤ col < ${shortTime(result.until) || '∞'}`}</p>
      ) : null}
    </>
  );
}

/** Midnight needs no time of day. */
function shortTime(moment: string): string {
  return moment.replace(/T00:00:00(\.0+)?$/, '');
}
