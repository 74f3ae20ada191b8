import { randomUUID } from 'node:crypto';
import { adoptFolders, loadDataset, settleCatalogs, toKeptFolders } from '../../catalog/index.ts';
import { getOrMakeTags, plainTagName, saveOwners, saveTags, type Taggable } from '../../lists/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { withFilesKept } from '../../themes/index.ts';
import { toLocalParams, toLocalQueryContext } from './chart-references.ts';
import { toLocalMetadata } from './dashboard-metadata.ts';
import { toFlag, toStoredText } from './documents.ts';
import { chartIdsOf, chartNumbersOf, emptyLayout, toLocalLayout } from './layouts.ts';
import type { KnownIds, PlannedKind, PlannedWrite } from './plan.ts';
import type { PlannedCharts } from './plan-charts.ts';
import type { PlannedDashboards } from './plan-dashboards.ts';
import type { DatabaseValues, PlannedDatabases } from './plan-databases.ts';
import type { PlannedDataset } from './plan-datasets.ts';
import type { ChartFile, DashboardFile, QueryFile, ThemeFile } from './shapes.ts';
import { saveFields } from './write-fields.ts';
import type { Writer } from './writer.ts';

export interface Plan {
  readonly databases: PlannedDatabases;
  readonly datasets: PlannedKind<PlannedDataset>;
  readonly charts: PlannedCharts;
  readonly dashboards: PlannedDashboards;
  readonly queries: PlannedKind<QueryFile>;
  readonly themes: PlannedKind<ThemeFile>;
}

