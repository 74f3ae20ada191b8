import { randomUUID } from 'node:crypto';
import type { ChartPost, ChartPut, ChartVersionFields } from '@powerset/contract';
import { canEdit, loadDataScope, type User, visibleDashboards } from '../../access/index.ts';
import { refuseWithReports } from '../../catalog/index.ts';
import { fieldError, forbidden } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import {
  chartResource,
  deleteBelongings,
  laterThan,
  loadOwners,
  madeBy,
  readOwners,
  readTags,
  readUuid,
  refuseStale,
  saveOwners,
  saveTags,
  staleError,
} from '../../lists/index.ts';
import { isJson, type Row, type RowChange, type Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { putInTrash } from '../../trash/index.ts';
import { getVersion, keepVersion } from '../../versions/index.ts';
import { getEditableCharts } from './access.ts';

export interface ChartService {
  create(user: User, body: ChartPost): Promise<number>;
  update(user: User, id: number, body: ChartPut): Promise<void>;
  delete(user: User, ids: readonly number[]): Promise<void>;
  /** Makes a chart what it was: a save like any other, with the checks of one. */
  restore(user: User, version: VersionPlace): Promise<void>;
}

interface VersionPlace {
  readonly id: number;
  readonly number: number;
  readonly lastRead: number | null | undefined;
}

type ChartServices = Pick<Services, 'store' | 'now' | 'config'>;

export function createChartService(services: ChartServices): ChartService {
  return {
    create: (user, body) => createChart(services, user, body),
    update: (user, id, body) => updateChart(services, user, { id, body }),
    delete: (user, ids) => deleteCharts(services, user, ids),
    restore: (user, version) => restoreChart(services, user, version),
  };
}

async function createChart(services: ChartServices, user: User, body: ChartPost): Promise<number> {
  const { store } = services;
  checkDocuments(body);
  const name = readName(body.slice_name);
  await checkDatasource(store, user, { id: body.datasource_id, type: body.datasource_type });
  const dashboardIds = await readDashboards(services, user, { asked: body.dashboards ?? [], present: [] });
  const ownerIds =
    (await readOwners(services, user, { asked: body.owners, isNew: true, resource: chartResource })) ?? [];
  const uuid = await readUuid(store, 'charts', { asked: body.uuid });
  const stamp = services.now().toISOString();
  return store.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('charts')
      .values({
        uuid: randomUUID(),
        ...uuid,
        slice_name: name,
        viz_type: body.viz_type ?? 'table',
        datasource_id: body.datasource_id,
        datasource_type: toStoredType(body.datasource_type),
        params: body.params ?? '{}',
        query_context: body.query_context ?? null,
        ...toPlainFields(body),
        ...madeBy(user, stamp),
        last_saved_at: stamp,
        last_saved_by_fk: user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveOwners(transaction, { type: 'chart', id }, ownerIds);
    await saveDashboards(transaction, id, dashboardIds);
    await keepVersion(transaction, { type: 'chart', id });
    return id;
  });
}

interface ChartChange {
  readonly id: number;
  readonly body: ChartPut;
  /** The number of the version that is brought back. */
  readonly restoredFrom?: number;
}

async function updateChart(
  services: ChartServices,
  user: User,
  { id, body, restoredFrom }: ChartChange,
): Promise<void> {
  const { store } = services;
  const [row] = await getEditableCharts(store, user, [id]);
  if (!row) throw new Error('An editable chart has a row.');
  checkDocuments(body);
  if (typeof body.datasource_id === 'number' && body.datasource_id !== row.datasource_id)
    await checkDatasource(store, user, { id: body.datasource_id, type: body.datasource_type ?? 'table' });
  const present = await dashboardIdsOf(store, id);
  const dashboardIds = body.dashboards && (await readDashboards(services, user, { asked: body.dashboards, present }));
  const ownerIds = await readOwners(services, user, { asked: body.owners, isNew: false, resource: chartResource });
  const tagIds = await readTags(store, user, { asked: body.tags, type: 'chart', id });
  const uuid = await readUuid(store, 'charts', { asked: body.uuid, ownId: id });
  const saved = { what: 'chart', ...lastSaveOf(row) };
  await refuseStale(store, saved, body.last_modified_time);
  const stamp = laterThan(saved.changed_on, services.now());
  const isSave = !body.query_context_generation;
  const change: RowChange<'charts'> = {
    ...toChangedFields(body),
    ...uuid,
    changed_on: stamp,
    changed_by_fk: user.id,
    ...(isSave ? { last_saved_at: stamp, last_saved_by_fk: user.id } : {}),
  };
  await store.transaction().execute(async (transaction) => {
    if (isSave) await keepVersion(transaction, { type: 'chart', id });
    const update = transaction.updateTable('charts').set(change).where('id', '=', id);
    const isGuarded = typeof body.last_modified_time === 'number' && row.last_saved_at !== null;
    const { numUpdatedRows } = await (isGuarded
      ? update.where('last_saved_at', '=', row.last_saved_at)
      : update
    ).executeTakeFirst();
    if (numUpdatedRows === 0n) throw staleError(saved);
    if (ownerIds) await saveOwners(transaction, { type: 'chart', id }, ownerIds);
    if (dashboardIds) await saveDashboards(transaction, id, dashboardIds);
    if (tagIds) await saveTags(transaction, { type: 'chart', id }, { tagIds, user, time: stamp });
    if (isSave) await keepVersion(transaction, { type: 'chart', id }, restoredFrom);
  });
}

async function restoreChart(
  services: ChartServices,
  user: User,
  { id, number, lastRead }: VersionPlace,
): Promise<void> {
  await getEditableCharts(services.store, user, [id]);
  const version = await getVersion(services.store, { type: 'chart', id }, number);
  const fields = parseJson(version.document) as ChartVersionFields;
  const body: ChartPut = { ...fields, datasource_type: 'table', last_modified_time: lastRead };
  await updateChart(services, user, { id, body, restoredFrom: number });
}

/** Who saved a chart last, and when; what is only worked out anew of it does not count. */
function lastSaveOf(row: Row<'charts'>) {
  return {
    changed_on: row.last_saved_at ?? row.changed_on,
    changed_by_fk: row.last_saved_at === null ? row.changed_by_fk : row.last_saved_by_fk,
  };
}

async function deleteCharts(services: ChartServices, user: User, ids: readonly number[]): Promise<void> {
  const { store } = services;
  await getEditableCharts(store, user, ids);
  const wanted = [...new Set(ids)];
  await refuseWithReports(store, { column: 'chart_id', ids: wanted });
  await store.transaction().execute(async (transaction) => {
    await putInTrash(transaction, services, { type: 'chart', ids: wanted, user });
    await transaction.deleteFrom('dashboard_charts').where('chart_id', 'in', wanted).execute();
    await deleteBelongings(transaction, 'chart', wanted);
    await transaction.deleteFrom('charts').where('id', 'in', wanted).execute();
  });
}

function toChangedFields(body: ChartPut): RowChange<'charts'> {
  return {
    ...(body.slice_name === undefined ? {} : { slice_name: readName(body.slice_name) }),
    ...(body.viz_type === undefined ? {} : { viz_type: body.viz_type }),
    ...(body.params === undefined ? {} : { params: body.params ?? '{}' }),
    ...(body.query_context === undefined ? {} : { query_context: body.query_context }),
    ...(typeof body.datasource_id === 'number' ? { datasource_id: body.datasource_id } : {}),
    ...(body.datasource_type ? { datasource_type: toStoredType(body.datasource_type) } : {}),
    ...toPlainFields(body),
  };
}

function toPlainFields(body: ChartPut): RowChange<'charts'> {
  const managed = body.is_managed_externally;
  return {
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.cache_timeout === undefined ? {} : { cache_timeout: body.cache_timeout }),
    ...(body.certified_by === undefined ? {} : { certified_by: body.certified_by || null }),
    ...(body.certification_details === undefined ? {} : { certification_details: body.certification_details || null }),
    ...(managed === undefined || managed === null ? {} : { is_managed_externally: managed ? 1 : 0 }),
    ...(body.external_url === undefined ? {} : { external_url: body.external_url }),
  };
}

