import { type DashboardPut, dashboardEndpoints } from '@powerset/contract';
import { ApiError, api } from '../../../api/index.ts';
import { hasUnsavedChanges, type Metadata, readDashboardMetadata, type useOpenDashboard } from '../state/index.ts';
import { toMetadata } from './save-body.ts';
import { loadVersion, reloadDashboard } from './versions.ts';

type Store = ReturnType<typeof useOpenDashboard>['store'];
type MetadataChange = Parameters<ReturnType<Store['getState']>['setMetadata']>[0];

/** Somebody else saved the dashboard after it was read here. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Saves a part of the metadata at once and takes it over; unsaved layout changes stay unsaved. Somebody else's save is an error. */
export async function saveMetadata(store: Store, change: MetadataChange, isOverwriting = false): Promise<void> {
  if (isOverwriting) {
    await saveOnTop(store, () => ({}), change);
    return;
  }
  const state = store.getState();
  const json = JSON.stringify({ ...toMetadata(state), ...change });
  const { last_modified_time: time } = await put(state.dashboard.id, {
    json_metadata: json,
    last_modified_time: state.lastModifiedTime,
  });
  const { hasOtherChanges, dashboard } = store.getState();
  store.getState().setMetadata(change);
  store.setState({
    lastModifiedTime: time,
    hasOtherChanges,
    hasNewFilters: false,
    dashboard: { ...dashboard, json_metadata: json },
  });
}

/**
 * Saves what was changed here on top of what somebody else saved: the rest of theirs stays, and is shown from then on.
 * With work under way it stays hidden instead, and the next save tells of it.
 */
export async function saveOnTop(store: Store, toFields: () => DashboardPut, change: Metadata = {}): Promise<void> {
  const { id } = store.getState().dashboard;
  const theirs = await loadVersion(id);
  await put(id, {
    ...toFields(),
    ...(Object.keys(change).length > 0
      ? { json_metadata: JSON.stringify({ ...readDashboardMetadata(theirs.json_metadata), ...change }) }
      : {}),
    last_modified_time: theirs.last_modified_time,
  });
  if (!hasUnsavedChanges(store.getState())) return reloadDashboard(store);
  const { hasOtherChanges } = store.getState();
  store.getState().setMetadata(change);
  store.setState({ hasOtherChanges });
}

function put(id: number, body: DashboardPut): Promise<{ last_modified_time: number }> {
  return api.callEndpoint(dashboardEndpoints.update, { params: { id }, body });
}
