import { CalendarOutlined } from '@ant-design/icons-svg';
import { IconButton, Popover, TextInput } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { Calendar } from './Calendar.tsx';
import styles from './MomentField.module.css';

export interface MomentFieldProps {
  readonly label: string;
  /** `YYYY-MM-DDTHH:mm:ss`. */
  readonly value: string;
  readonly onChange: (moment: string) => void;
}

/** A moment, typed or picked from a calendar; it can be changed but not cleared. */
export function MomentField({ label, value, onChange }: MomentFieldProps) {
  const t = useT();
  return (
    <div className={styles.moment}>
      <TextInput
        className={styles.text}
        type="datetime-local"
        step={1}
        aria-label={label}
        value={value}
        onChange={(next) => next && onChange(next.length === 16 ? `${next}:00` : next)}
      />
      <Popover
        label={t('Calendar')}
        trigger={<IconButton icon={CalendarOutlined} label={t('Choose a day')} hasTooltip={false} />}
      >
        {(close) => (
          <Calendar
            day={value.slice(0, 10)}
            onChoose={(day) => {
              onChange(`${day}${value.slice(10)}`);
              close();
            }}
          />
        )}
      </Popover>
    </div>
  );
}
