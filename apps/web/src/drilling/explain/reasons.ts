import {
  type ChangedPart,
  type ChartForm,
  type Explanation,
  explainChange,
  isRecord,
  isSplit,
  type Measured,
  numberOfCell,
  ratioOf,
  toList,
} from '@powerset/chart-kit';
import type { MarkFilter } from '@powerset/charts/views';
import {
  type CellValue,
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryFilter,
  type QueryMetric,
  type QueryObject,
  type ResultTable,
} from '@powerset/contract';
import { type DrillSubject, narrowedForm, queriesOfSubject } from '../subject.ts';
import { type Period, writePeriod } from './periods.ts';

/** The two periods between which a number changed, by which column's times. */
export interface Change {
  readonly column: string;
  readonly before: Period;
  readonly after: Period;
}

/** What is asked for a metric: itself, and of a ratio what is divided and by what. */
export type Measure =
  | { readonly kind: 'parts'; readonly metrics: readonly QueryMetric[] }
  /** Counts of distinct values, and greatest or smallest ones: their parts are not the whole. */
  | { readonly kind: 'whole' };

/** A column of more values than these is a list, not a reason. */
export const mostValues = 1000;

const names = { numerator: 'powerset_numerator', denominator: 'powerset_denominator' };

export function measureOf(metric: QueryMetric, expressions: Readonly<Record<string, string>>): Measure {
  if (typeof metric === 'string') return measureOfSql(metric, expressions[metric] ?? '');
  if (metric.expressionType === 'SQL') return measureOfSql(metric, metric.sqlExpression ?? '');
  const { aggregate } = metric;
  if (aggregate === 'COUNT_DISTINCT' || aggregate === 'MIN' || aggregate === 'MAX') return { kind: 'whole' };
  if (aggregate !== 'AVG') return { kind: 'parts', metrics: [metric] };
  const { optionName: _name, ...plain } = metric as typeof metric & { readonly optionName?: unknown };
  const numerator = { ...plain, aggregate: 'SUM', label: names.numerator } as const;
  const denominator = { ...plain, aggregate: 'COUNT', label: names.denominator } as const;
  return { kind: 'parts', metrics: [metric, numerator, denominator] };
}

