import { checkEndpoints } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { parseId, type Router } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { checkDashboard } from './check-dashboard.ts';
import { findBroken } from './find-broken.ts';

export interface CheckDeps {
  readonly services: Pick<Services, 'store' | 'config'>;
  /** Brings a dashboard that somebody may change, or throws. */
  readonly getDashboard: (user: User, id: number) => Promise<Row<'dashboards'> | undefined>;
  readonly assertMayChangeDataset: (user: User, id: number) => Promise<unknown>;
}

export function registerChecks(router: Router, deps: CheckDeps): void {
  const { services, getDashboard, assertMayChangeDataset } = deps;
  router.route(checkEndpoints.dashboard, async ({ user, params }) => {
    const row = await getDashboard(user, parseId(params.id));
    return { result: await checkDashboard(services, user, row) };
  });
  router.route(checkEndpoints.dataset, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await assertMayChangeDataset(user, id);
    return { result: await findBroken(services, user, { id, after: body }) };
  });
}
