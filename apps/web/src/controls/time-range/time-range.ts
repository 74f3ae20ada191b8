import { msg } from '../../i18n/index.ts';
export type RangeType = 'Last' | 'Previous' | 'Custom' | 'Advanced' | 'No filter';

export const rangeTypes: readonly RangeType[] = [
  msg('Last'),
  msg('Previous'),
  msg('Custom'),
  msg('Advanced'),
  msg('No filter'),
];
export const noFilter = 'No filter';
export const separator = ' : ';
export const lastPresets = [
  msg('Last day'),
  msg('Last week'),
  msg('Last month'),
  msg('Last quarter'),
  msg('Last year'),
] as const;
export const previousPresets = [
  msg('previous calendar week'),
  msg('previous calendar month'),
  msg('previous calendar year'),
] as const;
export const relativeUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type RelativeUnit = (typeof relativeUnits)[number];
/** The units as they follow a number. */
export const unitLabels: Readonly<Record<RelativeUnit, string>> = {
  second: msg('seconds'),
  minute: msg('minutes'),
  hour: msg('hours'),
  day: msg('days'),
  week: msg('weeks'),
  month: msg('months'),
  quarter: msg('quarters'),
  year: msg('years'),
};
export type EndMode = 'specific' | 'relative' | 'now' | 'today';

export const modeLabels: Readonly<Record<EndMode, string>> = {
  specific: msg('Specific'),
  relative: msg('Relative'),
  now: msg('Now'),
  today: msg('Midnight'),
};

