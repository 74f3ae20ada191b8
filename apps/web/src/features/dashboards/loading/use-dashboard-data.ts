import {
  type Bootstrap,
  dashboardEndpoints,
  type WireDashboardChart,
  type WireDashboardDetail,
  type WireDashboardPermalink,
} from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, bootstrapAhead, errorText } from '../../../api/index.ts';
import { useSession } from '../../../shell/index.ts';
import { type DataMasks, readMasks } from '../filters/index.ts';
import {
  type DashboardAddress,
  type DashboardData,
  type DashboardDataset,
  type OpenDashboard,
  readAddress,
} from '../state/index.ts';
import { type OpeningData, openStore } from './open-store.ts';
import { takeTabFilters } from './tab-filters.ts';

export interface OpenedDashboard extends OpenDashboard {
  readonly address: DashboardAddress;
}

/** A dashboard that has been read and opened; everything it opens with is asked for at once. */
export function useDashboardData(idOrSlug: string, search: string, hash: string) {
  const { bootstrap } = useSession();
  const place = { idOrSlug, search, hash };
  const [early] = useState(() => findAhead(place)?.opened);
  const query = useQuery({
    queryKey: ['dashboard-opening', idOrSlug, search, hash],
    queryFn: async ({ signal }) => (await findAhead(place)?.opening) ?? openAt(place, bootstrap, signal),
    enabled: early === undefined,
    structuralSharing: false,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const data = early ?? query.data;
  useEffect(() => {
    if (data && ahead?.opened === data) ahead = null;
  }, [data]);
  return { data, error: query.error };
}

interface Opening {
  readonly idOrSlug: string;
  readonly search: string;
  readonly hash: string;
}

async function openAt(place: Opening, bootstrap: Bootstrap, signal: AbortSignal): Promise<OpenedDashboard> {
  const opening = await loadOpening(place, signal);
  signal.throwIfAborted();
  const isOn = (flag: string) => bootstrap.featureFlags[flag] === true;
  const features = {
    hasNativeFilters: isOn('DASHBOARD_NATIVE_FILTERS'),
    hasCrossFilters: isOn('DASHBOARD_CROSS_FILTERS'),
  };
  return { ...openStore({ ...opening, features }), address: opening.address };
}

interface Ahead {
  readonly place: Opening;
  /** Undefined when it could not be opened: the page opens it again, and says why not. */
  readonly opening: Promise<OpenedDashboard | undefined>;
  opened: OpenedDashboard | undefined;
}

/** The dashboard that was opened before its page was there; the page takes it. */
let ahead: Ahead | null = null;

const openPatienceMs = 200;
const answersPatienceMs = 60;

function findAhead({ idOrSlug, search, hash }: Opening): Ahead | undefined {
  const isSame = ahead?.place.idOrSlug === idOrSlug && ahead.place.search === search && ahead.place.hash === hash;
  return isSame ? (ahead ?? undefined) : undefined;
}

/**
 * Opens the dashboard that the address names while the application starts: its rows are on the way before anything is
 * drawn. Resolves when they have come, or have been waited for long enough.
 */
export async function openAhead(queryClient: QueryClient): Promise<void> {
  const { pathname, search, hash } = window.location;
  const idOrSlug = /^\/superset\/dashboard\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (!idOrSlug || idOrSlug === 'new' || ahead) return;
  const place = { idOrSlug: decodeURIComponent(idOrSlug), search, hash };
  const opening = openForVisitor(place, queryClient).catch(() => undefined);
  const entry: Ahead = { place, opening, opened: undefined };
  ahead = entry;
  const answered = opening.then((opened) => {
    entry.opened = opened;
    return opened && Promise.race([whenAnswered(opened), pause(answersPatienceMs)]);
  });
  await Promise.race([answered, pause(openPatienceMs)]);
}

async function openForVisitor(place: Opening, queryClient: QueryClient): Promise<OpenedDashboard | undefined> {
  const bootstrap = await bootstrapAhead(queryClient);
  return bootstrap?.user ? openAt(place, bootstrap, new AbortController().signal) : undefined;
}

function whenAnswered({ store }: OpenedDashboard): Promise<void> {
  const isLoading = () => Object.values(store.getState().runs).some(({ status }) => status === 'loading');
  return new Promise((resolve) => {
    if (!isLoading()) return resolve();
    const stop = store.subscribe(() => {
      if (isLoading()) return;
      stop();
      resolve();
    });
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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
    masks: takeTabFilters(data.dashboard.id, address.nativeFiltersKey) ?? {
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
