import { dashboardEndpoints } from '@powerset/contract';
import { useTheme } from '@powerset/ui';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../../api/index.ts';
import { type HostMethods, hostLine, toThemeMode } from '../../../host-page/index.ts';
import { wearTheme } from '../../../theming/index.ts';
import { type DashboardStore, readAddress, sharedParams, useOpenDashboard } from '../state/index.ts';
import { chartPayloads, chartStatesOf, masksOf, scrollSizeOf } from './answers.ts';

/** Answers the page that shows the dashboard, and tells it what is filtered where it wants to hear of it. */
export function HostAnswers() {
  const open = useOpenDashboard();
  const { search } = useLocation();
  const { setMode } = useTheme();
  const latest = useRef({ search, setMode });
  latest.current = { search, setMode };
  useEffect(() => {
    const { store } = open;
    const methods: HostMethods = {
      getScrollSize: () => scrollSizeOf(document),
      getDashboardPermalink: ({ anchor }) => makeLink(store, latest.current.search, anchor),
      getActiveTabs: () => [...store.getState().activeTabs],
      getDataMask: () => masksOf(store.getState()),
      getChartStates: () => chartStatesOf(store.getState()),
      getChartDataPayloads: ({ chartId }) => chartPayloads(open, chartId),
      setThemeMode: ({ mode }) => latest.current.setMode(toThemeMode(mode)),
      setThemeConfig: ({ themeConfig }) => wearTheme('host', themeConfig ?? null),
    };
    return hostLine().answerWith(methods);
  }, [open]);
  useMaskReports(open.store, readAddress(search, '').embedding.emitsMasks);
  return null;
}

/** Each change is told once, and which kind of filter it was. */
function useMaskReports(store: DashboardStore, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    return store.subscribe((state, before) => {
      const nativeFiltersChanged = state.bar.applied !== before.bar.applied;
      const crossFiltersChanged = state.crossMasks !== before.crossMasks;
      if (nativeFiltersChanged || crossFiltersChanged)
        hostLine().emit('observeDataMask', { ...masksOf(state), crossFiltersChanged, nativeFiltersChanged });
    });
  }, [store, isWanted]);
}

/** Its state as an address: that of the page around it, where that page says so. */
async function makeLink(store: DashboardStore, search: string, anchor: unknown): Promise<string> {
  const { dashboard, activeTabs } = store.getState();
  const body = {
    dataMask: masksOf(store.getState()),
    activeTabs,
    urlParams: sharedParams(search),
    anchor: typeof anchor === 'string' && anchor !== '' ? anchor : null,
  };
  const { key, url } = await api.callEndpoint(dashboardEndpoints.createPermalink, {
    params: { id: dashboard.id },
    body,
  });
  const given = await hostLine().ask('resolvePermalinkUrl', { key });
  return typeof given === 'string' && given !== '' ? given : url;
}
