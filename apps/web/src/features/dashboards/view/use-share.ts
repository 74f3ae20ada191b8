import { dashboardEndpoints } from '@powerset/contract';
import { copyText, type MenuEntry, sayBeside } from '@powerset/ui';
import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { api, errorText } from '../../../api/index.ts';
import { hostLine, isEmbeddedPage } from '../../../host-page/index.ts';
import { useT } from '../../../i18n/index.ts';
import { changeAddress, sharedParams, topNodeOf, useDashboard, useOpenDashboard } from '../state/index.ts';

export interface ShareOptions {
  /** The part of the dashboard that the link leads to. */
  readonly anchor: string | null;
}

/** A part of the dashboard as its authors saved it. */
export interface ShareTarget {
  readonly chartId: number | null;
  readonly tabId: string | null;
}

export interface Share {
  /** Makes a lasting link to what is on the screen and copies it. */
  readonly state: (options: ShareOptions) => Promise<void>;
  /** Copies the address of the dashboard, of one of its tabs, or of a chart in full size, without anybody's state. */
  readonly address: (target: ShareTarget) => Promise<void>;
}

export function useShare(): Share {
  const t = useT();
  const { store } = useOpenDashboard();
  const { search, pathname } = useLocation();
  const copy = useCallback(
    async (address: string) => {
      const say = sayBeside();
      const isCopied = await copyText(new URL(address, window.location.href).href).catch(() => false);
      if (isCopied === false) say.danger(t('Sorry, your browser does not support copying.'));
      else say.success(t('Link Copied!'));
    },
    [t],
  );
  const state = useCallback(
    async ({ anchor }: ShareOptions) => {
      const say = sayBeside();
      const { dashboard, bar, crossMasks, activeTabs } = store.getState();
      const body = {
        dataMask: { ...bar.applied, ...crossMasks },
        activeTabs,
        urlParams: sharedParams(search),
        anchor,
      };
      const link = await api
        .callEndpoint(dashboardEndpoints.createPermalink, { params: { id: dashboard.id }, body })
        .catch((error: unknown) => void say.danger(errorText(error)));
      if (link) await copy(await addressForOthers(link));
    },
    [store, search, copy],
  );
  const address = useCallback(
    ({ chartId, tabId }: ShareTarget) => {
      const query = changeAddress('', { focusedChartId: chartId });
      return copy(`${pathname}${query}${tabId ? `#${encodeURIComponent(tabId)}` : ''}`);
    },
    [pathname, copy],
  );
  return { state, address };
}

/** Whoever sees the dashboard in a page of another site is led back to that page, where it says how. */
async function addressForOthers({ key, url }: { readonly key: string; readonly url: string }): Promise<string> {
  if (!isEmbeddedPage(window.location.pathname)) return url;
  const given = await hostLine().ask('resolvePermalinkUrl', { key });
  return typeof given === 'string' && given !== '' ? given : url;
}

/** What of the dashboard can be shared: what is on the screen, the open tab, or the dashboard as it was saved. */
export function useShareChoices(): readonly MenuEntry[] {
  const t = useT();
  const share = useShare();
  const { store } = useOpenDashboard();
  const hasTabs = useDashboard((state) => topNodeOf(state).tabs !== undefined);
  const shareTab = () => share.address({ chartId: null, tabId: topNodeOf(store.getState()).contentId });
  return [
    {
      key: 'state',
      label: t('Copy permalink to clipboard'),
      tooltip: t('With the filters, selections and tabs as they are now'),
      onSelect: () => void share.state({ anchor: null }),
    },
    ...(hasTabs ? [{ key: 'tab', label: t('Copy link to this tab'), onSelect: () => void shareTab() }] : []),
    {
      key: 'saved',
      label: t('Copy link to the dashboard as it was saved'),
      onSelect: () => void share.address({ chartId: null, tabId: null }),
    },
  ];
}
