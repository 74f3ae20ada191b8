import type { WireCron } from '@powerset/contract';
import { t } from '../i18n/index.ts';

const mostTimes = 4;
const sunday = Date.UTC(2023, 0, 1);
const dayMs = 86_400_000;

/** When something runs, as a sentence: `From Monday to Friday at 06:00`. */
export function timesText(cron: WireCron, language: string): string {
  const days = dayText(cron, language);
  const times = timeText(cron, language);
  const isAlways = !cron.days && !cron.weekdays && !cron.months;
  const text = isAlways && !cron.hours ? times : `${days} ${times}`;
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

function dayText({ days, weekdays, months }: WireCron, language: string): string {
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
  const monthDays = days ? t('on day {{days}} of the month', { days: list(days.map(String)) }) : null;
  const weekDays = weekdays ? weekdayText(weekdays, { language, list }) : null;
  const isEither = monthDays !== null && weekDays !== null;
  const day = isEither ? `${monthDays} ${t('or')} ${weekDays}` : (monthDays ?? weekDays ?? t('every day'));
  if (!months) return day;
  return `${day} ${t('in {{months}}', { months: list(months.map((month) => monthName(month, language))) })}`;
}

interface Naming {
  readonly language: string;
  readonly list: (names: readonly string[]) => string;
}

function weekdayText(weekdays: readonly number[], { language, list }: Naming): string {
  const name = (day: number) => weekdayName(day, language);
  const first = weekdays[0] ?? 0;
  const last = weekdays.at(-1) ?? first;
  if (weekdays.length > 2 && last - first === weekdays.length - 1)
    return t('from {{first}} to {{last}}', { first: name(first), last: name(last) });
  return t('on {{days}}', { days: list(weekdays.map(name)) });
}

function timeText({ hours, minutes }: WireCron, language: string): string {
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
  if (!hours) return hourlyText(minutes, list);
  const times = hours.flatMap((hour) => minutes.map((minute) => `${twoDigits(hour)}:${twoDigits(minute)}`));
  const [first = '', last = ''] = [times[0], times.at(-1)];
  if (times.length <= mostTimes) return t('at {{times}}', { times: list(times) });
  return t('{{count}} times between {{first}} and {{last}}', { count: times.length, first, last });
}

function hourlyText(minutes: readonly number[], list: Naming['list']): string {
  const [first = 0, second] = minutes;
  if (minutes.length === 60) return t('every minute');
  if (second !== undefined && first === 0 && isEven(minutes)) return t('every {{count}} minutes', { count: second });
  if (minutes.length === 1 && first === 0) return t('every hour on the hour');
  if (minutes.length > mostTimes) return t('{{count}} times an hour', { count: minutes.length });
  return t('every hour at minute {{minutes}}', { minutes: list(minutes.map(String)) });
}

/** Whether the minutes come at one distance, also from one hour to the next. */
function isEven(minutes: readonly number[]): boolean {
  const step = 60 / minutes.length;
  return minutes.every((minute, at) => minute === at * step);
}

/** Monday, in the language in force. */
export function weekdayName(day: number, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(sunday + day * dayMs);
}

function monthName(month: number, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, month - 1, 1));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
