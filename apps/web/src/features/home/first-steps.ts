import { dashboardEndpoints, type ListFilter, logEndpoints } from '@powerset/contract';
import { api, listPage, type Resource, resources, toListQuery } from '../../api/index.ts';

/** What a new user has done so far. */
export interface FirstSteps {
  readonly hasDashboards: boolean;
  readonly hasOpenedDashboard: boolean;
  readonly hasOwnData: boolean;
  readonly hasChart: boolean;
  readonly hasOtherUsers: boolean;
}

async function countOf(resource: Resource, filters: readonly ListFilter[], signal: AbortSignal): Promise<number> {
  const answer = await listPage(resource, toListQuery({ filters, pageSize: 1 }), signal);
  return answer.count;
}

/** A part that cannot be read counts as not done. */
const orZero = (count: Promise<number>) => count.catch(() => 0);

/** Reads the steps from what exists: nothing is remembered that could be wrong. */
export async function loadFirstSteps(userId: number, signal: AbortSignal): Promise<FirstSteps> {
  const viewed = api.callEndpoint(logEndpoints.recentActivity, { query: { q: { page_size: 20 } }, signal });
  const [dashboards, viewedDashboards, databases, datasets, charts, people] = await Promise.all([
    orZero(countOf(resources.dashboards, [], signal)),
    orZero(viewed.then((answer) => answer.result.filter((entry) => entry.item_type === 'dashboard').length)),
    orZero(countOf(resources.databases, [{ col: 'created_by', opr: 'rel_o_m', value: userId }], signal)),
    orZero(countOf(resources.datasets, [{ col: 'created_by', opr: 'rel_o_m', value: userId }], signal)),
    orZero(countOf(resources.charts, [{ col: 'created_by', opr: 'rel_o_m', value: userId }], signal)),
    orZero(
      api
        .callEndpoint(dashboardEndpoints.related, {
          params: { column: 'owners' },
          query: { q: { page_size: 2 } },
          signal,
        })
        .then((answer) => answer.count),
    ),
  ]);
  return {
    hasDashboards: dashboards > 0,
    hasOpenedDashboard: viewedDashboards > 0,
    hasOwnData: databases + datasets > 0,
    hasChart: charts > 0,
    hasOtherUsers: people > 1,
  };
}
