import { dashboardEndpoints } from '@powerset/contract';
import { DashboardPost, DashboardPut } from '@powerset/contract/schemas';
import { can, canEdit, type User } from '../../access/index.ts';
import { createFavorites } from '../../favorites/index.ts';
import {
  AppError,
  notFound,
  parseId,
  parseIds,
  parseListQuery,
  parseQ,
  publicOrigin,
  type Router,
  readFlag,
} from '../../http/index.ts';
import {
  dashboardResource,
  findRelatedRoles,
  findRelatedUsers,
  loadOwners,
  loadShownOwners,
  loadTags,
  loadUsers,
  pickColumns,
  toEnvelope,
  toInfo,
} from '../../lists/index.ts';
import { parseDocument, type Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { getVisibleDashboard, isRoleBased } from './access.ts';
import { copyDashboard } from './copies.ts';
import { changeColors, changeListed, readTabs } from './document-parts.ts';
import { createFilterStates } from './filter-states.ts';
import { createDashboardPermalinks, toPermalinkTarget } from './permalinks.ts';
import { createPresence } from './presence.ts';
import { type DashboardRelations, toWireDashboard, toWireDashboardChart, toWireDashboardDetail } from './present.ts';
import { loadReadableDatasets } from './readable-datasets.ts';
import { createDashboardService } from './service.ts';
import {
  dashboardFilterNames,
  dashboardOrderColumns,
  findDashboardCharts,
  findDashboards,
  findDashboardTheme,
  loadDashboardRoles,
} from './store.ts';
import { registerVersions } from './versions.ts';

const userColumns = ['owners', 'created_by', 'changed_by'];
const verbs = ['can_read', 'can_write', 'can_export', 'can_get_embedded', 'can_set_embedded', 'can_delete_embedded'];

export function registerDashboards(router: Router, services: Services): void {
  registerLists(router, services);
  registerReading(router, services);
  registerWriting(router, services);
  registerFavorites(router, services);
  registerVersions(router, services);
  registerPresence(router, services);
  registerFilterStates(router, services);
  registerPermalinks(router, services);
}

function registerLists(router: Router, services: Services): void {
  const { store } = services;
  router.route(dashboardEndpoints.list, async ({ user, query }) => {
    const list = parseListQuery(query);
    const listing = { user, query: list, isRoleBased: isRoleBased(services) };
    const { count, rows } = await findDashboards(store, listing);
    const relations = await loadRelations(services, user, rows);
    const result = rows.map((row) => toWireDashboard(row, relations));
    return toEnvelope({
      query: list,
      count,
      rows: result,
      title: 'List Dashboard',
      orderColumns: dashboardOrderColumns,
    });
  });
  router.route(dashboardEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'Dashboard',
        verbs,
        title: 'Dashboard',
        filters: dashboardFilterNames,
        addForm: DashboardPost,
        editForm: DashboardPut,
        unique: ['slug'],
      },
      parseQ(query),
    ),
  );
  router.route(dashboardEndpoints.related, async ({ user, params: { column }, query: asked }) => {
    const about = { resource: dashboardResource, query: parseListQuery(asked) };
    if (column === 'roles') return findRelatedRoles(store, user, about);
    if (!userColumns.includes(column)) throw notFound();
    return findRelatedUsers(services, { ...about, user, column });
  });
}

const noNames: Pick<DashboardRelations, 'users' | 'owners' | 'tags' | 'roles'> = {
  users: new Map(),
  owners: new Map(),
  tags: new Map(),
  roles: [],
};

function registerReading(router: Router, services: Services): void {
  const { store } = services;
  router.route(dashboardEndpoints.get, async ({ user, params, query }) => {
    const row = await getVisibleDashboard(services, user, params.id);
    const [known, charts, theme] = await Promise.all([
      loadRelations(services, user, [row]),
      findDashboardCharts(store, row.id),
      findDashboardTheme(store, row.theme_id),
    ]);
    // Guests are told no names.
    const relations: DashboardRelations = user.guest ? { ...known, ...noNames } : known;
    const ownerIds = (relations.owners.get(row.id) ?? []).map((owner) => owner.id);
    const facts = {
      relations,
      theme,
      chartNames: charts.map((chart) => chart.slice_name),
      isEditable: canEdit(user, 'Dashboard', ownerIds),
    };
    const detail = toWireDashboardDetail(row, facts);
    const { columns: chosen } = parseListQuery(query);
    return { id: row.id, result: chosen ? pickColumns(detail, chosen) : detail };
  });
  router.route(dashboardEndpoints.charts, async ({ user, params }) => {
    const { id } = await getVisibleDashboard(services, user, params.id);
    const rows = await findDashboardCharts(store, id);
    const owners = await loadOwners(
      store,
      'chart',
      rows.map((row) => row.id),
    );
    const isEditable = ({ id: chartId, is_managed_externally: isManaged }: (typeof rows)[number]) =>
      !isManaged &&
      canEdit(
        user,
        'Chart',
        (owners.get(chartId) ?? []).map((owner) => owner.id),
      );
    const seesAllData = can(user, 'all_datasource_access', 'all_datasource_access');
    return { result: rows.map((row) => toWireDashboardChart(row, { isEditable: isEditable(row), seesAllData })) };
  });
  router.route(dashboardEndpoints.tabs, async ({ user, params }) => {
    const row = await getVisibleDashboard(services, user, params.id);
    return { result: readTabs(parseDocument(row.position_json)) };
  });
  router.route(dashboardEndpoints.datasets, async ({ user, params }) => {
    const { id } = await getVisibleDashboard(services, user, params.id);
    return { result: await loadReadableDatasets(services, user, id) };
  });
}