/** A range put together from two ends. Grain values are negative before, positive after. */
export interface CustomRange {
  readonly sinceDatetime: string;
  readonly sinceMode: EndMode;
  readonly sinceGrain: RelativeUnit;
  readonly sinceGrainValue: number;
  readonly untilDatetime: string;
  readonly untilMode: EndMode;
  readonly untilGrain: RelativeUnit;
  readonly untilGrainValue: number;
  readonly anchorMode: 'now' | 'specific';
  readonly anchorValue: string;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** `YYYY-MM-DDTHH:mm:ss` of a local moment. */
export function formatMoment(date: Date): string {
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

function midnight(now: Date): string {
  return formatMoment(new Date(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** Seven days before, until midnight today, counted from now. */
export function defaultCustomRange(now: Date): CustomRange {
  return {
    sinceDatetime: formatMoment(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 7)),
    sinceMode: 'relative',
    sinceGrain: 'day',
    sinceGrainValue: -7,
    untilDatetime: midnight(now),
    untilMode: 'specific',
    untilGrain: 'day',
    untilGrainValue: 7,
    anchorMode: 'now',
    anchorValue: 'now',
  };
}

/** Which of the five types a range's text is. */
export function guessRangeType(text: string, now: Date): RangeType {
  if (text === '' || text === noFilter) return 'No filter';
  if (lastPresets.some((preset) => preset === text)) return 'Last';
  if (previousPresets.some((preset) => preset === text)) return 'Previous';
  return parseCustomRange(text, now) ? 'Custom' : 'Advanced';
}

/** The draft after another type was chosen. */
export function draftFor(type: RangeType, text: string, now: Date): string {
  if (type === 'No filter') return noFilter;
  if (type === 'Last') return lastPresets.some((preset) => preset === text) ? text : 'Last week';
  if (type === 'Previous') return previousPresets.some((preset) => preset === text) ? text : 'previous calendar week';
  if (type === 'Custom') return writeCustomRange(parseCustomRange(text, now) ?? defaultCustomRange(now));
  const [since, until] = splitAdvanced(text);
  return `${since}${separator}${until}`;
}

/** The two ends of an Advanced value: `Last …` has no end, `Next …` no start. */
export function splitAdvanced(text: string): readonly [since: string, until: string] {
  if (text === '' || text === noFilter) return ['', ''];
  if (text.includes(separator)) {
    const at = text.indexOf(separator);
    return [text.slice(0, at), text.slice(at + separator.length)];
  }
  if (/^last/i.test(text)) return [text, ''];
  if (/^next/i.test(text)) return ['', text];
  return [text, ''];
}

const momentText = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?`;
const momentPattern = new RegExp(`^(?:${momentText}|now|today)$`, 'i');
const relativePattern = new RegExp(
  String.raw`^DATEADD\(DATETIME\((["'])(${momentText}|now|today)\1\),\s*([+-]?[1-9]\d*),\s*(year|quarter|month|week|day|hour|minute|second)\)$`,
  'i',
);

interface End {
  readonly mode: EndMode;
  readonly moment: string;
  readonly anchor: string;
  readonly unit: RelativeUnit;
  readonly value: number;
}

function parseEnd(text: string): End | undefined {
  const trimmed = text.trim();
  const relative = relativePattern.exec(trimmed);
  if (relative) {
    const [, , anchor = 'now', value = '', unit = 'day'] = relative;
    // The pattern names the units.
    return {
      mode: 'relative',
      moment: '',
      anchor: normalize(anchor),
      unit: unit.toLowerCase() as RelativeUnit,
      value: Number(value),
    };
  }
  if (!momentPattern.test(trimmed)) return undefined;
  const moment = normalize(trimmed);
  const mode = moment === 'now' || moment === 'today' ? moment : 'specific';
  return { mode, moment, anchor: moment, unit: 'day', value: 0 };
}

function normalize(moment: string): string {
  if (/^(now|today)$/i.test(moment)) return moment.toLowerCase();
  return moment.length === 10 ? `${moment}T00:00:00` : moment;
}

/** Reads a range of two datetimes or DATEADD expressions that share their anchor. */
export function parseCustomRange(text: string, now: Date): CustomRange | undefined {
  const parts = text.split(separator);
  if (parts.length !== 2) return undefined;
  const since = parseEnd(parts[0] ?? '');
  const until = parseEnd(parts[1] ?? '');
  if (!since || !until || (since.anchor !== until.anchor && (since.mode === 'relative' || until.mode === 'relative')))
    return undefined;
  const base = defaultCustomRange(now);
  const isBothRelative = since.mode === 'relative' && until.mode === 'relative';
  const anchor = isBothRelative ? since.anchor : 'now';
  const isSpecificAnchor = anchor !== 'now' && anchor !== 'today';
  return {
    ...base,
    ...(since.mode === 'specific' ? { sinceDatetime: since.moment } : {}),
    sinceMode: since.mode,
    ...(since.mode === 'relative' ? { sinceGrain: since.unit, sinceGrainValue: since.value } : {}),
    ...(until.mode === 'specific' ? { untilDatetime: until.moment } : {}),
    untilMode: until.mode,
    ...(until.mode === 'relative' ? { untilGrain: until.unit, untilGrainValue: until.value } : {}),
    anchorMode: isSpecificAnchor ? 'specific' : 'now',
    anchorValue: anchor,
  };
}

/** Writes a custom range; one relative end counts from the other, two count from the anchor. */
export function writeCustomRange(range: CustomRange): string {
  const since = fixedEnd(range.sinceMode, range.sinceDatetime);
  const until = fixedEnd(range.untilMode, range.untilDatetime);
  const relative = (from: string, value: number, unit: RelativeUnit) =>
    `DATEADD(DATETIME("${from}"), ${value}, ${unit})`;
  const start = since ?? relative(until ?? range.anchorValue, range.sinceGrainValue, range.sinceGrain);
  const end = until ?? relative(since ?? range.anchorValue, range.untilGrainValue, range.untilGrain);
  return `${start}${separator}${end}`;
}

function fixedEnd(mode: EndMode, moment: string): string | undefined {
  if (mode === 'relative') return undefined;
  return mode === 'specific' ? moment : mode;
}

/** A typed quantity: positive whole numbers only, at least 1. */
export function readQuantity(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text.trim()) ? Number(text.trim()) : undefined;
}
