import { dashboardEndpoints, type WireDashboardDetail } from '@powerset/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';
import { toPositions } from '../layout/index.ts';
import { loadDashboardData } from '../loading/index.ts';
import {
  type DashboardState,
  layoutOf,
  makeNodeId,
  openDashboard,
  useDashboard,
  useOpenDashboard,
} from '../state/index.ts';
import type { DashboardVersion } from './aspects.ts';
import { toMetadata } from './save-body.ts';

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

export async function loadVersion(id: number, signal?: AbortSignal): Promise<WireDashboardDetail> {
  const input = { params: { id }, ...(signal ? { signal } : {}) };
  return (await api.callEndpoint(dashboardEndpoints.get, input)).result;
}

/** What the server holds, read when somebody else's save came in between. */
export function useTheirs() {
  const id = useDashboard((state) => state.dashboard.id);
  return useQuery({
    queryKey: ['dashboard-conflict', id],
    gcTime: 0,
    queryFn: ({ signal }) => loadVersion(id, signal),
  });
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
  const { dashboard, bar, crossMasks, activeTabs, features, urlParams, editMode } = store.getState();
  const data = await loadDashboardData(String(dashboard.id), new AbortController().signal);
  const masks = { ...bar.applied, ...crossMasks };
  const options = { masks, activeTabs, features, urlParams, isEditing: editMode, makeId: makeNodeId };
  store.getState().replace(openDashboard(data, options));
}
