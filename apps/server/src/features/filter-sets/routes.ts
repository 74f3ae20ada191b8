import { filterSetEndpoints } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { AppError, parseId, type Router } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { toWireFilterSet, toWireFilterSetRow } from './present.ts';
import { createFilterSet, deleteFilterSet, findFilterSets, type Place, updateFilterSet } from './service.ts';

/** What this room is given of the dashboards' room. */
export interface FilterSetsOptions {
  /** The dashboard when the user may see it; throws when not. */
  readonly findDashboard: (user: User, idOrSlug: string) => Promise<Row<'dashboards'>>;
}

export function registerFilterSets(router: Router, services: Services, { findDashboard }: FilterSetsOptions): void {
  const toPlace = async (user: User, { id }: { readonly id: string }): Promise<Place> => {
    try {
      return { user, dashboardId: (await findDashboard(user, id)).id };
    } catch (error) {
      throw error instanceof AppError && error.status === 404 ? noDashboard(id) : error;
    }
  };
  router.route(filterSetEndpoints.list, async ({ user, params }) => {
    const rows = await findFilterSets(services, await toPlace(user, params));
    return { count: rows.length, ids: rows.map((row) => row.id), result: rows.map(toWireFilterSetRow) };
  });
  router.route(filterSetEndpoints.create, async ({ user, params, body }) => {
    return toWireFilterSet(await createFilterSet(services, await toPlace(user, params), body));
  });
  router.route(filterSetEndpoints.update, async ({ user, params, body }) => {
    const place = await toPlace(user, params);
    return toWireFilterSetRow(await updateFilterSet(services, place, { id: parseId(params.filterSetId), body }));
  });
  router.route(filterSetEndpoints.delete, async ({ user, params }) => {
    const place = await toPlace(user, params);
    await deleteFilterSet(services, place, parseId(params.filterSetId));
    return { id: place.dashboardId };
  });
}

function noDashboard(id: string): AppError {
  const error = new AppError('NOT_FOUND_ERROR');
  error.message = `dashboard '${id}' not found`;
  return error;
}