function readName(name: string): string {
  const trimmed = name.trim();
  if (!trimmed) throw fieldError({ slice_name: ['The name must not be empty.'] }, 400);
  return trimmed;
}

function checkDocuments(body: ChartPut): void {
  for (const field of ['params', 'query_context'] as const) {
    const text = body[field];
    if (typeof text === 'string' && text !== '' && !isJson(text))
      throw fieldError({ [field]: ['JSON not valid'] }, 400);
  }
}

/** The wire knows two names for the same thing. */
function toStoredType(type: string): string {
  return type === 'dataset' ? 'table' : type;
}

/** A chart may stand only on a dataset that its author may read. */
async function checkDatasource(
  store: Store,
  user: User,
  { id, type }: { readonly id: number; readonly type: string },
): Promise<void> {
  if (toStoredType(type) !== 'table')
    throw fieldError({ datasource_type: ['A chart stands on a dataset: save the query as one first.'] });
  const scope = await loadDataScope(store, user);
  const row = await store.selectFrom('datasets').select('id').where('id', '=', id).executeTakeFirst();
  const isReadable = row !== undefined && (scope.isAll || scope.datasetIds.includes(id));
  if (!isReadable) throw fieldError({ datasource_id: ['Datasource does not exist'] });
}

async function dashboardIdsOf(store: Store, chartId: number): Promise<readonly number[]> {
  const rows = await store
    .selectFrom('dashboard_charts')
    .select('dashboard_id')
    .where('chart_id', '=', chartId)
    .execute();
  return rows.map((row) => row.dashboard_id);
}

/** Dashboards that a chart is put on must be there and belong to the user; those it is on already stay allowed. */
async function readDashboards(
  { store, config }: ChartServices,
  user: User,
  { asked, present }: { readonly asked: readonly number[]; readonly present: readonly number[] },
): Promise<readonly number[]> {
  const wanted = [...new Set(asked)];
  const added = wanted.filter((id) => !present.includes(id));
  if (added.length === 0) return wanted;
  const scope = await loadDataScope(store, user);
  const rows = await store
    .selectFrom('dashboards')
    .select('id')
    .where('id', 'in', added)
    .where(() => visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true))
    .execute();
  if (rows.length !== added.length) throw fieldError({ dashboards: ['Dashboards do not exist'] });
  const owners = await loadOwners(store, 'dashboard', added);
  const isOwn = added.every((id) =>
    canEdit(
      user,
      'Dashboard',
      (owners.get(id) ?? []).map((owner) => owner.id),
    ),
  );
  if (!isOwn) throw forbidden();
  return wanted;
}

async function saveDashboards(store: Store, chartId: number, dashboardIds: readonly number[]): Promise<void> {
  await store.deleteFrom('dashboard_charts').where('chart_id', '=', chartId).execute();
  const values = dashboardIds.map((dashboardId) => ({ dashboard_id: dashboardId, chart_id: chartId }));
  if (values.length > 0) await store.insertInto('dashboard_charts').values(values).execute();
}
