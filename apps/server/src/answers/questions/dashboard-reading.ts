import type { ChartDataRequest, QueryObject } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';
import { type Dataset, loadDataset } from '../../catalog/index.ts';
import { isDocument, parseDocument, type Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { asksNoMore, toSavedQuestion } from './saved-questions.ts';
import { savedQueries } from './saved-request.ts';
import { chartsOf, findSharedDashboard } from './shared-dashboards.ts';

/**
 * Whether a dashboard lets the user read what a request asks, though not the dataset elsewhere: with role-based access
 * on, the dashboard is open to a role of the user's, and the request is what a chart or a filter of it asks of its dataset.
 */
export async function readsThroughDashboard(
  services: Pick<Services, 'store' | 'config' | 'plugins'>,
  user: User,
  request: ChartDataRequest,
): Promise<boolean> {
  const form = request.form_data ?? {};
  const dashboard = await findSharedDashboard(services, user, form.dashboardId);
  const dataset = dashboard && (await loadDataset(services.store, Number(request.datasource.id)));
  if (!dataset) return false;
  if (form.type === 'NATIVE_FILTER') return isOfFilter({ dashboard, dataset, request });
  const charts = await findCharts(services, { dashboardId: dashboard.id, datasetId: dataset.row.id });
  const isRaw = request.queries.every((query) => isRawRows(request, query));
  if (isRaw) return charts.length > 0 && can(user, 'can_drill', 'Dashboard');
  if (form.slice_id === 0) {
    const drilled = charts.find(({ id }) => id === Number(form.chart_id));
    return (
      drilled !== undefined &&
      can(user, 'can_drill', 'Dashboard') &&
      isOfDrill(services, { chart: drilled, dataset, request })
    );
  }
  const chart = charts.find(({ id }) => id === Number(form.slice_id));
  return chart !== undefined && isWithin(request, dataset, savedQueries(services, chart));
}

/** Whether a dashboard lets the user see the rows behind its charts of a dataset, and their numbers by other columns. */
export async function mayDrillOnDashboard(
  services: Pick<Services, 'store' | 'config'>,
  user: User,
  { dashboardId, datasetId }: { readonly dashboardId: unknown; readonly datasetId: number },
): Promise<boolean> {
  const dashboard = await findSharedDashboard(services, user, dashboardId);
  if (!dashboard || !can(user, 'can_drill', 'Dashboard')) return false;
  return (await findCharts(services, { dashboardId: dashboard.id, datasetId })).length > 0;
}

function findCharts(
  services: Pick<Services, 'store'>,
  { dashboardId, datasetId }: { readonly dashboardId: number; readonly datasetId: number },
) {
  return chartsOf(services, dashboardId).where('charts.datasource_id', '=', datasetId).execute();
}

const rawTypes = ['samples', 'drill_detail'];

/** Rows as they are stored, or their number beside them. */
function isRawRows(request: ChartDataRequest, query: QueryObject): boolean {
  const { columns = [], metrics, orderby = [], extras } = query;
  const isPlain = [...columns, ...orderby.map(([by]) => by)].every((column) => typeof column === 'string');
  if (!isPlain || extras?.where || extras?.having) return false;
  if ((query.filters ?? []).some(({ col }) => typeof col !== 'string')) return false;
  const type = query.result_type ?? request.result_type ?? 'full';
  if (rawTypes.includes(type)) return (metrics ?? []).length === 0;
  return request.queries.length > 1 && columns.length === 0 && metrics?.length === 1 && isRowCount(metrics[0]);
}

function isRowCount(metric: unknown): boolean {
  return isDocument(metric) && metric.expressionType === 'SQL' && metric.sqlExpression === 'COUNT(*)';
}

interface Asked {
  readonly dataset: Dataset;
  readonly request: ChartDataRequest;
}

/** A chart's numbers by other columns of its dataset, of those that may be grouped by. */
function isOfDrill(
  services: Pick<Services, 'plugins'>,
  { chart, dataset, request }: Asked & { readonly chart: Row<'charts'> },
): boolean {
  const columns = dataset.columns.filter((column) => column.groupby === 1).map((column) => column.column_name);
  return isWithin(request, dataset, [...savedQueries(services, chart), { columns }]);
}

/** The values that a filter offers, the ends of its range and how many rows lie in between. */
function isOfFilter({ dashboard, dataset, request }: Asked & { readonly dashboard: Row<'dashboards'> }): boolean {
  const { native_filter_configuration: filters } = parseDocument(dashboard.json_metadata) ?? {};
  const wanted = request.form_data?.native_filter_id;
  const filter = (Array.isArray(filters) ? filters : []).find((one) => isDocument(one) && one.id === wanted);
  if (!isDocument(filter) || !Array.isArray(filter.targets)) return false;
  const targets = filter.targets.filter((target) => isDocument(target) && target.datasetId === dataset.row.id);
  if (targets.length === 0) return false;
  const columns = targets.flatMap(({ column }) => (isDocument(column) ? [String(column.name)] : []));
  const ends = request.queries.flatMap(({ metrics }) => (metrics ?? []).filter((metric) => isEndOf(metric, columns)));
  const { sortMetric } = isDocument(filter.controlValues) ? { ...filter, ...filter.controlValues } : filter;
  const conditions = request.queries.flatMap(({ extras }) => extras ?? []);
  const isUnconditional = conditions.every(({ where, having }) => !having && isOfFilterText(filter, where));
  if (!isUnconditional) return false;
  const metrics = [...ends, ...(typeof sortMetric === 'string' ? [sortMetric] : [])];
  return isWithin(request, dataset, [{ columns, metrics }, ...conditions.map((extras) => ({ extras }))]);
}

/** A filter's own condition in SQL is saved with it. */
function isOfFilterText({ adhoc_filters: saved }: { readonly adhoc_filters?: unknown }, where: string | undefined) {
  if (!where?.trim()) return true;
  const texts = (Array.isArray(saved) ? saved : []).flatMap((one) =>
    isDocument(one) ? [String(one.sqlExpression)] : [],
  );
  return texts.length > 0 && where.trim() === texts.map((text) => `(${text})`).join(' AND ');
}

function isEndOf(metric: unknown, columns: readonly string[]): boolean {
  if (isRowCount(metric)) return true;
  if (!isDocument(metric) || metric.expressionType !== 'SIMPLE' || !isDocument(metric.column)) return false;
  return ['MIN', 'MAX'].includes(String(metric.aggregate)) && columns.includes(String(metric.column.column_name));
}

function isWithin(request: ChartDataRequest, dataset: Dataset, queries: readonly QueryObject[]): boolean {
  const temporal = dataset.columns.filter((column) => column.is_dttm === 1).map((column) => column.column_name);
  const saved = queries.flatMap(({ granularity }) => granularity ?? []);
  return asksNoMore(request, { saved: toSavedQuestion(queries), timeColumns: new Set([...temporal, ...saved]) });
}
