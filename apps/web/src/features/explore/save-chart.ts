import { dashboardEndpoints, isTotalsQuery } from '@powerset/contract';
import { ApiError, api, createItem, postItem, resources, updateItem } from '../../api/index.ts';
import { SaveClash } from '../../conflicts/index.ts';
import { t } from '../../i18n/index.ts';
import type { Explore } from './explore-context.tsx';
import { chartDifferences } from './model/chart-differences.ts';
import { toRequest } from './use-chart-run.ts';
import { type ExploreStart, loadSavedChart } from './use-explore-start.ts';

export interface SaveRequest {
  readonly start: ExploreStart;
  readonly explore: Explore;
  readonly name: string;
  readonly action: 'overwrite' | 'saveas';
  /** The id of a dashboard, or the title of one to be made. */
  readonly dashboard: number | string | undefined;
  /** The other's save that may be overwritten, as he who saves has seen it. */
  readonly seen?: number;
}

export interface SavedChart {
  readonly chartId: number;
  readonly dashboard: { readonly id: number; readonly title: string } | null;
}

/** What other programs read and ask again: the chart's rows, without the questions that only its picture has. */
function toSavedContext(request: ReturnType<typeof toRequest>): ReturnType<typeof toRequest> {
  return { ...request, queries: request.queries.filter((query) => !isTotalsQuery(query)) };
}

/** Saves the chart; a dashboard that is only a title is made first. */
export async function saveChart({ start, explore, name, action, dashboard, seen }: SaveRequest): Promise<SavedChart> {
  const { dataset, form, definition } = explore;
  const target = await findDashboard(dashboard);
  const { dashboardId: _dashboardId, ...kept } = form;
  const { slice_id: _id, url_params: _urlParams, ...params } = kept;
  const known = action === 'overwrite' ? (start.metadata?.dashboards ?? []).map((one) => one.id) : [];
  const dashboards = [...new Set([...known, ...(target ? [target.id] : [])])];
  const body = {
    slice_name: name,
    viz_type: definition.key,
    datasource_id: dataset.id ?? 0,
    datasource_type: 'table' as const,
    params: JSON.stringify({ ...params, datasource: `${dataset.id}__${dataset.type}` }),
    query_context: JSON.stringify(
      toSavedContext(toRequest(dataset, { definition, form: { ...kept, viz_type: form.viz_type } })),
    ),
    dashboards,
  };
  const { slice } = start;
  if (action !== 'overwrite' || slice === null) {
    const id = await postItem(resources.charts, body);
    return { chartId: id, dashboard: target };
  }
  const overwrite = (lastSeen: number) =>
    updateItem(resources.charts, slice.slice_id, { ...body, last_modified_time: lastSeen });
  await overwrite(seen ?? slice.last_modified_time).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const theirs = await loadSavedChart(slice.slice_id);
    if (!theirs) throw error;
    const differences = chartDifferences(slice, theirs, { definition, t });
    // Only what this save leaves alone was changed, as the description.
    if (differences.length === 0) return overwrite(theirs.last_modified_time);
    throw new SaveClash(error.message, differences, theirs.last_modified_time);
  });
  return { chartId: slice.slice_id, dashboard: target };
}

async function findDashboard(dashboard: number | string | undefined): Promise<SavedChart['dashboard']> {
  if (dashboard === undefined) return null;
  if (typeof dashboard === 'number') {
    const { result } = await api.callEndpoint(dashboardEndpoints.get, { params: { id: dashboard } });
    return { id: dashboard, title: result.dashboard_title };
  }
  const id = await createItem(resources.dashboards, { dashboard_title: dashboard });
  if (id === undefined) throw new Error(dashboard);
  return { id, title: dashboard };
}
