import {
  dashboardEndpoints,
  type WireDashboardChart,
  type WireDashboardDetail,
  type WireDashboardPermalink,
} from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { api, errorText } from '../../../api/index.ts';
import { useSession } from '../../../shell/index.ts';
import { takeKeptHere } from '../bar/kept-here.ts';
import { type DataMasks, readMasks } from '../filters/index.ts';
import { type DashboardAddress, readAddress } from './address.ts';
import type { OpenDashboard } from './dashboard-context.tsx';
import type { DashboardData, DashboardDataset } from './dashboard-data.ts';
import { type OpeningData, openStore } from './open-store.ts';

export interface OpenedDashboard extends OpenDashboard {
  readonly address: DashboardAddress;
}

/** A dashboard that has been read and opened; everything it opens with is asked for at once. */
export function useDashboardData(idOrSlug: string, search: string, hash: string) {
  const { isFeatureEnabled } = useSession();
  const features = {
    hasNativeFilters: isFeatureEnabled('DASHBOARD_NATIVE_FILTERS'),
    hasCrossFilters: isFeatureEnabled('DASHBOARD_CROSS_FILTERS'),
  };
  return useQuery({
    queryKey: ['dashboard-opening', idOrSlug, search, hash],
    queryFn: async ({ signal }): Promise<OpenedDashboard> => {
      const opening = await loadOpening({ idOrSlug, search, hash }, signal);
      signal.throwIfAborted();
      return { ...openStore({ ...opening, features }), address: opening.address };
    },
    structuralSharing: false,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

interface Opening {
  readonly idOrSlug: string;
  readonly search: string;
  readonly hash: string;
}

async function loadOpening(
  { idOrSlug, search, hash }: Opening,
  signal: AbortSignal,
): Promise<Omit<OpeningData, 'features'>> {
  const address = readAddress(search, hash);
  const [data, link, kept] = await Promise.all([
    loadDashboardData(idOrSlug, signal),
    address.permalinkKey ? loadPermalink(address.permalinkKey, signal) : null,
    address.nativeFiltersKey ? loadKept(idOrSlug, address.nativeFiltersKey, signal) : null,
  ]);
  return {
    data,
    address,
    isFromLink: link !== null,
    masks: takeKeptHere(data.dashboard.id, address.nativeFiltersKey) ?? {
      ...kept,
      ...address.masks,
      ...readMasks(link?.state.dataMask),
    },
    activeTabs: [...(link?.state.activeTabs ?? []), ...(address.anchor ? [address.anchor] : [])],
  };
}

/** The dashboard with its charts and datasets. */
export async function loadDashboardData(idOrSlug: string, signal: AbortSignal): Promise<DashboardData> {
  const input = { params: { id: idOrSlug }, signal };
  const [dashboard, charts, datasets] = await Promise.all([
    api.callEndpoint<{ result: WireDashboardDetail }>(dashboardEndpoints.get, input),
    api.callEndpoint<{ result: readonly WireDashboardChart[] }>(dashboardEndpoints.charts, input),
    api.callEndpoint<{ result: readonly DashboardDataset[] }>(dashboardEndpoints.datasets, input),
  ]);
  return { dashboard: dashboard.result, charts: charts.result, datasets: datasets.result };
}

/** Names, formats and types of the datasets as they are now. */
export async function loadDatasets(id: number): Promise<readonly DashboardDataset[]> {
  const input = { params: { id } };
  return (await api.callEndpoint<{ result: readonly DashboardDataset[] }>(dashboardEndpoints.datasets, input)).result;
}

/** A link that has gone says so; the dashboard opens all the same. */
async function loadPermalink(key: string, signal: AbortSignal): Promise<WireDashboardPermalink | null> {
  try {
    return await api.callEndpoint<WireDashboardPermalink>(dashboardEndpoints.getPermalink, { params: { key }, signal });
  } catch (error) {
    if (!signal.aborted) toasts.warning(errorText(error));
    return null;
  }
}

/** Filter state that has ended is no reason to complain: the filters stand at their defaults. */
async function loadKept(id: string, key: string, signal: AbortSignal): Promise<DataMasks> {
  try {
    const { value } = await api.callEndpoint<{ value: string }>(dashboardEndpoints.getFilterState, {
      params: { id, key },
      signal,
    });
    return readMasks(JSON.parse(value));
  } catch {
    return {};
  }
}
