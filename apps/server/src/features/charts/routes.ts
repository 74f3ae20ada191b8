import { type ChartVersionFields, chartEndpoints, type WireChart } from '@powerset/contract';
import { ChartPost, ChartPut } from '@powerset/contract/schemas';
import { listedCharts, loadDataScope, type User, visibleDashboards } from '../../access/index.ts';
import { createFavorites } from '../../favorites/index.ts';
import { notFound, parseId, parseIds, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import {
  chartResource,
  findIdOf,
  findRelatedUsers,
  loadShownOwners,
  loadTags,
  loadUsers,
  pickColumns,
  readPage,
  toEnvelope,
  toInfo,
} from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { getVersion, listVersions, toWireVersion } from '../../versions/index.ts';
import { getEditableCharts, getVisibleChart } from './access.ts';
import { type ChartRelations, toWireChart, toWireChartDetail } from './present.ts';
import { createChartService } from './service.ts';
import { chartFilterNames, chartOrderColumns, findCharts, findDataset, loadChartDashboards } from './store.ts';

const relations = ['owners', 'created_by', 'changed_by'];
const verbs = ['can_read', 'can_write', 'can_export', 'can_warm_up_cache'];

export function registerCharts(router: Router, services: Services): void {
  registerReading(router, services);
  registerWriting(router, services);
  registerFavorites(router, services);
  registerVersions(router, services);
}

function registerReading(router: Router, services: Services): void {
  const { store } = services;
  router.route(chartEndpoints.list, async ({ user, query }) => {
    const list = parseListQuery(query);
    const { count, rows } = await findCharts(store, user, list);
    const relations = await loadRelations(services, user, rows);
    const charts: readonly WireChart[] = rows.map((row) => toWireChart(row, relations));
    return toEnvelope({ query: list, count, rows: charts, title: 'List Slice', orderColumns: chartOrderColumns });
  });
  router.route(chartEndpoints.info, ({ user, query }) =>
    toInfo(
      { user, view: 'Chart', verbs, title: 'Slice', filters: chartFilterNames, addForm: ChartPost, editForm: ChartPut },
      parseQ(query),
    ),
  );
  router.route(chartEndpoints.related, ({ user, params: { column }, query }) => {
    if (!relations.includes(column)) throw notFound();
    return findRelatedUsers(services, { user, resource: chartResource, column, query: parseListQuery(query) });
  });
  router.route(chartEndpoints.distinct, ({ user, params, query }) =>
    findVizTypes(services, user, { column: params.column, list: parseListQuery(query) }),
  );
  router.route(chartEndpoints.get, async ({ user, params, query }) => {
    const row = await getVisibleChart(store, user, await findIdOf(store, 'charts', params.id));
    const [dataset, known] = await Promise.all([findDataset(store, row), loadRelations(services, user, [row])]);
    const detail = toWireChartDetail(row, dataset, known);
    const { columns } = parseListQuery(query);
    return { id: row.id, result: columns ? pickColumns(detail, columns) : detail };
  });
}

function registerWriting(router: Router, services: Services): void {
  const service = createChartService(services);
  router.route(chartEndpoints.create, async ({ user, body }) => ({
    id: await service.create(user, body),
    result: body,
  }));
  router.route(chartEndpoints.update, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await service.update(user, id, body);
    return { id, result: body };
  });
  router.route(chartEndpoints.delete, async ({ user, params }) => {
    await service.delete(user, [parseId(params.id)]);
    return { message: 'OK' };
  });
  router.route(chartEndpoints.bulkDelete, async ({ user, query }) => {
    const ids = [...new Set(parseIds(query))];
    await service.delete(user, ids);
    return { message: ids.length === 1 ? 'Deleted 1 chart' : `Deleted ${ids.length} charts` };
  });
}

function registerVersions(router: Router, services: Services): void {
  const service = createChartService(services);
  const { store } = services;
  router.route(chartEndpoints.versions, async ({ user, params, query }) => {
    const id = parseId(params.id);
    await getEditableCharts(store, user, [id]);
    return listVersions(services, { type: 'chart', id }, parseListQuery(query));
  });
  router.route(chartEndpoints.version, async ({ user, params }) => {
    const id = parseId(params.id);
    await getEditableCharts(store, user, [id]);
    const version = await getVersion(store, { type: 'chart', id }, parseId(params.number));
    return { result: await toWireVersion<ChartVersionFields>(services, version) };
  });
  router.route(chartEndpoints.restoreVersion, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await service.restore(user, { id, number: parseId(params.number), lastRead: body.last_modified_time });
    return { id };
  });
}

function registerFavorites(router: Router, services: Services): void {
  const favorites = createFavorites(services, 'chart');
  router.route(chartEndpoints.favoriteStatus, async ({ user, query }) => ({
    result: await favorites.statusOf(user.id, parseIds(query)),
  }));
  router.route(chartEndpoints.addFavorite, async ({ user, params }) => {
    const { id } = await getVisibleChart(services.store, user, parseId(params.id));
    await favorites.add(user.id, id);
    return { result: 'OK' };
  });
  router.route(chartEndpoints.removeFavorite, async ({ user, params }) => {
    const { id } = await getVisibleChart(services.store, user, parseId(params.id));
    await favorites.remove(user.id, id);
    return { result: 'OK' };
  });
}

async function loadRelations(
  { store, now, config }: Services,
  user: User,
  rows: readonly Pick<Row<'charts'>, 'id' | 'created_by_fk' | 'changed_by_fk' | 'last_saved_by_fk'>[],
): Promise<ChartRelations> {
  const ids = rows.map((row) => row.id);
  const scope = await loadDataScope(store, user);
  const isVisible = visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true);
  const [users, owners, tags, dashboards] = await Promise.all([
    loadUsers(
      store,
      rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk, row.last_saved_by_fk]),
    ),
    loadShownOwners(store, user, { type: 'chart', ids }),
    loadTags(store, 'chart', ids),
    loadChartDashboards(store, ids, isVisible),
  ]);
  return { users, owners, tags, dashboards, now: now() };
}

/** Chart types in use, for the list's filter. */
async function findVizTypes(
  { store }: Services,
  user: User,
  { column, list }: { readonly column: string; readonly list: ReturnType<typeof parseListQuery> },
) {
  if (column !== 'viz_type') throw notFound();
  const scope = await loadDataScope(store, user);
  const rows = await store
    .selectFrom('charts')
    .select('viz_type')
    .distinct()
    .where(() => listedCharts(user, scope))
    .orderBy('viz_type')
    .execute();
  const matching = rows.filter((row) => row.viz_type.toLowerCase().startsWith((list.filter ?? '').toLowerCase()));
  const { offset, limit } = readPage(list);
  const result = matching.slice(offset, offset + limit).map((row) => ({ text: row.viz_type, value: row.viz_type }));
  return { count: matching.length, result };
}
