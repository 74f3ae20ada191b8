import { dashboardEndpoints } from '@powerset/contract';
import { api } from '../../../api/index.ts';
import type { useOpenDashboard } from '../state/dashboard-context.tsx';
import { toMetadata } from '../state/save-body.ts';

type Store = ReturnType<typeof useOpenDashboard>['store'];
type MetadataChange = Parameters<ReturnType<Store['getState']>['setMetadata']>[0];

/** Saves a part of the metadata at once and takes it over; unsaved layout changes stay unsaved. Somebody else's save is an error. */
export async function saveMetadata(store: Store, change: MetadataChange, isOverwriting = false): Promise<void> {
  const state = store.getState();
  const { hasOtherChanges } = state;
  const saved = { ...toMetadata(state), ...change };
  const answer = await api.callEndpoint<{ last_modified_time: number }>(dashboardEndpoints.update, {
    params: { id: state.dashboard.id },
    body: {
      json_metadata: JSON.stringify(saved),
      ...(isOverwriting ? {} : { last_modified_time: state.lastModifiedTime }),
    },
  });
  store.getState().setMetadata(change);
  store.setState({ lastModifiedTime: answer.last_modified_time, hasOtherChanges });
}
