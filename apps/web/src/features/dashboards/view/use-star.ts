import { dashboardEndpoints } from '@powerset/contract';
import { sayBeside, toasts } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useDashboard } from '../state/index.ts';

/** The reader's star on the dashboard: read once, changed at once, and back when the server refuses. */
export function useStar(): { readonly isStarred: boolean; readonly toggle: () => void } {
  const t = useT();
  const id = useDashboard((state) => state.dashboard.id);
  const [isStarred, setIsStarred] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    api
      .callEndpoint(dashboardEndpoints.favoriteStatus, {
        query: { q: [id] },
        signal: controller.signal,
      })
      .then((answer) => setIsStarred(answer.result[0]?.value ?? false))
      .catch(() => {
        if (!controller.signal.aborted)
          toasts.danger(t('There was an issue fetching the favorite status of this dashboard.'));
      });
    return () => controller.abort();
  }, [id, t]);
  const toggle = () => {
    const wasStarred = isStarred;
    const say = sayBeside();
    setIsStarred(!wasStarred);
    const endpoint = wasStarred ? dashboardEndpoints.removeFavorite : dashboardEndpoints.addFavorite;
    api.callEndpoint(endpoint, { params: { id } }).catch(() => {
      setIsStarred(wasStarred);
      say.danger(t('There was an issue favoriting this dashboard.'));
    });
  };
  return { isStarred, toggle };
}
