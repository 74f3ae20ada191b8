import { registerChecks } from './features/checks/index.ts';
import { getEditableDashboards } from './features/dashboards/index.ts';
import { registerDatabaseHealth } from './features/database-health/index.ts';
import { getEditableDataset } from './features/datasets/index.ts';
import type { Router } from './http/index.ts';
import type { Services } from './services.ts';

/** What does not work, databases among it, with what the rooms know whose objects are checked. */
export function registerCheckRooms(router: Router, services: Services): void {
  registerDatabaseHealth(router, services);
  registerChecks(router, {
    services,
    getDashboard: async (user, id) => (await getEditableDashboards(services, user, [id]))[0],
    assertMayChangeDataset: (user, id) => getEditableDataset(services, user, id),
  });
}