function measureOfSql(metric: QueryMetric, sql: string): Measure {
  if (/^\s*(?:COUNT\s*\(\s*DISTINCT\b|MIN\s*\(|MAX\s*\(|MEDIAN\s*\(|APPROX_)/i.test(sql) && !ratioOf(sql))
    return { kind: 'whole' };
  const ratio = ratioOf(sql);
  if (!ratio) return { kind: 'parts', metrics: [metric] };
  const asked = (sqlExpression: string, label: string) => ({ expressionType: 'SQL', sqlExpression, label }) as const;
  return {
    kind: 'parts',
    metrics: [metric, asked(ratio.numerator, names.numerator), asked(ratio.denominator, names.denominator)],
  };
}

/** The metrics of a chart whose changes can be asked about. */
export function metricsOfSubject(subject: DrillSubject): readonly QueryMetric[] {
  const metrics = queriesOfSubject(subject).flatMap((query) => query.metrics ?? []);
  return [...new Map(metrics.map((metric) => [metricLabel(metric), metric])).values()];
}

interface Asked {
  readonly subject: DrillSubject;
  /** What else is true of the rows: the mark's values, without its time. */
  readonly filters: readonly MarkFilter[];
  readonly change: Change;
  readonly metrics: readonly QueryMetric[];
  /** Null asks for the whole. */
  readonly dimension: string | null;
}

/** Two questions: a metric by a column, in the period before and in the one after. */
export function reasonQueries({ subject, filters, change, metrics, dimension }: Asked): readonly QueryObject[] {
  const form = narrowedForm(subject.form, filters);
  const [first] = queriesOfSubject(subject, filters);
  const { filters: conditions = [], granularity, time_range, url_params } = first ?? {};
  const { having: _having, time_grain_sqla: _grain, ...extras } = first?.extras ?? {};
  // Both periods are asked for in place of what the chart shows of that time.
  const kept = conditions.filter(({ col, op }) => op !== 'TEMPORAL_RANGE' || columnLabel(col) !== change.column);
  const isOwnTime = granularity !== undefined && granularity !== null && granularity !== change.column;
  const asked = {
    ...{ extras, url_params, metrics: [...metrics], row_limit: mostValues },
    ...(isOwnTime ? { granularity, time_range } : {}),
    columns: dimension === null ? [] : [dimension],
    orderby: [],
  };
  const col = timeColumn(form, change.column);
  return [change.before, change.after].map((period) => ({
    ...asked,
    filters: [...kept.map(plainFilter), { col, op: 'TEMPORAL_RANGE', val: writePeriod(period) }],
  }));
}

const plainFilter = ({ isExtra: _isExtra, ...filter }: QueryFilter): QueryFilter => filter;

/** A time that the chart made of SQL is asked for as that. */
function timeColumn(form: ChartForm, label: string): QueryColumn {
  const made = toList(form.x_axis).find((value) => isRecord(value) && value.label === label);
  // It has the two fields that make a column of SQL.
  return made === undefined ? label : (made as QueryColumn);
}

/** The chart's own stretch of time, for a figure that has no moment: its column and the words of its range. */
export function ownTime(subject: DrillSubject) {
  const { temporalColumns } = subject;
  const [query] = queriesOfSubject(subject);
  const filter = query?.filters?.find(({ op, val }) => op === 'TEMPORAL_RANGE' && isBounded(val));
  if (filter) return { column: columnLabel(filter.col), range: String(filter.val) };
  if (!isBounded(query?.time_range)) return null;
  const column = query?.granularity ?? temporalColumns[0];
  return column ? { column, range: String(query?.time_range) } : null;
}

const isBounded = (range: unknown) => typeof range === 'string' && range !== '' && range !== 'No filter';

type Key = CellValue;
export type Whole = Omit<ChangedPart<unknown>, 'key'>;

/** The whole of the metric in both periods. */
export function wholeOf([before, after]: readonly ResultTable[], metrics: readonly QueryMetric[]): Whole {
  return {
    before: before ? measuredAt(before, metrics, 0) : null,
    after: after ? measuredAt(after, metrics, 0) : null,
  };
}

/** A column as a reason, or why it is none. */
export type Reason =
  | ({ readonly kind: 'explained' } & Explanation<Key>)
  | { readonly kind: 'many' | 'unsplit' | 'failed' | 'measure' };

const camelIdentifier = /[a-z](?:Id|ID|Uuid|UUID)$/;

/** Whether a column tells rows apart, and nothing else. */
export const isIdentifier = (column: string): boolean =>
  /(?:^|[_\s-])(?:id|uuid|guid|pk|key)$/i.test(column) || camelIdentifier.test(column);

/** A number of more values measures something; of two it says yes or no. */
const flagValues = 2;

/** Whether a column's values, as they came for both periods, are amounts and no groups. */
export function isMeasured(tables: readonly ResultTable[]): boolean {
  const columns = tables.flatMap(({ columns: [first] }) => first ?? []);
  if (!columns.some(({ type }) => type === 'number')) return false;
  return new Set(columns.flatMap(({ values }) => values).filter((value) => value !== null)).size > flagValues;
}

/** The columns by which a chart groups its rows: what somebody groups by is no amount. */
export function groupedColumns({ definition, form }: DrillSubject): ReadonlySet<string> {
  return new Set(definition.toQueries(form).flatMap(({ columns = [] }) => columns.map(columnLabel)));
}

export function reasonOf(tables: readonly ResultTable[], metrics: readonly QueryMetric[], whole: Whole): Reason {
  const [before, after] = tables;
  if (!before || !after) return { kind: 'failed' };
  if (Math.max(before.rowCount, after.rowCount) >= mostValues) return { kind: 'many' };
  const parts = partsOf([before, after], metrics);
  if (!isSplit(parts, whole)) return { kind: 'unsplit' };
  return { kind: 'explained', ...explainChange(parts, whole) };
}

function partsOf(
  tables: readonly [ResultTable, ResultTable],
  metrics: readonly QueryMetric[],
): readonly ChangedPart<Key>[] {
  const parts = new Map<string, ChangedPart<Key>>();
  (['before', 'after'] as const).forEach((period, place) => {
    const table = tables[place]!;
    table.columns[0]?.values.forEach((key, row) => {
      const name = `${typeof key}:${String(key)}`;
      const known = parts.get(name) ?? { key, before: null, after: null };
      parts.set(name, { ...known, [period]: measuredAt(table, metrics, row) });
    });
  });
  return [...parts.values()];
}

function measuredAt(table: ResultTable, metrics: readonly QueryMetric[], row: number): Measured | null {
  const numbers = metrics.map((metric) => {
    const column = table.columns.find(({ name }) => name === metricLabel(metric));
    return numberOfCell(column?.values[row]);
  });
  const [value = null, numerator, denominator] = numbers;
  if (value === null && !numerator) return null;
  if (numbers.length === 1) return { value: value ?? 0, numerator: value ?? 0, denominator: null };
  return { value: value ?? 0, numerator: numerator ?? 0, denominator: denominator ?? 0 };
}
