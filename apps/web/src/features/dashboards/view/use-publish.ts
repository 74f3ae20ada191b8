import { sayBeside } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import { loadCode } from '../../../shell/index.ts';
import { useOpenDashboard } from '../state/index.ts';

/** Publishes the dashboard, or makes it a draft again. */
export function usePublish(): () => void {
  const t = useT();
  const { store } = useOpenDashboard();
  const publish = async () => {
    const say = sayBeside();
    const { isPublished, setPublished } = store.getState();
    const published = !isPublished;
    setPublished(published);
    try {
      const saving = await loadCode(() => import('../saving/index.ts'));
      if (!saving) return setPublished(isPublished);
      const save = () => savePublished(store, published, saving.putDashboard);
      await saving.onTopOf(store, { fields: { published } }, save);
      setPublished(published);
      say.success(published ? t('This dashboard is now published') : t('This dashboard is now hidden'));
    } catch {
      setPublished(isPublished);
      say.danger(t('You do not have permissions to edit this dashboard.'));
    }
  };
  return () => void publish();
}

type Store = ReturnType<typeof useOpenDashboard>['store'];
type Put = typeof import('../saving/index.ts')['putDashboard'];

async function savePublished(store: Store, published: boolean, putDashboard: Put): Promise<void> {
  const { dashboard, lastModifiedTime, hasOtherChanges } = store.getState();
  const answer = await putDashboard(dashboard.id, { published, last_modified_time: lastModifiedTime });
  // Publishing is a save of its own; the next save must not take it for somebody else's.
  store.setState({
    lastModifiedTime: answer.last_modified_time,
    hasOtherChanges,
    dashboard: { ...store.getState().dashboard, published },
  });
}
