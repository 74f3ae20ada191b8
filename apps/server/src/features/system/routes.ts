import { systemEndpoints } from '@powerset/contract';
import { type Router, toOpenApi } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { apiPage, readApiPageFile } from './api-page.ts';
import { toMenu } from './menu.ts';

export function registerSystem(router: Router, services: Services, version: string): void {
  for (const endpoint of [systemEndpoints.health, systemEndpoints.healthcheck, systemEndpoints.ping]) {
    // Asks nobody: whoever ends a process that does not answer here would end all of them while their metadata are away.
    router.route(endpoint, ({ reply }) => reply.type('text/plain').send('OK'));
  }
  router.route(systemEndpoints.ready, async ({ answer }) => {
    const checks = { store: await isStoreAnswering(services), engine: await isEngineAnswering(services) };
    const isReady = checks.store && checks.engine;
    return isReady ? answer(200, { status: 'ready', checks }) : answer(503, { status: 'not ready', checks });
  });
  router.route(systemEndpoints.metrics, async ({ reply }) => {
    reply.type(services.metrics.registry.contentType);
    return services.metrics.registry.metrics();
  });
  router.route(systemEndpoints.apiPage, ({ reply }) => reply.type('text/html; charset=utf-8').send(apiPage));
  router.route(systemEndpoints.apiPageFile, async ({ params, reply }) => {
    const { type, content } = await readApiPageFile(params.name);
    return reply.type(type).header('cache-control', 'public, max-age=3600').send(content);
  });
  router.route(systemEndpoints.availableDomains, () => ({ result: { domains: [] } }));
  router.route(systemEndpoints.menu, ({ user }) => ({ result: toMenu(user) }));
  router.route(systemEndpoints.openapi, () => toOpenApi(router.endpoints, version));
}

function isStoreAnswering({ store }: Services): Promise<boolean> {
  return store
    .selectFrom('settings')
    .select('key')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    );
}

/** Another database that is away keeps nobody from the rest; it is in the figures. */
function isEngineAnswering({ engines }: Services): Promise<boolean> {
  return engines.states().then(
    (states) => states.every(({ isEmbedded, isAnswering }) => isAnswering || !isEmbedded),
    () => false,
  );
}
