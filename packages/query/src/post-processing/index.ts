/**
 * Post-processing: what happens to a result before it is drawn (pivot, rolling windows, contributions, ...).
 * In: a result table and the rules of a query. Out: a result table, and the levels of its labels. Columnar throughout.
 */
import type { PostProcessingRule, ResultTable } from '@powerset/contract';
import { QueryError } from '../errors.ts';
import { aggregate } from './aggregate.ts';
import { compare, contribution, rank } from './comparing.ts';
import { boxplot, histogram } from './distributions.ts';
import { prophet } from './forecast/index.ts';
import { type Frame, type LabelledTable, toFrame, toTable } from './frame.ts';
import { geodeticParse, geohashDecode, geohashEncode } from './geography.ts';
import type { Operation } from './options.ts';
import { pivot } from './pivot.ts';
import { resample } from './resample.ts';
import { flatten, rename, select, sort } from './reshape.ts';
import { cum, diff, rolling } from './windows.ts';

export { numberListType } from './distributions.ts';
export { forecastsAsOf, hasForecast } from './forecast/index.ts';
export { compareCells, joinLevels, type LabelledTable, toNumber } from './frame.ts';

const operations: Readonly<Record<string, Operation>> = {
  aggregate,
  boxplot,
  compare,
  contribution,
  cum,
  diff,
  flatten,
  geodetic_parse: geodeticParse,
  geohash_decode: geohashDecode,
  geohash_encode: geohashEncode,
  histogram,
  pivot,
  prophet,
  rank,
  rename,
  resample,
  rolling,
  select,
  sort,
};

/** The names of the operations that rules may ask for. */
export const postProcessingOperations: readonly string[] = Object.keys(operations);

/** What some metrics are called in the end, by their labels; the rules know them by those. */
export type FinalNames = ReadonlyMap<string, string>;

/**
 * Runs the rules in order; what a pivot leaves with several levels comes back flat. Also tells the levels of each label.
 * Throws `QueryError` (field `post_processing`).
 */
export function postProcess(
  table: ResultTable,
  rules: readonly (PostProcessingRule | null)[],
  names?: FinalNames,
): LabelledTable {
  const present = rules.filter((rule) => rule !== null);
  const steps = present.map((rule) => {
    const operate = findOperation(rule);
    return (frame: Frame) => operate(frame, rule.options ?? {});
  });
  // Of no rows there is nothing to pivot, and what later rules name would be missing; the reference leaves them alone too.
  const taken = table.rowCount === 0 ? [] : steps;
  if (names) {
    const flat = present.findIndex(({ operation }) => operation === 'flatten');
    taken.splice(flat === -1 ? taken.length : flat, 0, (frame) => withNames(frame, names));
  }
  if (taken.length === 0) return { table, labelMap: toTable(toFrame(table)).labelMap };
  return toTable(taken.reduce((frame, step) => step(frame), toFrame(table)));
}

/** Also those of earlier times, `label__1 year ago`. */
function withNames(frame: Frame, names: FinalNames): Frame {
  const nameOf = (label: string) => {
    const own = names.get(label);
    if (own !== undefined) return own;
    const [metric, name] = [...names].find(([known]) => label.startsWith(`${known}__`)) ?? [];
    return metric === undefined ? label : `${name}${label.slice(metric.length)}`;
  };
  const columns = frame.columns.map((column) => {
    const [first = null, ...others] = column.path;
    return first === null ? column : { ...column, path: [nameOf(first), ...others] };
  });
  return { ...frame, columns };
}

/** Runs the rules in order on a result. */
export function applyPostProcessing(
  table: ResultTable,
  rules: readonly (PostProcessingRule | null)[],
  names?: FinalNames,
): ResultTable {
  return postProcess(table, rules, names).table;
}

function findOperation(rule: PostProcessingRule): Operation {
  if (!rule.operation) {
    throw new QueryError('`operation` property of post processing object undefined', 'post_processing');
  }
  const operation = Object.hasOwn(operations, rule.operation) ? operations[rule.operation] : undefined;
  if (!operation) throw new QueryError(`Unsupported post processing operation: ${rule.operation}`, 'post_processing');
  return operation;
}
