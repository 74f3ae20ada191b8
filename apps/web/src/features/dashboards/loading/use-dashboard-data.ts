import { modernForm } from '@powerset/charts/older-types';
import { dashboardEndpoints, pages, readPageAddress, type WireDashboardPermalink } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, bootstrapAhead, errorText, getBootstrap } from '../../../api/index.ts';
import { isEmbeddedPage } from '../../../host-page/index.ts';
import { isOfflineFile } from '../../../offline-file/index.ts';
import { loadThemeReader } from '../../../theming/index.ts';
import { type DataMasks, readMasks } from '../filters/index.ts';
import {
  type DashboardAddress,
  type DashboardData,
  type DashboardDataset,
  type OpenDashboard,
  readAddress,
} from '../state/index.ts';
import { loadTypes, loadViews, type OpeningData, openStore } from './open-store.ts';
import { takeTabFilters } from './tab-filters.ts';

export interface OpenedDashboard extends OpenDashboard {
  readonly address: DashboardAddress;
}

/** A dashboard that has been read and opened; everything it opens with is asked for at once. */
export function useDashboardData(idOrSlug: string, search: string, hash: string) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(openingQuery({ idOrSlug, search, hash }, queryClient));
  // Who comes back finds the dashboard as it is then.
  useEffect(
    () => () => queryClient.removeQueries({ queryKey: openingKey({ idOrSlug, search, hash }) }),
    [queryClient, idOrSlug, search, hash],
  );
  return { data, error };
}

interface Opening {
  readonly idOrSlug: string;
  readonly search: string;
  readonly hash: string;
}

const openingKey = ({ idOrSlug, search, hash }: Opening) => ['dashboard-opening', idOrSlug, search, hash];

function openingQuery(place: Opening, queryClient: QueryClient) {
  return {
    queryKey: openingKey(place),
    queryFn: ({ signal }: { signal: AbortSignal }) => openAt(place, queryClient, signal),
    structuralSharing: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  } as const;
}

async function openAt(place: Opening, queryClient: QueryClient, signal: AbortSignal): Promise<OpenedDashboard> {
  const [bootstrap, opening] = await Promise.all([getBootstrap(queryClient), loadOpening(place, signal)]);
  // What reads themes is there before the dashboard is drawn, which then is drawn once.
  const isThemed = opening.data.dashboard.theme !== null;
  await Promise.all([loadTypes(opening.data.charts), isThemed ? loadThemeReader() : null]);
  signal.throwIfAborted();
  const isOn = (flag: string) => bootstrap.featureFlags[flag] === true;
  const features = {
    hasNativeFilters: isOn('DASHBOARD_NATIVE_FILTERS'),
    hasCrossFilters: isOn('DASHBOARD_CROSS_FILTERS'),
    // Who reads a file is nobody whom the server knows, as the reader of another site's page.
    isEmbedded: isEmbeddedPage(window.location.pathname) || isOfflineFile(),
    hidesChartControls: opening.address.embedding.hidesChartControls,
  };
  return { ...openStore({ ...opening, features }), address: opening.address };
}

const openPatienceMs = 200;
const answersPatienceMs = 60;

/**
 * Opens the dashboard that the address names while the application starts: its rows are on the way before anything is
 * drawn. Resolves when they have come, or have been waited for long enough; the page takes what was opened.
 */
export async function openAhead(queryClient: QueryClient): Promise<void> {
  const { pathname, search, hash } = window.location;
  const idOrSlug = readPageAddress(pages.dashboard, pathname)?.id;
  if (idOrSlug === undefined) return;
  await Promise.race([openAndAsk({ idOrSlug, search, hash }, queryClient), pause(openPatienceMs)]);
}

async function openAndAsk(place: Opening, queryClient: QueryClient): Promise<void> {
  const bootstrap = await bootstrapAhead(queryClient);
  if (!bootstrap?.user) return;
  // Why it could not be opened, the page says when it opens it again.
  await queryClient.prefetchQuery(openingQuery(place, queryClient));
  const opened = queryClient.getQueryData<OpenedDashboard>(openingKey(place));
  if (opened) await Promise.race([whenDrawable(opened), pause(answersPatienceMs)]);
}

/** Rows may be there before the code that draws them: charts are drawn at once, not their places first. */
async function whenDrawable(opened: OpenedDashboard): Promise<void> {
  await Promise.all([whenAnswered(opened), loadViews(opened.store.getState())]);
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
    api.callEndpoint(dashboardEndpoints.get, input),
    api.callEndpoint(dashboardEndpoints.charts, input),
    api.callEndpoint(dashboardEndpoints.datasets, input),
  ]);
  const modern = charts.result.map((chart) => ({ ...chart, form_data: modernForm(chart.form_data) }));
  return { dashboard: dashboard.result, charts: modern, datasets: datasets.result };
}

/** Names, formats and types of the datasets as they are now. */
export async function loadDatasets(id: number): Promise<readonly DashboardDataset[]> {
  const input = { params: { id } };
  return (await api.callEndpoint(dashboardEndpoints.datasets, input)).result;
}

/** A link that has gone says so; the dashboard opens all the same. */
async function loadPermalink(key: string, signal: AbortSignal): Promise<WireDashboardPermalink | null> {
  try {
    return await api.callEndpoint(dashboardEndpoints.getPermalink, { params: { key }, signal });
  } catch (error) {
    if (!signal.aborted) toasts.warning(errorText(error));
    return null;
  }
}

/** Filter state that has ended is no reason to complain: the filters stand at their defaults. */
async function loadKept(id: string, key: string, signal: AbortSignal): Promise<DataMasks> {
  try {
    const { value } = await api.callEndpoint(dashboardEndpoints.getFilterState, {
      params: { id, key },
      signal,
    });
    return readMasks(JSON.parse(value));
  } catch {
    return {};
  }
}
