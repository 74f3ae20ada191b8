import { CalendarOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { classNames, IconButton, Popover, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { languages, useLanguage, useT } from '../../i18n/index.ts';
import { type CalendarLocale, calendarLocaleFor, monthTitle, monthWeeks, shiftMonth, weekDays } from './calendar.ts';
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

function useCalendarLocale(): CalendarLocale {
  const spoken = languages.map((language) => language.code);
  return calendarLocaleFor(useLanguage(), spoken, navigator.language);
}

interface CalendarProps {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly onChoose: (day: string) => void;
}

/** One month; the names are those of the reader's language. */
function Calendar({ day, onChoose }: CalendarProps) {
  const t = useT();
  const locale = useCalendarLocale();
  const [shown, setShown] = useState({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) - 1 });
  return (
    <div className={styles.calendar} lang={locale}>
      <div className={styles.head}>
        <IconButton
          icon={LeftOutlined}
          size="small"
          label={t('Previous month')}
          onClick={() => setShown(shiftMonth(shown, -1))}
        />
        <b aria-live="polite">{monthTitle(shown, locale)}</b>
        <IconButton
          icon={RightOutlined}
          size="small"
          label={t('Next month')}
          onClick={() => setShown(shiftMonth(shown, 1))}
        />
      </div>
      <table>
        <thead>
          <tr>
            {weekDays(locale).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(shown, locale).map((week) => (
            <tr key={week.find((one) => one !== null)}>
              {week.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its place
                <td key={at}>
                  {one ? (
                    <button
                      type="button"
                      className={classNames(styles.day, one === day && styles.on)}
                      aria-label={one}
                      aria-current={one === day ? 'date' : undefined}
                      onClick={() => onChoose(one)}
                    >
                      {Number(one.slice(8))}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
