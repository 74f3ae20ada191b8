import { databaseHealthEndpoints } from '@powerset/contract';
import { notFound, parseId, type Router } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { checkHealth, findSeen, listHealth } from './health.ts';

export function registerDatabaseHealth(router: Router, services: Services): void {
  router.route(databaseHealthEndpoints.list, async ({ user }) => ({ result: await listHealth(services, user) }));
  router.route(databaseHealthEndpoints.check, async ({ user, params }) => {
    const id = parseId(params.id);
    const seen = await findSeen(services, user);
    if (!seen.includes(id)) throw notFound();
    return { result: await checkHealth(services, user, id) };
  });
}
