import { apiKeyEndpoints } from '@powerset/contract';
import { parseId, parseListQuery, type Router } from '../../http/index.ts';
import { lentOrderColumns, loadUsers, toEnvelope } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { toWireApiKey } from './present.ts';
import { listApiKeys, makeApiKey, revokeApiKey } from './service.ts';

export function registerApiKeys(router: Router, services: Services): void {
  const { store, now } = services;
  router.route(apiKeyEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listApiKeys(store, user, asked);
    const owners = await loadUsers(
      store,
      rows.map((row) => row.user_id),
    );
    return toEnvelope({
      query: asked,
      count,
      rows: rows.map((row) => toWireApiKey(row, owners.get(row.user_id), now())),
      title: 'List API Keys',
      orderColumns: lentOrderColumns,
    });
  });
  router.route(apiKeyEndpoints.create, async ({ user, body, reply, answer }) => {
    reply.header('cache-control', 'no-store');
    const { row, key } = await makeApiKey(services, user, body);
    const owners = await loadUsers(store, [user.id]);
    return answer(201, { id: row.id, result: { ...toWireApiKey(row, owners.get(user.id), now()), key } });
  });
  router.route(apiKeyEndpoints.delete, async ({ user, params }) => {
    await revokeApiKey(services, user, parseId(params.id));
    return { message: 'OK' };
  });
}
