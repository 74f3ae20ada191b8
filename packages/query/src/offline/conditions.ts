import {
  type CellValue,
  columnLabel,
  type FileDimension,
  type QueryFilter,
  type QueryObject,
} from '@powerset/contract';
import { resolveTimeRange, type TimeBounds, watchClock } from '../time/index.ts';

/** Whether a value of a dimension passes. */
export type Passes = (value: CellValue) => boolean;

const dayMs = 86_400_000;
type Scalar = string | number | boolean | null;

/** The bounds of a range in a query, counted from when the file was made. */
export function boundsOf(range: unknown, { extras, time_shift: timeShift }: QueryObject, madeAt: Date): TimeBounds {
  return resolveTimeRange(typeof range === 'string' ? range : null, {
    clock: watchClock(madeAt),
    relativeStart: extras?.relative_start ?? null,
    relativeEnd: extras?.relative_end ?? null,
    timeShift: timeShift ?? null,
  });
}

/** What a range keeps of the days of a dimension; null where it ends within a day, which days cannot tell. */
export function rangeCondition({ since, until }: TimeBounds, dimension: FileDimension): Passes | null {
  const isDay = (at: Date | null) => at === null || at.getTime() % dayMs === 0;
  if (dimension.kind !== 'day') return null;
  if (!dimension.isWhole && !(isDay(since) && isDay(until))) return null;
  const [from, to] = [since?.getTime() ?? null, until?.getTime() ?? null];
  if (from === null && to === null) return () => true;
  return (value) => value !== null && (from === null || Number(value) >= from) && (to === null || Number(value) < to);
}

/** What a filter keeps of a dimension's values, as an engine decides it; null where only an engine can. */
export function filterCondition(filter: QueryFilter, dimension: FileDimension): Passes | null {
  const operator = filter.op.trim().toUpperCase();
  if (operator === 'IS NULL') return (value) => value === null;
  if (operator === 'IS NOT NULL') return (value) => value !== null;
  if (dimension.kind !== 'value' || filter.grain) return null;
  const list: readonly Scalar[] = Array.isArray(filter.val) ? filter.val : [filter.val ?? null];
  const wanted = list.map(meant);
  if (operator === 'IN' || operator === 'NOT IN') return membership(wanted, operator, filter.keeps_null === true);
  if (operator === 'CONTAINS') return contains(wanted[0] ?? null);
  return comparison(operator, wanted[0] ?? null);
}

/** `<NULL>` and `<empty string>` stand for what lists cannot show. */
function meant(value: Scalar): Scalar {
  if (value === '<NULL>') return null;
  return value === '<empty string>' ? '' : value;
}

function membership(wanted: readonly Scalar[], operator: string, keepsNull: boolean): Passes | null {
  if (wanted.length === 0) return null;
  const known = new Set(wanted.flatMap((value) => (value === null ? [] : [nameOf(value)])));
  const hasNull = wanted.includes(null);
  const isIn: Passes = (value) => (value === null ? hasNull : known.has(nameOf(value)));
  if (operator === 'IN') return isIn;
  // A row without a value is none of those that are left out, nor of the others: SQL keeps it only where it is told to.
  return (value) => (value === null ? keepsNull && !hasNull : !isIn(value));
}

/** Numbers are the same however they are written. */
function nameOf(value: NonNullable<CellValue>): string {
  const text = String(value).trim();
  const isNumber = typeof value !== 'boolean' && text !== '' && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text);
  return isNumber && Number.isSafeInteger(Math.trunc(Number(text))) ? `n${Number(text)}` : `t${String(value)}`;
}

function contains(wanted: Scalar): Passes | null {
  if (wanted === null) return null;
  const text = String(wanted).toLowerCase();
  return (value) => value !== null && String(value).toLowerCase().includes(text);
}

const signs: Readonly<Record<string, (order: number) => boolean>> = {
  '>': (order) => order > 0,
  '<': (order) => order < 0,
  '>=': (order) => order >= 0,
  '<=': (order) => order <= 0,
};

function comparison(operator: string, wanted: Scalar): Passes | null {
  if (operator === '==') return (value) => (wanted === null ? value === null : isSame(value, wanted));
  if (operator === '!=') return (value) => value !== null && (wanted === null || !isSame(value, wanted));
  const sign = Object.hasOwn(signs, operator) ? signs[operator] : undefined;
  const bound = Number(wanted);
  // Texts are compared by an engine's own collation.
  if (!sign || wanted === null || wanted === '' || !Number.isFinite(bound)) return null;
  return (value) => (typeof value === 'number' || typeof value === 'bigint') && sign(Number(value) - bound);
}

const isSame = (value: CellValue, wanted: NonNullable<Scalar>) => value !== null && nameOf(value) === nameOf(wanted);

/** The name of a filter's column. */
export const columnOf = ({ col }: QueryFilter): string => columnLabel(col);
