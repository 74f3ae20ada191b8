import { accessRequestEndpoints } from '@powerset/contract';
import { notFound, parseId, parseListQuery, type Router } from '../../http/index.ts';
import { toEnvelope } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { findOpeningRoles, grantAccess } from './opening-roles.ts';
import { toOpenRequests, toOwnRequests } from './present.ts';
import { askForAccess, decline, type FindDashboardId, getRequest, passOn, withdraw } from './service.ts';
import { lookAt, shareObject } from './sharing.ts';
import { listOwnRequests, listRequests } from './store.ts';

/** What this room is given of the dashboards' room. */
export interface AccessRequestParts {
  readonly findDashboardId: FindDashboardId;
}

export function registerAccessRequests(router: Router, services: Services, parts: AccessRequestParts): void {
  registerAsking(router, services, parts);
  registerAnswering(router, services);
  router.route(accessRequestEndpoints.sight, async ({ user, query }) => ({
    result: await lookAt(services, user, query),
  }));
  router.route(accessRequestEndpoints.share, async ({ user, body }) => {
    await shareObject(services, user, body);
    return { message: 'OK' };
  });
}

function registerAsking(router: Router, services: Services, { findDashboardId }: AccessRequestParts): void {
  const { store } = services;
  router.route(accessRequestEndpoints.own, async ({ user, query }) => {
    const { object_type: objectType, object, has_news: hasNews } = query;
    const rows = await listOwnRequests(store, user, { objectType, object, hasNews });
    return { result: await toOwnRequests(services, user, rows) };
  });
  router.route(accessRequestEndpoints.create, async ({ user, body }) => {
    const row = await askForAccess(services, { user, body, findDashboardId });
    const [result] = await toOwnRequests(services, user, [row]);
    if (!result) throw notFound();
    return { id: row.id, result };
  });
  router.route(accessRequestEndpoints.delete, async ({ user, params }) => {
    await withdraw(services, user, parseId(params.id));
    return { message: 'OK' };
  });
}

function registerAnswering(router: Router, services: Services): void {
  const { store, accounts } = services;
  router.route(accessRequestEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listRequests(store, user, asked);
    return toEnvelope({
      query: asked,
      count,
      rows: await toOpenRequests(services, user, rows),
      title: 'List Access Request',
      orderColumns: [],
    });
  });
  router.route(accessRequestEndpoints.passOn, async ({ user, params }) => {
    await passOn(services, user, parseId(params.id));
    return { message: 'OK' };
  });
  router.route(accessRequestEndpoints.decline, async ({ user, params, body }) => {
    await decline(services, { by: user, id: parseId(params.id), body });
    return { message: 'OK' };
  });
  router.route(accessRequestEndpoints.roles, async ({ user, params }) => {
    const request = await getRequest(services, user, parseId(params.id));
    const asker = await accounts.findUser(request.user_id);
    if (!asker) throw notFound();
    return { result: await findOpeningRoles(services, asker, request.object) };
  });
  router.route(accessRequestEndpoints.grant, async ({ user, params, body }) => {
    await grantAccess(services, { by: user, id: parseId(params.id), body });
    return { message: 'OK' };
  });
}
