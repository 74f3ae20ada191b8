import { type DashboardVersionFields, dashboardEndpoints } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { parseId, parseListQuery, type Router } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { getVersion, listVersions, toWireVersion } from '../../versions/index.ts';
import { type DashboardServices, getEditableDashboards } from './access.ts';
import { updateDashboard } from './service.ts';
import { findDashboardTheme } from './store.ts';

export function registerVersions(router: Router, services: DashboardServices): void {
  const { store } = services;
  router.route(dashboardEndpoints.versions, async ({ user, params, query }) => {
    const id = parseId(params.id);
    await getEditableDashboards(services, user, [id]);
    return listVersions(services, { type: 'dashboard', id }, parseListQuery(query));
  });
  router.route(dashboardEndpoints.version, async ({ user, params }) => {
    const id = parseId(params.id);
    await getEditableDashboards(services, user, [id]);
    const version = await getVersion(store, { type: 'dashboard', id }, parseId(params.number));
    return { result: await toWireVersion<DashboardVersionFields>(services, version) };
  });
  router.route(dashboardEndpoints.restoreVersion, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await restore(services, user, { id, number: parseId(params.number), lastRead: body.last_modified_time });
    return { id };
  });
}

interface VersionPlace {
  readonly id: number;
  readonly number: number;
  readonly lastRead: number | null | undefined;
}

/** Makes a dashboard what it was: a save like any other, with the checks of one. */
async function restore(services: DashboardServices, user: User, { id, number, lastRead }: VersionPlace): Promise<void> {
  await getEditableDashboards(services, user, [id]);
  const version = await getVersion(services.store, { type: 'dashboard', id }, number);
  const { position_json, json_metadata, theme_id, ...plain } = parseJson(version.document) as DashboardVersionFields;
  const positions = parseDocument(position_json);
  const hasTheme = theme_id === null || (await findDashboardTheme(services.store, theme_id)) !== null;
  const body = {
    ...plain,
    ...(hasTheme ? { theme_id } : {}),
    json_metadata: JSON.stringify({ ...parseDocument(json_metadata), positions }),
    last_modified_time: lastRead,
  };
  await updateDashboard(services, user, { id, body, restoredFrom: number });
}
