import { embeddedDashboardEndpoints, type WireEmbeddedDashboard } from '@powerset/contract';
import { canEdit, type User } from '../../access/index.ts';
import { fieldError, forbidden, notFound, type Router } from '../../http/index.ts';
import { loadOwners } from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { readSites } from './sites.ts';
import { type EmbeddedRow, findByUuid, findOfDashboard, saveEmbedding, sitesOf } from './store.ts';

export interface EmbeddedDashboardParts {
  /** The dashboard of an id, uuid or slug, when the user may see it. */
  readonly findDashboard: (user: User, idOrSlug: string) => Promise<Row<'dashboards'>>;
}

export function registerEmbeddedDashboards(router: Router, services: Services, parts: EmbeddedDashboardParts): void {
  registerSettings(router, services, parts);
  registerGuests(router, services);
}

function checkFlag({ config }: Services): void {
  if (config.featureFlags.EMBEDDED_SUPERSET !== true) throw notFound();
}

function registerSettings(router: Router, services: Services, { findDashboard }: EmbeddedDashboardParts): void {
  const { store, now } = services;
  const findEditable = async (user: User, idOrSlug: string) => {
    checkFlag(services);
    const { id } = await findDashboard(user, idOrSlug);
    const owners = (await loadOwners(store, 'dashboard', [id])).get(id) ?? [];
    const ownerIds = owners.map((owner) => owner.id);
    if (!canEdit(user, 'Dashboard', ownerIds)) throw forbidden();
    return id;
  };
  const save = async (user: User, idOrSlug: string, domains: readonly string[]) => {
    const dashboardId = await findEditable(user, idOrSlug);
    const sites = readSites(domains);
    const row = await saveEmbedding(store, { dashboardId, sites, user, time: now().toISOString() });
    return { result: await present(services, user, row) };
  };
  router.route(embeddedDashboardEndpoints.get, async ({ user, params }) => {
    checkFlag(services);
    const { id } = await findDashboard(user, params.id);
    const row = await findOfDashboard(store, id);
    if (!row) throw notFound();
    return { result: await present(services, user, row) };
  });
  router.route(embeddedDashboardEndpoints.embed, ({ user, params, body }) =>
    save(user, params.id, body.allowed_domains),
  );
  router.route(embeddedDashboardEndpoints.change, ({ user, params, body }) =>
    save(user, params.id, body.allowed_domains),
  );
  router.route(embeddedDashboardEndpoints.end, async ({ user, params }) => {
    const dashboardId = await findEditable(user, params.id);
    await store.deleteFrom('embedded_dashboards').where('dashboard_id', '=', dashboardId).execute();
    return { message: 'OK' };
  });
  router.route(embeddedDashboardEndpoints.open, async ({ user, params }) => {
    checkFlag(services);
    const row = await findByUuid(store, params.uuid);
    if (!row) throw notFound();
    // Whoever may not see the dashboard learns nothing of its name elsewhere either.
    await findDashboard(user, String(row.dashboard_id));
    return { result: await present(services, user, row) };
  });
}

function registerGuests(router: Router, services: Services): void {
  const { store, guests } = services;
  router.route(embeddedDashboardEndpoints.guestToken, async ({ body }) => {
    checkFlag(services);
    const uuids = [...new Set(body.resources.map(({ id }) => id.toLowerCase()))];
    const known = await store.selectFrom('embedded_dashboards').select('uuid').where('uuid', 'in', uuids).execute();
    const missing = uuids.find((uuid) => !known.some((row) => row.uuid === uuid));
    if (missing !== undefined)
      throw fieldError({ resources: [`No dashboard is embedded under this name: ${missing}`] }, 400);
    const { user = {}, resources, rls } = body;
    return { token: await guests.sign({ user, resources, rls_rules: rls }) };
  });
}

/** A guest is told no names. */
async function present({ store }: Services, user: User, row: EmbeddedRow): Promise<WireEmbeddedDashboard> {
  const changedBy = user.guest
    ? undefined
    : await store
        .selectFrom('users')
        .select(['id', 'first_name', 'last_name', 'username'])
        .where('id', '=', row.changed_by_fk)
        .executeTakeFirst();
  return {
    uuid: row.uuid,
    allowed_domains: [...sitesOf(row)],
    dashboard_id: String(row.dashboard_id),
    changed_on: row.changed_on,
    changed_by: changedBy ?? null,
  };
}
