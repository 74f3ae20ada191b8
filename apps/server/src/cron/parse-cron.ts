/** When something runs; null stands for every one. Weekdays count from Sunday, 0. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[] | null;
  readonly days: readonly number[] | null;
  readonly months: readonly number[] | null;
  readonly weekdays: readonly number[] | null;
}

/** What is wrong with an expression, in words for who wrote it. */
export class CronError extends Error {
  override name = 'CronError';
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const minuteField: Field = { name: 'minute', min: 0, max: 59 };
const hourField: Field = { name: 'hour', min: 0, max: 23 };
const dayField: Field = { name: 'day of the month', min: 1, max: 31 };
const monthField: Field = { name: 'month', min: 1, max: 12, names: monthNames };
/** Both 0 and 7 are Sunday. */
const weekdayField: Field = { name: 'day of the week', min: 0, max: 7, names: dayNames };

const shorthands: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

const longestText = 200;

/** Reads minute, hour, day of the month, month and day of the week; throws a CronError. */
export function parseCron(text: string): Cron {
  if (text.length > longestText) throw new CronError(`Use at most ${longestText} letters.`);
  const trimmed = text.trim().toLowerCase();
  const parts = (shorthands[trimmed] ?? trimmed).split(/\s+/);
  const [minute, hour, day, month, weekday] = parts;
  if (parts.length !== 5 || !minute || !hour || !day || !month || !weekday)
    throw new CronError(
      'Write five fields: minute, hour, day of the month, month and day of the week, for example 0 6 * * 1-5.',
    );
  const cron = {
    minutes: parseField(minute, minuteField) ?? range(0, 59),
    hours: parseField(hour, hourField),
    days: parseField(day, dayField),
    months: parseField(month, monthField),
    weekdays: toWeekdays(parseField(weekday, weekdayField)),
  };
  if (!hasSuchDay(cron)) throw new CronError('None of these months has such a day.');
  return cron;
}

function toWeekdays(days: readonly number[] | null): readonly number[] | null {
  const all = days && [...new Set(days.map((day) => day % 7))].sort((one, other) => one - other);
  return all?.length === 7 ? null : all;
}

const longestMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function hasSuchDay({ days, months, weekdays }: Cron): boolean {
  if (!days || weekdays) return true;
  return (months ?? range(1, 12)).some((month) => (days[0] ?? 1) <= (longestMonth[month - 1] ?? 0));
}

function range(from: number, to: number, step = 1): readonly number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
}

/** The numbers that a field names, in order; null when they are all. */
function parseField(text: string, field: Field): readonly number[] | null {
  const numbers = new Set(text.split(',').flatMap((part) => parsePart(part, field)));
  if (numbers.size === field.max - field.min + 1) return null;
  return [...numbers].sort((one, other) => one - other);
}

function parsePart(part: string, field: Field): readonly number[] {
  const match = /^(?:([*?])|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:\/(\d{1,4}))?$/.exec(part);
  if (!match) throw fieldProblem(part, field);
  const [, star, first, last, stepText] = match;
  const step = stepText === undefined ? 1 : Number(stepText);
  if (step < 1) throw fieldProblem(part, field);
  if (star) return range(field.min, field.max, step);
  const from = parseNumber(first ?? '', field);
  // A step without an end goes on to the last.
  const single = stepText === undefined ? from : field.max;
  const to = last === undefined ? single : parseNumber(last, field);
  if (to < from) throw new CronError(`The ${field.name} goes from ${first} to ${last}: write the smaller one first.`);
  return range(from, to, step);
}

function parseNumber(text: string, field: Field): number {
  const named = field.names?.indexOf(text.slice(0, 3)) ?? -1;
  if (named >= 0 && text.length === 3) return named + (field === monthField ? 1 : 0);
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= field.min && number <= field.max)) throw fieldProblem(text, field);
  return number;
}

function fieldProblem(part: string, { name, min, max, names }: Field): CronError {
  const also = names ? ` or a name like ${names[1]}` : '';
  return new CronError(`The ${name} is ${min} to ${max}${also}, *, a list, a range or a step, not “${part}”.`);
}

/** The fewest minutes between two runs, as if every day were one of its days. */
export function shortestGapMinutes({ minutes, hours }: Cron): number {
  const times = (hours ?? range(0, 23)).flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  const [first = 0] = times;
  const gaps = times.map((time, at) => (times[at + 1] ?? first + 1440) - time);
  return Math.min(...gaps);
}
