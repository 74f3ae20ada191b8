import { systemEndpoints } from '@powerset/contract';
import { type Router, toOpenApi } from '../../http/index.ts';
import type { Services } from '../../services.ts';

export function registerSystem(router: Router, services: Services, version: string): void {
  for (const endpoint of [systemEndpoints.health, systemEndpoints.healthcheck, systemEndpoints.ping]) {
    router.route(endpoint, async ({ reply }) => {
      await services.store.selectFrom('settings').select('key').limit(1).execute();
      return reply.type('text/plain').send('OK');
    });
  }
  router.route(systemEndpoints.metrics, async ({ reply }) => {
    reply.type(services.metrics.registry.contentType);
    return services.metrics.registry.metrics();
  });
  router.route(systemEndpoints.openapi, () => toOpenApi(router.endpoints, version));
}