function registerWriting(router: Router, services: Services): void {
  const service = createDashboardService(services);
  router.route(dashboardEndpoints.create, async ({ user, body }) => ({
    id: (await service.create(user, body)).id,
    result: body,
  }));
  router.route(dashboardEndpoints.update, async ({ user, params, body }) => {
    const saved = await service.update(user, parseId(params.id), body);
    return { id: saved.id, result: body, last_modified_time: saved.lastModifiedTime };
  });
  router.route(dashboardEndpoints.changeFilters, async ({ user, params, body }) => ({
    result: await changeListed(services, user, { id: parseId(params.id), list: 'native_filter_configuration', body }),
  }));
  router.route(dashboardEndpoints.changeCustomizations, async ({ user, params, body }) => ({
    result: await changeListed(services, user, { id: parseId(params.id), list: 'chart_customization_config', body }),
  }));
  router.route(dashboardEndpoints.changeColors, async ({ user, params, query, body }) => {
    const isMarked = readFlag(query.mark_updated) !== false;
    await changeColors(services, user, { id: parseId(params.id), isMarked, colors: body });
    return { result: [] };
  });
  router.route(dashboardEndpoints.copy, async ({ user, params, body }) => {
    const saved = await copyDashboard(services, user, { id: params.id, body });
    return { result: { id: saved.id, last_modified_time: saved.lastModifiedTime } };
  });
  router.route(dashboardEndpoints.delete, async ({ user, params }) => {
    await service.delete(user, [parseId(params.id)]);
    return { message: 'OK' };
  });
  router.route(dashboardEndpoints.bulkDelete, async ({ user, query }) => {
    const ids = [...new Set(parseIds(query))];
    await service.delete(user, ids);
    return { message: ids.length === 1 ? 'Deleted 1 dashboard' : `Deleted ${ids.length} dashboards` };
  });
}

function registerFavorites(router: Router, services: Services): void {
  const favorites = createFavorites(services, 'dashboard');
  router.route(dashboardEndpoints.favoriteStatus, async ({ user, query }) => ({
    result: await favorites.statusOf(user.id, parseIds(query)),
  }));
  router.route(dashboardEndpoints.addFavorite, async ({ user, params }) => {
    const { id } = await getVisibleDashboard(services, user, params.id);
    await favorites.add(user.id, id);
    return { result: 'OK' };
  });
  router.route(dashboardEndpoints.removeFavorite, async ({ user, params }) => {
    const { id } = await getVisibleDashboard(services, user, params.id);
    await favorites.remove(user.id, id);
    return { result: 'OK' };
  });
}

/** People with an account, that is: a visitor is told no names. */
function registerPresence(router: Router, services: Services): void {
  const presence = createPresence(services);
  const visible = async (user: User, idOrSlug: string) => {
    if (user.isAnonymous) throw new AppError('UNAUTHENTICATED_ERROR');
    return (await getVisibleDashboard(services, user, idOrSlug)).id;
  };
  router.route(dashboardEndpoints.notePresence, async ({ user, params, body }) => {
    const dashboardId = await visible(user, params.id);
    return { result: [...presence.beat(user, { dashboardId, key: body.visit }, body.is_editing)] };
  });
  router.route(dashboardEndpoints.endPresence, async ({ user, params }) => {
    presence.leave(user, { dashboardId: await visible(user, params.id), key: params.visit });
    return { message: 'OK' };
  });
}

function registerFilterStates(router: Router, services: Services): void {
  const states = createFilterStates(services);
  router.route(dashboardEndpoints.createFilterState, async ({ user, params, query, body }) => ({
    key: await states.create(user, params.id, { value: body.value, tabId: query.tab_id }),
  }));
  router.route(dashboardEndpoints.getFilterState, async ({ user, params }) => ({
    value: await states.get(user, { dashboard: params.id, key: params.key }),
  }));
  router.route(dashboardEndpoints.updateFilterState, async ({ user, params, body }) => {
    await states.update(user, { dashboard: params.id, key: params.key }, body.value);
    return { key: params.key };
  });
  router.route(dashboardEndpoints.deleteFilterState, async ({ user, params }) => {
    await states.delete(user, { dashboard: params.id, key: params.key });
    return { message: 'Deleted successfully' };
  });
}

function registerPermalinks(router: Router, services: Services): void {
  const permalinks = createDashboardPermalinks(services);
  router.route(dashboardEndpoints.createPermalink, async ({ user, params, body, request }) => {
    const key = await permalinks.create(user, params.id, body);
    return { key, url: `${publicOrigin(request, services.config)}/superset/dashboard/p/${key}/` };
  });
  router.route(dashboardEndpoints.getPermalink, ({ user, params }) => permalinks.get(user, params.key));
  router.route(dashboardEndpoints.openPermalink, async ({ user, params, reply }) => {
    try {
      return reply.redirect(toPermalinkTarget(await permalinks.get(user, params.key), params.key));
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      const own = `/superset/dashboard/p/${encodeURIComponent(params.key)}/`;
      return reply.redirect(`/login/?next=${encodeURIComponent(own)}`);
    }
  });
}

async function loadRelations(
  { store, now }: Services,
  user: User,
  rows: readonly Row<'dashboards'>[],
): Promise<DashboardRelations> {
  const ids = rows.map((row) => row.id);
  const [persons, owners, tags, roles] = await Promise.all([
    loadUsers(
      store,
      rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
    ),
    loadShownOwners(store, user, { type: 'dashboard', ids }),
    loadTags(store, 'dashboard', ids),
    loadDashboardRoles(store, ids),
  ]);
  return { users: persons, owners, tags, roles, now: now() };
}
