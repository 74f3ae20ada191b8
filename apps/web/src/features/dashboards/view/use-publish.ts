import { dashboardEndpoints } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import type { ReactNode } from 'react';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { saveOnTop, useGuardedSave } from '../saving/index.ts';
import { useOpenDashboard } from '../state/index.ts';

/** Publishes the dashboard, or makes it a draft again. */
export function usePublish(): { readonly publish: () => void; readonly dialog: ReactNode } {
  const t = useT();
  const { store } = useOpenDashboard();
  const guarded = useGuardedSave(() => toasts.danger(t('You do not have permissions to edit this dashboard.')));
  const publish = () => {
    const { isPublished, setPublished } = store.getState();
    const published = !isPublished;
    setPublished(published);
    guarded.run(async (isOverwriting) => {
      try {
        if (isOverwriting) await saveOnTop(store, () => ({ published }));
        else await savePublished(store, published);
        setPublished(published);
        toasts.success(published ? t('This dashboard is now published') : t('This dashboard is now hidden'));
      } catch (error) {
        setPublished(isPublished);
        throw error;
      }
    });
  };
  return { publish, dialog: guarded.dialog };
}

async function savePublished(store: ReturnType<typeof useOpenDashboard>['store'], published: boolean): Promise<void> {
  const { dashboard, lastModifiedTime, hasOtherChanges } = store.getState();
  const answer = await api.callEndpoint(dashboardEndpoints.update, {
    params: { id: dashboard.id },
    body: { published, last_modified_time: lastModifiedTime },
  });
  // Publishing is a save of its own; the next save must not take it for somebody else's.
  store.setState({
    lastModifiedTime: answer.last_modified_time,
    hasOtherChanges,
    dashboard: { ...store.getState().dashboard, published },
  });
}
