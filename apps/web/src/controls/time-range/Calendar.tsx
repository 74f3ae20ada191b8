import { LeftOutlined, RightOutlined } from '@ant-design/icons-svg';
import { classNames, IconButton } from '@powerset/ui';
import { useState } from 'react';
import { languages, useLanguage, useT } from '../../i18n/index.ts';
import styles from './Calendar.module.css';
import {
  type CalendarLocale,
  calendarLocaleFor,
  type Month,
  monthTitle,
  monthWeeks,
  shiftMonth,
  weekDays,
} from './calendar.ts';

function useCalendarLocale(): CalendarLocale {
  const spoken = languages.map((language) => language.code);
  return calendarLocaleFor(useLanguage(), spoken, navigator.language);
}

interface CalendarProps {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The days from the first to the last are marked; an end that is open reaches beyond all months. */
  readonly range?: { readonly first: string | null; readonly last: string | null };
  readonly onChoose: (day: string) => void;
}

function placeInRange(day: string, range: CalendarProps['range']): 'end' | 'between' | undefined {
  if (!range || (range.first === null && range.last === null)) return undefined;
  if (day === range.first || day === range.last) return 'end';
  return (range.first === null || day > range.first) && (range.last === null || day < range.last)
    ? 'between'
    : undefined;
}

const monthOf = (day: string): Month => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) - 1 });

/** One month; the names are those of the reader's language. */
export function Calendar({ day, range, onChoose }: CalendarProps) {
  const t = useT();
  const locale = useCalendarLocale();
  const [turned, setTurned] = useState<{ readonly from: string; readonly to: Month } | null>(null);
  const shown = turned?.from === day ? turned.to : monthOf(day);
  const turn = (by: number) => setTurned({ from: day, to: shiftMonth(shown, by) });
  return (
    <div className={styles.calendar} lang={locale}>
      <div className={styles.head}>
        <IconButton icon={LeftOutlined} size="small" label={t('Previous month')} onClick={() => turn(-1)} />
        <b aria-live="polite">{monthTitle(shown, locale)}</b>
        <IconButton icon={RightOutlined} size="small" label={t('Next month')} onClick={() => turn(1)} />
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
                      className={classNames(
                        styles.day,
                        (range ? placeInRange(one, range) === 'end' : one === day) && styles.on,
                      )}
                      data-range={placeInRange(one, range)}
                      aria-label={one}
                      aria-current={!range && one === day ? 'date' : undefined}
                      aria-pressed={range ? placeInRange(one, range) !== undefined : undefined}
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
