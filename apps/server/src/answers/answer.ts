import { calculatedName } from '@powerset/chart-kit';
import {
  type ChartTableResult,
  columnLabel,
  metricLabel,
  toWireTable,
  type WireTable,
  type WireValue,
} from '@powerset/contract';
import { calculationsOf, daysOfOffset } from '@powerset/query';
import { packTable, unpackTable } from '../packed/index.ts';
import { toColumnTypes } from './column-types.ts';
import type { CachedRows, PreparedQuery } from './prepared-query.ts';
import { isLimited, type QueryPlans, summableOf } from './run-query.ts';
import { type Answer, TableText } from './writing/index.ts';

/** The answer with its rows as values. */
export function toTableResult({ facts, table }: Answer): ChartTableResult {
  return { ...facts, table: toWireTable(unpackTable(table)) };
}

/** Rows by the names of their columns. */
export function toNamedRows({ columns, rowCount }: WireTable): readonly Record<string, WireValue>[] {
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, column.values[row] ?? null])),
  );
}

/** The same rows with other facts: another answer, whose body is written anew. */
export function withFacts(answer: Answer, facts: Answer['facts']): Answer {
  return { ...answer, facts, body: { ready: null } };
}

/** An answer without rows, such as one whose annotations alone were asked for. */
export function emptyAnswer(): Answer {
  const table = packTable({ columns: [], rowCount: 0 });
  return { facts: noFacts, table, text: new TableText(table), columnTypes: [], body: { ready: null } };
}

/** What was not asked of the engine: no rows, and no statement. */
export function toNeedlessAnswer(query: PreparedQuery): Answer {
  const columns = query.plans.main.columns.map(({ label, type }) => ({
    ...{ name: label, type: type ?? 'number', nativeType: '', values: [] },
  }));
  const table = packTable({ columns, rowCount: 0 });
  const rows = { table, text: new TableText(table), data: null, age: 0, sqlRowCount: 0, engineMs: 0 };
  const answer = toAnswer(query, rows, null);
  return withFacts(answer, { ...answer.facts, query: '' });
}

/** What is told of a query's rows; `cachedAt` says since when they were there. */
export function toAnswer(
  { job, plans, key, lifetimeSeconds }: PreparedQuery,
  rows: CachedRows,
  cachedAt: Date | null,
): Answer {
  const { main } = plans;
  const calculations = calculationsOf(job.query);
  const labels = [
    ...[...(job.query.columns ?? []).map(columnLabel), ...(job.query.metrics ?? []).map(metricLabel)],
    ...calculations.map((one) => calculatedName(one)),
  ];
  const facts: Answer['facts'] = {
    ...noFacts,
    applied_filters: main.appliedFilters,
    rejected_filters: main.rejectedFilters,
    cache_key: key,
    cached_dttm: cachedAt?.toISOString() ?? null,
    cache_timeout: lifetimeSeconds,
    from_dttm: main.from?.getTime() ?? null,
    to_dttm: main.to?.getTime() ?? null,
    ...comparedPeriods(plans),
    is_cached: cachedAt !== null,
    label_map: Object.fromEntries(labels.map((label) => [label, [label]])),
    query: job.user.isAnonymous ? '' : plans.sql,
    rowcount: rows.table.rowCount,
    sql_rowcount: rows.sqlRowCount,
    applied_template_filters: main.appliedTemplateFilters,
    engineMs: cachedAt ? 0 : rows.engineMs,
    limitReached: isLimited(main, rows.sqlRowCount) ? main.rowLimit : null,
    summable: summableOf(job.query, main.summable),
  };
  const { table, text } = rows;
  return { facts, table, text, columnTypes: toColumnTypes(table, job.dataset), body: { ready: null } };
}

/** Which periods are compared, where the chart chose a calendar of its own to find them. */
function comparedPeriods({ main, offsets }: QueryPlans): Pick<Answer['facts'], 'compared_periods'> {
  const calendar = main.timeCalendar;
  if (!calendar) return {};
  const bounds = { since: main.from, until: main.to, calendar };
  return {
    compared_periods: offsets.map(({ offset, plan }) => ({
      offset,
      from_dttm: plan.from?.getTime() ?? null,
      to_dttm: plan.to?.getTime() ?? null,
      days: daysOfOffset(offset, bounds),
    })),
  };
}

const noFacts: Answer['facts'] = {
  annotation_data: {},
  applied_filters: [],
  rejected_filters: [],
  cache_key: null,
  cached_dttm: null,
  cache_timeout: null,
  error: null,
  from_dttm: null,
  to_dttm: null,
  is_cached: false,
  label_map: {},
  query: '',
  result_format: 'json',
  rowcount: 0,
  sql_rowcount: 0,
  stacktrace: null,
  status: 'success',
  applied_template_filters: [],
  engineMs: 0,
  limitReached: null,
  summable: [],
};