/** Writes a plan, what others stand on first. Answers the databases whose connection may have changed. */
export async function writePlan(writer: Writer, plan: Plan): Promise<readonly number[]> {
  const databaseIds = await writeAll(plan.databases, (write) => writeDatabase(writer, write));
  const inBundle = await writeAll(plan.datasets, (write) => writeDataset(writer, write, databaseIds));
  const datasetIds = new Map([...plan.charts.datasets, ...plan.dashboards.datasets, ...inBundle]);
  const chartIds = await writeAll(plan.charts, (write) => writeChart(writer, write, datasetIds));
  const themeIds = await writeAll(plan.themes, (write) => writeTheme(writer, write));
  await writeAll(plan.dashboards, (write) => writeDashboard(writer, write, { datasetIds, chartIds, themeIds }));
  await writeAll(plan.queries, (write) => writeQuery(writer, write, databaseIds));
  return plan.databases.writes.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

async function writeAll<Value>(
  { known, writes }: PlannedKind<Value>,
  write: (planned: PlannedWrite<Value>) => Promise<number>,
): Promise<KnownIds> {
  const ids = new Map(known);
  for (const planned of writes) ids.set(planned.uuid, await write(planned));
  return ids;
}

type Table = 'databases' | 'datasets' | 'charts' | 'dashboards' | 'saved_queries' | 'themes';

interface SaveInput<T extends Table> {
  readonly table: T;
  readonly uuid: string;
  readonly id: number | undefined;
  readonly values: Partial<Row<T>>;
}

/** Makes or changes a row; one that says the same already keeps the time of its last change. */
async function save<T extends Table>({ store, userId, time }: Writer, input: SaveInput<T>): Promise<number> {
  const { table, uuid, id, values } = input;
  const changed = { changed_on: time, changed_by_fk: userId };
  if (id === undefined) {
    // What has it already is not the person's to see: the plan would have named it.
    const taken = await store
      .selectFrom(table as 'charts')
      .select('id')
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    const row = await store
      .insertInto(table as 'charts')
      // Each caller gives all that its table must have.
      .values({
        ...values,
        ...changed,
        uuid: taken ? randomUUID() : uuid,
        created_on: time,
        created_by_fk: userId,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }
  // The tables differ in their columns only.
  const named = table as 'charts';
  const before: Readonly<Record<string, unknown>> = await store
    .selectFrom(named)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (Object.entries(values).every(([name, value]) => before[name] === value)) return id;
  await store
    .updateTable(named)
    .set({ ...values, ...changed } as never)
    .where('id', '=', id)
    .execute();
  return id;
}

async function writeDatabase(writer: Writer, { uuid, id, value }: PlannedWrite<DatabaseValues>): Promise<number> {
  const values = { ...(value as Partial<Row<'databases'>>), ...(id === undefined ? { awaits_file: 1 } : {}) };
  const databaseId = await save(writer, { table: 'databases', uuid, id, values });
  const { backend, sqlalchemy_uri } = value;
  if (id !== undefined) await settleCatalogs(writer.store, { id, backend, sqlalchemy_uri });
  return databaseId;
}

function toManagement(value: Pick<ChartFile, 'is_managed_externally' | 'external_url'>) {
  return { is_managed_externally: toFlag(value.is_managed_externally, 0), external_url: value.external_url || null };
}

async function writeDataset(
  writer: Writer,
  { uuid, id, value }: PlannedWrite<PlannedDataset>,
  databaseIds: KnownIds,
): Promise<number> {
  const values = {
    database_id: databaseIds.get(value.database_uuid.toLowerCase()),
    catalog: value.catalog,
    schema: value.schema || null,
    table_name: value.table_name,
    sql: value.sql || null,
    description: value.description ?? null,
    main_dttm_col: value.main_dttm_col ?? null,
    currency_code_column: value.currency_code_column || null,
    normalize_columns: value.normalize_columns ? 1 : 0,
    always_filter_main_dttm: value.always_filter_main_dttm ? 1 : 0,
    offset: value.offset ?? 0,
    default_endpoint: value.default_endpoint ?? null,
    cache_timeout: value.cache_timeout ?? null,
    template_params: toStoredText(value.template_params),
    extra: toStoredText(value.extra),
    params: toStoredText(value.params),
    filter_select_enabled: value.filter_select_enabled === false ? 0 : 1,
    fetch_values_predicate: value.fetch_values_predicate ?? null,
    kept: value.kept,
    ...toManagement(value),
  };
  const datasetId = await save(writer, { table: 'datasets', uuid, id, values });
  await saveFields(writer, datasetId, value);
  await writeFolders(writer, datasetId, value.folders);
  if (id === undefined) await saveOwners(writer.store, { type: 'dataset', id: datasetId }, [writer.userId]);
  return datasetId;
}

/** Of its columns and metrics by name: they have UUIDs of their own here. */
async function writeFolders({ store }: Writer, datasetId: number, given: PlannedDataset['folders']): Promise<void> {
  const dataset = given && given.length > 0 ? await loadDataset(store, datasetId) : undefined;
  const folders = dataset ? toKeptFolders(adoptFolders(given, dataset)) : null;
  await store.updateTable('datasets').set({ folders }).where('id', '=', datasetId).execute();
}

async function writeChart(
  writer: Writer,
  { uuid, id, value }: PlannedWrite<ChartFile>,
  datasetIds: KnownIds,
): Promise<number> {
  const datasetId = value.dataset_uuid ? (datasetIds.get(value.dataset_uuid.toLowerCase()) ?? null) : null;
  const values = {
    slice_name: value.slice_name,
    viz_type: value.viz_type,
    datasource_id: datasetId,
    datasource_type: 'table',
    params: toStoredText(value.params) ?? '{}',
    query_context: toStoredText(value.query_context),
    description: value.description ?? null,
    cache_timeout: value.cache_timeout ?? null,
    certified_by: value.certified_by || null,
    certification_details: value.certification_details || null,
    ...toManagement(value),
  };
  const isNew = id === undefined;
  // What a new chart says of itself waits for its number.
  const chartId = isNew
    ? await save(writer, { table: 'charts', uuid, id, values: { ...values, ...savedBy(writer) } })
    : id;
  const place = { chartId, datasetId };
  const params = parseDocument(values.params);
  const context = parseDocument(values.query_context);
  const local = {
    ...values,
    ...(params ? { params: JSON.stringify(toLocalParams(params, place)) } : {}),
    ...(context ? { query_context: JSON.stringify(toLocalQueryContext(context, place)) } : {}),
  };
  await save(writer, { table: 'charts', uuid, id: chartId, values: local });
  if (isNew) await saveOwners(writer.store, { type: 'chart', id: chartId }, [writer.userId]);
  await writeTags(writer, { type: 'chart', id: chartId }, value.tags);
  return chartId;
}

/** What older documents leave open stays as it is. */
async function writeTags(
  { store, userId, time, mayTag }: Writer,
  object: Taggable,
  names: ChartFile['tags'],
): Promise<void> {
  if (!names || !mayTag) return;
  const stamp = { user: { id: userId }, time };
  const tagIds = await getOrMakeTags(store, [...new Set(names.map(plainTagName).filter(Boolean))], stamp);
  await saveTags(store, object, { tagIds, ...stamp });
}

function savedBy({ userId, time }: Writer) {
  return { last_saved_at: time, last_saved_by_fk: userId };
}

interface LocalIds {
  readonly datasetIds: KnownIds;
  readonly chartIds: KnownIds;
  readonly themeIds: KnownIds;
}

async function writeDashboard(
  writer: Writer,
  { uuid, id, value }: PlannedWrite<DashboardFile>,
  { datasetIds, chartIds, themeIds }: LocalIds,
): Promise<number> {
  const position = toLocalLayout(value.position ?? emptyLayout, chartIds);
  const charts = new Map(
    [...chartNumbersOf(value.position ?? {})].flatMap(([number, chartUuid]) => {
      const chartId = chartIds.get(chartUuid);
      return chartId === undefined ? [] : [[number, chartId] as const];
    }),
  );
  const metadata = toLocalMetadata(value.metadata ?? {}, { datasets: datasetIds, charts });
  const values = {
    dashboard_title: value.dashboard_title ?? '',
    slug: value.slug ?? null,
    css: value.css ?? '',
    position_json: JSON.stringify(position),
    json_metadata: JSON.stringify(metadata),
    description: value.description ?? null,
    published: value.published ? 1 : 0,
    certified_by: value.certified_by || null,
    certification_details: value.certification_details || null,
    theme_id: themeIds.get(value.theme_uuid?.toLowerCase() ?? '') ?? null,
    ...toManagement(value),
  };
  const dashboardId = await save(writer, { table: 'dashboards', uuid, id, values });
  if (id === undefined) await saveOwners(writer.store, { type: 'dashboard', id: dashboardId }, [writer.userId]);
  await writeTags(writer, { type: 'dashboard', id: dashboardId }, value.tags);
  await linkCharts(
    writer.store,
    dashboardId,
    chartIdsOf(position).filter((chartId) => chartId > 0),
  );
  return dashboardId;
}

async function linkCharts(store: Store, dashboardId: number, chartIds: readonly number[]): Promise<void> {
  await store.deleteFrom('dashboard_charts').where('dashboard_id', '=', dashboardId).execute();
  const values = [...new Set(chartIds)].map((chartId) => ({ dashboard_id: dashboardId, chart_id: chartId }));
  if (values.length > 0) await store.insertInto('dashboard_charts').values(values).execute();
}

async function writeTheme(writer: Writer, { uuid, id, value }: PlannedWrite<ThemeFile>): Promise<number> {
  const text = typeof value.json_data === 'string' ? value.json_data : JSON.stringify(value.json_data);
  const deps = { store: writer.store, now: () => new Date(writer.time) };
  const values = { theme_name: value.theme_name, json_data: await withFilesKept(deps, text) };
  return save(writer, { table: 'themes', uuid, id, values });
}

function writeQuery(
  writer: Writer,
  { uuid, id, value }: PlannedWrite<QueryFile>,
  databaseIds: KnownIds,
): Promise<number> {
  const values = {
    user_id: writer.userId,
    db_id: value.database_uuid ? (databaseIds.get(value.database_uuid.toLowerCase()) ?? null) : null,
    catalog: value.catalog ?? null,
    schema: value.schema ?? null,
    label: value.label ?? '',
    description: value.description ?? null,
    sql: value.sql,
  };
  return save(writer, { table: 'saved_queries', uuid, id, values });
}
