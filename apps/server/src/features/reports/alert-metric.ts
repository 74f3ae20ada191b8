import type { AlertMetric, ChartDataRequest } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { type AccessibleDataset, getDataset } from '../../catalog/index.ts';
import { AppError, commandError, fieldError } from '../../http/index.ts';
import type { Row, RowChange, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

type Reading = Pick<Services, 'store'>;
type Kept = Pick<Row<'reports'>, 'dataset_id' | 'metric_json'>;

const noTimeColumn = 'This dataset has no main time column: leave the time range out.';

/** What an alert's metric asks, as a chart of one number would. */
export async function toMetricRequest(services: Reading, user: User, asked: AlertMetric): Promise<ChartDataRequest> {
  const { row } = await getDataset(services, user, asked.dataset);
  const range = rangeOf(asked);
  if (range && !row.main_dttm_col) throw commandError(noTimeColumn);
  const where = asked.where?.trim();
  const query = {
    columns: [],
    metrics: [asked.metric],
    filters: [],
    row_limit: 2,
    ...(range && row.main_dttm_col ? { granularity: row.main_dttm_col, time_range: range } : {}),
    ...(where ? { extras: { where } } : {}),
  };
  return { datasource: { id: row.id, type: 'table' }, force: true, queries: [query] };
}

/** Refuses what could never be asked, before it is saved. */
export async function checkMetric(services: Reading, user: User, asked: AlertMetric): Promise<void> {
  const { row, metrics } = await getDataset(services, user, asked.dataset).catch(refuseHidden);
  const { metric } = asked;
  if (typeof metric === 'string' && !metrics.some(({ metric_name: name }) => name === metric))
    throw fieldError({ metric: [`The dataset has no metric of this name: ${metric}`] });
  if (rangeOf(asked) && !row.main_dttm_col) throw fieldError({ metric: [noTimeColumn] });
}

/** Whether it is hidden or not there looks alike. */
function refuseHidden(error: unknown): AccessibleDataset {
  if (error instanceof AppError) throw fieldError({ metric: ['Dataset does not exist'] });
  throw error;
}

function rangeOf({ time_range: range }: AlertMetric): string | undefined {
  return range && range !== 'No filter' ? range : undefined;
}

/** As it is kept: the dataset beside the rest, so that it is known who asks it. */
export function keepMetric(asked: AlertMetric | null): RowChange<'reports'> {
  if (!asked) return { dataset_id: null, metric_json: null };
  const { dataset, ...rest } = asked;
  return { dataset_id: dataset, metric_json: JSON.stringify(rest) };
}

export function readMetric({ dataset_id: dataset, metric_json: json }: Kept): AlertMetric | null {
  // Written by `keepMetric` alone.
  return dataset === null || json === null ? null : { dataset, ...(JSON.parse(json) as Omit<AlertMetric, 'dataset'>) };
}

/** The same with the name that people know the dataset by. */
export async function presentMetric(store: Store, row: Kept) {
  const metric = readMetric(row);
  if (!metric) return null;
  const dataset = await store
    .selectFrom('datasets')
    .select('table_name')
    .where('id', '=', metric.dataset)
    .executeTakeFirst();
  return { ...metric, dataset_name: dataset?.table_name ?? null };
}
