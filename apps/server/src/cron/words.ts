import type { Cron } from './parse-cron.ts';

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const mostTimes = 4;

const list = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** When something runs, in English: `At 06:00, on Monday`. */
export function cronWords(cron: Cron): string {
  return [timeWords(cron), dayWords(cron)].filter(Boolean).join(', ');
}

function timeWords({ hours, minutes }: Cron): string {
  const [first = 0, second] = minutes;
  if (!hours) {
    if (minutes.length === 60) return 'Every minute';
    const isEven = minutes.every((minute, at) => minute === (at * 60) / minutes.length);
    if (second !== undefined && isEven) return `Every ${second} minutes`;
    return first === 0 && minutes.length === 1 ? 'Every hour' : `At ${list(minutes.map(String))} minutes past the hour`;
  }
  const times = hours.flatMap((hour) => minutes.map((minute) => `${twoDigits(hour)}:${twoDigits(minute)}`));
  if (times.length <= mostTimes) return `At ${list(times)}`;
  return `${times.length} times between ${times[0]} and ${times.at(-1)}`;
}

function dayWords({ days, weekdays, months: named }: Cron): string {
  const parts = [
    ...(days ? [`on day ${list(days.map(String))} of the month`] : []),
    ...(weekdays ? [`on ${list(weekdays.map((day) => dayNames[day] ?? ''))}`] : []),
  ];
  const monthNames = named?.map((month) => months.format(Date.UTC(2023, month - 1, 1)));
  return [parts.join(' or '), ...(monthNames ? [`in ${list(monthNames)}`] : [])].filter(Boolean).join(', ');
}
