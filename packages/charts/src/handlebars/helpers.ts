import { formatNumber, formatTime, isRecord, toNumber } from '@powerset/chart-kit';
import { formatMoment } from './moment-formats.ts';
import { isNothing, memberOf, textOfValue } from './values.ts';

export interface HelperInput {
  readonly params: readonly unknown[];
  readonly hash: Readonly<Record<string, unknown>>;
  readonly locale: string;
}

/** A helper that makes one value of others. */
type Helper = (input: HelperInput) => unknown;

const longestText = 100_000;

const numbers = (map: (a: number, b: number) => number): Helper => {
  return ({ params: [a, b] }) => {
    const [left, right] = [toNumber(a), toNumber(b)];
    return left === null || right === null ? null : map(left, right);
  };
};
const number = (map: (value: number) => number): Helper => {
  return ({ params: [value] }) => {
    const read = toNumber(value);
    return read === null ? null : map(read);
  };
};
const text = (map: (value: string) => string): Helper => {
  return ({ params: [value] }) => map(textOfValue(value));
};
const compared = (map: (order: number) => boolean): Helper => {
  return ({ params: [a, b] }) => {
    const [left, right] = [toNumber(a), toNumber(b)];
    if (left !== null && right !== null) return map(left - right);
    const [before, after] = [textOfValue(a), textOfValue(b)];
    return map(before < after ? -1 : Number(before > after));
  };
};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const capitalized = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

/** Values as JSON; numbers beyond what JSON's readers hold are texts. */
export function toJson(value: unknown): string {
  if (!isRecord(value) && !Array.isArray(value)) return textOfValue(value);
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? member.toString() : member));
}

function parseJson({ params: [given] }: HelperInput): unknown {
  try {
    return JSON.parse(textOfValue(given).slice(0, longestText));
  } catch {
    return null;
  }
}

/** With `format` as in the catalogue of number formats; else as people of a language write it, the reader's or the one that is named. */
function numberText({ params: [given, code], hash, locale }: HelperInput): unknown {
  const value = typeof given === 'bigint' ? Number(given) : toNumber(given);
  if (value === null) return textOfValue(given);
  const format = textOfValue(hash.format);
  if (format !== '') return formatNumber(format, value, locale);
  return value.toLocaleString(knownLocale(textOfValue(code)) ?? locale);
}

function knownLocale(code: string): string | undefined {
  try {
    return code === '' ? undefined : Intl.NumberFormat.supportedLocalesOf([code])[0];
  } catch {
    return undefined;
  }
}

/** `format` as in `YYYY-MM-DD`, or with percent signs as elsewhere here. */
function dateText({ params: [given], hash, locale }: HelperInput): unknown {
  const ms = typeof given === 'number' ? given : Date.parse(textOfValue(given));
  if (!Number.isFinite(ms)) return textOfValue(given);
  const format = textOfValue(hash.format) || 'YYYY-MM-DD';
  return format.includes('%') ? formatTime(format, ms, { locale }) : formatMoment(ms, format, locale);
}

function sumOf(params: readonly unknown[]): number {
  return params
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .reduce((sum: number, value) => sum + (toNumber(value) ?? 0), 0);
}

/** Helpers by their names: those of templates in the reference. */
export const helpers: ReadonlyMap<string, Helper> = new Map(
  Object.entries({
    lookup: ({ params: [value, name] }) => memberOf(value, textOfValue(name)),
    log: () => null,
    stringify: ({ params: [value] }) => toJson(value),
    parseJson,
    formatNumber: numberText,
    dateFormat: dateText,
    formatDate: ({ params: [format, value], ...rest }) => dateText({ ...rest, params: [value], hash: { format } }),
    eq: ({ params: [a, b] }) => a === b,
    eqw: ({ params: [a, b] }) => textOfValue(a) === textOfValue(b),
    neq: ({ params: [a, b] }) => a !== b,
    neqw: ({ params: [a, b] }) => textOfValue(a) !== textOfValue(b),
    lt: compared((order) => order < 0),
    lte: compared((order) => order <= 0),
    gt: compared((order) => order > 0),
    gte: compared((order) => order >= 0),
    and: ({ params }) => params.every((value) => !isNothing(value)),
    or: ({ params }) => params.some((value) => !isNothing(value)),
    not: ({ params: [value] }) => isNothing(value),
    ifx: ({ params: [condition, then, otherwise] }) => (isNothing(condition) ? (otherwise ?? '') : then),
    coalesce: ({ params }) => params.find((value) => !isNothing(value)),
    empty: ({ params: [value] }) => listOf(value).length === 0,
    count: ({ params: [value] }) => (Array.isArray(value) ? value.length : false),
    includes: ({ params: [list, value] }) => listOf(list).includes(value),
    first: ({ params: [list] }) => listOf(list)[0],
    last: ({ params: [list] }) => listOf(list).at(-1),
    join: ({ params: [list, between] }) =>
      listOf(list)
        .map(textOfValue)
        .join(between === undefined ? ', ' : textOfValue(between)),
    sum: ({ params }) => sumOf(params),
    difference: numbers((a, b) => a - b),
    multiplication: numbers((a, b) => a * b),
    division: numbers((a, b) => a / b),
    remainder: numbers((a, b) => a % b),
    ceil: number(Math.ceil),
    floor: number(Math.floor),
    round: number(Math.round),
    abs: number(Math.abs),
    lowercase: text((value) => value.toLowerCase()),
    uppercase: text((value) => value.toUpperCase()),
    capitalizeFirst: text(capitalized),
    capitalizeEach: text((value) => value.replace(/\S+/g, capitalized)),
    excerpt: ({ params: [value, length] }) => shortened(textOfValue(value), toNumber(length) ?? 50),
    substring: ({ params: [value, from, to] }) =>
      textOfValue(value).slice(toNumber(from) ?? 0, toNumber(to) ?? undefined),
    concat: ({ params }) => params.map(textOfValue).join(''),
    encodeURI: text((value) => encodeURIComponent(value)),
  } satisfies Readonly<Record<string, Helper>>),
);

const shortened = (value: string, length: number) => (value.length > length ? `${value.slice(0, length)}...` : value);
