import { rangeWords, TimeRangePicker, useActualRange } from '../../../controls/time-range/index.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
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
  const t = useT();
  const language = useLanguage();
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
      {result ? <p className={styles.actual}>{rangeWords(result, { t, language })}</p> : null}
    </>
  );
}
