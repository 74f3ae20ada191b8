import { randomUUID } from 'node:crypto';
import { genericTypeOf } from '../../catalog/index.ts';
import type { Engine } from '../../engines/index.ts';
import { saveOwners } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { ExampleChart } from './content/chart-forms.ts';
import { type ExampleDashboard, type ExampleFilter, exampleDashboards } from './content/dashboards.ts';
import { columnLabels, type ExampleDataset, exampleDatasets } from './content/datasets.ts';
import { type PlacedChart, toLayout } from './content/layout.ts';
import { salesCharts } from './content/sales-charts.ts';
import { trafficCharts } from './content/traffic-charts.ts';

interface ContentInput {
  readonly databaseId: number;
  readonly engine: Engine;
}

const schema = 'main';
const allCharts = [...Object.values(salesCharts).flat(), ...trafficCharts];

/** Saves datasets, charts and dashboards in one transaction; what an earlier, unfinished attempt left is replaced. */
export async function saveExampleContent(
  { store, now }: Services,
  { databaseId, engine }: ContentInput,
): Promise<void> {
  const tables = await Promise.all(
    exampleDatasets.map(async (dataset) => ({
      dataset,
      columns: (await engine.describeTable({ schema, table: dataset.table })).columns,
    })),
  );
  const stamp = now().toISOString();
  await store.transaction().execute(async (transaction) => {
    const writer: Writer = { store: transaction, databaseId, stamp, ownerId: await findFirstAdmin(transaction) };
    const datasetIds = new Map<string, number>();
    for (const { dataset, columns } of tables)
      datasetIds.set(dataset.table, await saveDataset(writer, dataset, columns));
    const charts = new Map<string, PlacedChart>();
    for (const chart of allCharts) charts.set(chart.key, await saveChart(writer, chart, datasetIds));
    for (const dashboard of exampleDashboards) await saveDashboard(writer, dashboard, { charts, datasetIds });
  });
}

interface Writer {
  readonly store: Store;
  readonly databaseId: number;
  readonly stamp: string;
  readonly ownerId: number | undefined;
}

type Column = Awaited<ReturnType<Engine['describeTable']>>['columns'][number];

async function saveDataset(
  { store, databaseId, stamp }: Writer,
  dataset: ExampleDataset,
  columns: readonly Column[],
): Promise<number> {
  const { id } = await store
    .insertInto('datasets')
    .values({
      uuid: randomUUID(),
      database_id: databaseId,
      schema,
      table_name: dataset.table,
      description: dataset.description,
      main_dttm_col: dataset.mainTemporalColumn,
      created_on: stamp,
      changed_on: stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = { created_on: stamp, changed_on: stamp, dataset_id: id };
  await store
    .insertInto('dataset_columns')
    .values(
      columns.map((column, position) => ({
        ...times,
        uuid: randomUUID(),
        column_name: column.name,
        verbose_name: columnLabels[column.name] ?? null,
        type: column.nativeType,
        is_dttm: genericTypeOf(column.nativeType) === 'temporal' ? 1 : 0,
        position,
      })),
    )
    .execute();
  await store
    .insertInto('dataset_metrics')
    .values(
      dataset.metrics.map((metric, position) => ({
        ...times,
        uuid: randomUUID(),
        metric_name: metric.name,
        verbose_name: metric.label,
        expression: metric.expression,
        description: metric.description ?? null,
        d3format: metric.format ?? null,
        currency: metric.isMoney ? JSON.stringify({ symbol: 'EUR', symbolPosition: 'prefix' }) : null,
        position,
      })),
    )
    .execute();
  return id;
}

async function saveChart(
  { store, stamp }: Writer,
  chart: ExampleChart,
  datasetIds: ReadonlyMap<string, number>,
): Promise<PlacedChart> {
  const datasetId = datasetIds.get(chart.table);
  const uuid = randomUUID();
  const params = { viz_type: chart.vizType, datasource: `${datasetId}__table`, ...chart.form };
  const { id } = await store
    .insertInto('charts')
    .values({
      uuid,
      slice_name: chart.name,
      viz_type: chart.vizType,
      datasource_id: datasetId,
      datasource_type: 'table',
      params: JSON.stringify(params),
      description: chart.description ?? null,
      created_on: stamp,
      changed_on: stamp,
      last_saved_at: stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, uuid, name: chart.name };
}

interface Placed {
  readonly charts: ReadonlyMap<string, PlacedChart>;
  readonly datasetIds: ReadonlyMap<string, number>;
}

async function saveDashboard(
  { store, stamp, ownerId }: Writer,
  dashboard: ExampleDashboard,
  { charts, datasetIds }: Placed,
): Promise<void> {
  const { id } = await store
    .insertInto('dashboards')
    .values({
      uuid: randomUUID(),
      dashboard_title: dashboard.title,
      slug: dashboard.slug,
      description: dashboard.description,
      css: '',
      published: 1,
      position_json: JSON.stringify(toLayout(dashboard.title, dashboard.content, charts)),
      json_metadata: JSON.stringify(toMetadata(dashboard, { charts, datasetIds })),
      created_on: stamp,
      changed_on: stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = dashboard.charts.map((key) => ({ dashboard_id: id, chart_id: charts.get(key)?.id ?? 0 }));
  await store.insertInto('dashboard_charts').values(values).execute();
  if (ownerId !== undefined) await saveOwners(store, { type: 'dashboard', id }, [ownerId]);
}

/** Who came first, where somebody has: the dashboards are theirs. */
async function findFirstAdmin(store: Store): Promise<number | undefined> {
  const admins = store
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('users.id')
    .where('roles.name', '=', 'Admin');
  return (await admins.orderBy('users.id').limit(1).executeTakeFirst())?.id;
}

function toMetadata(dashboard: ExampleDashboard, { charts, datasetIds }: Placed) {
  const chartIds = dashboard.charts.map((key) => charts.get(key)?.id ?? 0);
  return {
    color_scheme: '',
    refresh_frequency: 0,
    cross_filters_enabled: true,
    filter_bar_orientation: 'VERTICAL',
    global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: chartIds },
    chart_configuration: {},
    native_filter_configuration: dashboard.filters.map((filter) => toFilter(filter, { chartIds, datasetIds })),
  };
}

function toFilter(
  filter: ExampleFilter,
  { chartIds, datasetIds }: { chartIds: readonly number[]; datasetIds: ReadonlyMap<string, number> },
) {
  const isSelect = filter.type === 'filter_select';
  return {
    id: filter.id,
    type: 'NATIVE_FILTER',
    name: filter.name,
    filterType: filter.type,
    description: '',
    targets: filter.table ? [{ datasetId: datasetIds.get(filter.table), column: { name: filter.column } }] : [{}],
    controlValues: isSelect
      ? {
          sortAscending: true,
          multiSelect: true,
          enableEmptyFilter: false,
          defaultToFirstItem: false,
          inverseSelection: false,
          searchAllOptions: false,
        }
      : { enableEmptyFilter: false },
    defaultDataMask: filter.range
      ? { extraFormData: { time_range: filter.range }, filterState: { value: filter.range }, ownState: {} }
      : { extraFormData: {}, filterState: {}, ownState: {} },
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    chartsInScope: chartIds,
    tabsInScope: [],
  };
}
