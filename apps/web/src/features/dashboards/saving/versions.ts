import { dashboardEndpoints, type WireDashboardDetail } from '@powerset/contract';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';
import { toPositions } from '../layout/index.ts';
import { loadDashboardData } from '../loading/index.ts';
import { type DashboardState, layoutOf, makeNodeId, openDashboard, useOpenDashboard } from '../state/index.ts';
import type { DashboardVersion } from './aspects.ts';
import { toMetadata } from './save-body.ts';

/**
 * The dashboard as it is stored since it was read, or last saved here. Not as it is drawn: charts that the stored layout does
 * not place would look as if somebody else had removed them.
 */
export function toSavedVersion({ dashboard }: DashboardState): DashboardVersion {
  return dashboard;
}

/** The dashboard as it would be saved now. */
export function toOwnVersion(state: DashboardState): DashboardVersion {
  return {
    ...state.dashboard,
    dashboard_title: state.title,
    css: state.css,
    published: state.isPublished,
    json_metadata: JSON.stringify(toMetadata(state)),
    position_json: JSON.stringify(toPositions(layoutOf(state), state.title)),
  };
}

export async function loadVersion(id: number): Promise<WireDashboardDetail> {
  return (await api.callEndpoint(dashboardEndpoints.get, { params: { id } })).result;
}

/** Takes the dashboard as it is stored; filters, tabs and edit mode stay as they are. */
export function useReload(): () => Promise<void> {
  const { store } = useOpenDashboard();
  const queryClient = useQueryClient();
  return async () => {
    await reloadDashboard(store);
    await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  };
}

export async function reloadDashboard(store: ReturnType<typeof useOpenDashboard>['store']): Promise<void> {
  const { dashboard, bar, crossMasks, activeTabs, features, urlParams, editMode, fullSizeChartId } = store.getState();
  const data = await loadDashboardData(String(dashboard.id), new AbortController().signal);
  const masks = { ...bar.applied, ...crossMasks };
  const shown = { activeTabs, isEditing: editMode, focusedChartId: fullSizeChartId };
  const state = openDashboard(data, { masks, features, urlParams, ...shown, makeId: makeNodeId });
  store.getState().replace({ ...state, deletions: store.getState().deletions });
}
