import { chartDataEndpoints, exploreEndpoints } from '@powerset/contract';
import { api } from '../../../../api/index.ts';
import type { DashboardDataset } from '../../state/index.ts';
import { countingMetrics, type DatasetFacts, factColumns } from './propose-dashboard.ts';

/** A dataset with the names and types of its columns and metrics. */
export async function loadDataset(id: number, signal?: AbortSignal): Promise<DashboardDataset> {
  const query = { datasource_id: id, datasource_type: 'table' };
  const { dataset } = (await api.callEndpoint(exploreEndpoints.get, { query, signal })).result;
  if (!('table_name' in dataset)) throw new Error(dataset.name);
  return dataset;
}

const rowCount = { expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)', label: 'powerset_rows' };

/** How many values the columns have and how long the time is that they cover: one query over the dataset. */
export async function loadFacts(dataset: DashboardDataset, signal: AbortSignal): Promise<DatasetFacts> {
  const { categories, time } = factColumns(dataset);
  const counting = countingMetrics(dataset);
  const simple = (aggregate: 'COUNT_DISTINCT' | 'COUNT' | 'MIN' | 'MAX', name: string, label: string) => ({
    expressionType: 'SIMPLE' as const,
    aggregate,
    column: { column_name: name },
    label,
  });
  const metrics = [
    ...categories.map((name, at) => simple('COUNT_DISTINCT', name, `distinct_${at}`)),
    ...categories.map((name, at) => simple('COUNT', name, `filled_${at}`)),
    ...(time ? [simple('MIN', time, 'first_time'), simple('MAX', time, 'last_time')] : []),
    ...(counting.length > 0 ? [...counting, rowCount] : []),
  ];
  if (metrics.length === 0) return { distinct: {}, days: null };
  const answer = await api.callEndpoint(chartDataEndpoints.data, {
    body: {
      datasource: { id: dataset.id, type: 'table' },
      queries: [{ columns: [], metrics, row_limit: 1 }],
      form_data: {},
      result_format: 'json',
      result_type: 'full',
    },
    signal,
  });
  const [result] = answer.result;
  const row = result && 'colnames' in result ? (result.data[0] ?? {}) : {};
  const filled = categories.map((_name, at) => Number(row[`filled_${at}`] ?? 0));
  const most = Math.max(0, ...filled);
  // A column that is mostly empty says little about the rows: it counts as one value.
  const distinct = (at: number) => ((filled[at] ?? 0) * 2 < most ? 1 : Number(row[`distinct_${at}`] ?? 0));
  return {
    distinct: Object.fromEntries(categories.map((name, at) => [name, distinct(at)])),
    days: daysBetween(row.first_time, row.last_time),
    countsOfRows: counting.filter((name) => row[name] !== undefined && row[name] === row[rowCount.label]),
  };
}

const dayMs = 86_400_000;

function daysBetween(first: unknown, last: unknown): number | null {
  const days = (toTime(last) - toTime(first)) / dayMs;
  return Number.isFinite(days) ? days : null;
}

function toTime(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(String(value));
}
