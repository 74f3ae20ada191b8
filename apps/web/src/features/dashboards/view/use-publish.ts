import { dashboardEndpoints } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useOpenDashboard } from '../state/dashboard-context.tsx';

/** Publishes the dashboard, or makes it a draft again. */
export function usePublish(): () => void {
  const t = useT();
  const { store } = useOpenDashboard();
  return () => {
    const { dashboard, isPublished, setPublished, hasOtherChanges } = store.getState();
    const published = !isPublished;
    setPublished(published);
    api
      .callEndpoint<{ last_modified_time: number }>(dashboardEndpoints.update, {
        params: { id: dashboard.id },
        body: { published },
      })
      .then((answer) => {
        // Publishing is a save of its own; the next save must not take it for somebody else's.
        store.setState({ lastModifiedTime: answer.last_modified_time, hasOtherChanges });
        toasts.success(published ? t('This dashboard is now published') : t('This dashboard is now hidden'));
      })
      .catch(() => {
        setPublished(isPublished);
        toasts.danger(t('You do not have permissions to edit this dashboard.'));
      });
  };
}
