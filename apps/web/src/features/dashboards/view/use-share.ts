import { dashboardEndpoints } from '@powerset/contract';
import { copyText, toasts } from '@powerset/ui';
import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { sharedParams, useOpenDashboard } from '../state/index.ts';

export interface ShareOptions {
  /** The part of the dashboard that the link leads to. */
  readonly anchor: string | null;
}

/** Makes a lasting link to what is on the screen and copies it. */
export function useShare(): (options: ShareOptions) => Promise<void> {
  const t = useT();
  const { store } = useOpenDashboard();
  const { search } = useLocation();
  return useCallback(
    async ({ anchor }) => {
      const { dashboard, bar, crossMasks, activeTabs } = store.getState();
      const body = {
        dataMask: { ...bar.applied, ...crossMasks },
        activeTabs,
        urlParams: sharedParams(search),
        anchor,
      };
      const link = await api
        .callEndpoint(dashboardEndpoints.createPermalink, { params: { id: dashboard.id }, body })
        .catch((error: unknown) => void toasts.danger(errorText(error)));
      if (!link) return;
      const isCopied = await copyText(new URL(link.url, window.location.href).href).catch(() => false);
      if (isCopied === false) toasts.danger(t('Sorry, your browser does not support copying.'));
      else toasts.success(t('Link Copied!'));
    },
    [store, search, t],
  );
}
