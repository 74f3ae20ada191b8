import { useLocation } from 'react-router';
import { useT } from '../../../i18n/index.ts';
import { type ReportsMenu, useReportsMenu } from '../../../report-editor/index.ts';
import { sharedParams, useDashboard, useOpenDashboard } from '../state/index.ts';

/** The reader's own report of the dashboard: it is drawn with the filters and tabs of the moment at which it is made. */
export function useDashboardReports(): ReportsMenu {
  const t = useT();
  const { store } = useOpenDashboard();
  const { search } = useLocation();
  const id = useDashboard((state) => state.dashboard.id);
  const title = useDashboard((state) => state.title);
  return useReportsMenu({
    source: { kind: 'dashboard', id, name: title || t('[ untitled dashboard ]') },
    readState: () => {
      const { bar, crossMasks, activeTabs } = store.getState();
      const dataMask = { ...bar.applied, ...crossMasks };
      const urlParams = sharedParams(search).map(([name, value]) => [name, value]);
      return { dataMask, activeTabs: [...activeTabs], urlParams };
    },
  });
}
