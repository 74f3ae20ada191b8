/** The ends of a range as the server resolved them: `YYYY-MM-DDTHH:mm:ss`, or nothing where it has no end. */
export interface ResolvedRange {
  readonly since: string;
  readonly until: string;
}

type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

interface WordsOf {
  readonly t: Translate;
  readonly language: string;
}

const dayMs = 86_400_000;
const midnightPattern = /^\d{4}-\d{2}-\d{2}(T00:00:00(\.0+)?)?$/;

/** Moments have no zone: they are read and written as they stand. */
const msOf = (moment: string) =>
  Date.parse(`${moment.slice(0, 19).padEnd(19, 'T00:00:00'.slice(moment.length - 10))}Z`);

export const isMidnight = (moment: string): boolean => midnightPattern.test(moment);

/** The day of a moment, moved by some days: `YYYY-MM-DD`. */
export function shiftDay(moment: string, by: number): string {
  return new Date(msOf(moment.slice(0, 10)) + by * dayMs).toISOString().slice(0, 10);
}

/** The last day that lies in a range which ends before a moment. */
export const lastDayBefore = (until: string): string => (isMidnight(until) ? shiftDay(until, -1) : until.slice(0, 10));

function dayText(day: string, language: string): string {
  const ms = msOf(day.slice(0, 10));
  if (Number.isNaN(ms)) return day;
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    ms,
  );
}

function momentText(moment: string, language: string): string {
  return isMidnight(moment) ? dayText(moment, language) : `${dayText(moment, language)}, ${moment.slice(11, 19)}`;
}

/** What a range means, as people say it: whole days with their number, other ranges from one moment to another. */
export function rangeWords({ since, until }: ResolvedRange, { t, language }: WordsOf): string {
  if (!since && !until) return t('No filter');
  if (!until) return t('From {{start}} on', { start: momentText(since, language) });
  if (!since) return t('Before {{end}}', { end: momentText(until, language) });
  if (!isMidnight(since) || !isMidnight(until))
    return `${momentText(since, language)} – ${momentText(until, language)}`;
  const days = Math.round((msOf(until) - msOf(since)) / dayMs);
  if (days === 1) return `${dayText(since, language)} (${t('1 day')})`;
  if (days < 1) return `${dayText(since, language)} – ${dayText(until, language)}`;
  return `${dayText(since, language)} – ${dayText(lastDayBefore(until), language)} (${t('{{count}} days', { count: days })})`;
}

/** What a range is called: two days by their words, everything else by its own text. */
export function rangeTitle(text: string, words: WordsOf): string {
  const [since = '', until = '', more] = text.split(' : ');
  return more === undefined && isMidnight(since) && isMidnight(until)
    ? rangeWords({ since, until }, words).replace(/ \([^(]*\)$/, '')
    : words.t(text);
}
