import type { DashboardPut } from '@powerset/contract';
import { hasUnsavedChanges, type Metadata, readDashboardMetadata, type useOpenDashboard } from '../state/index.ts';
import type { DashboardVersion } from './aspects.ts';
import type { ClashAnswer } from './dashboard-clash.ts';
import { toMetadata } from './save-body.ts';
import { isConflict, putDashboard, saveMerged } from './save-merged.ts';
import { reloadDashboard, toSavedVersion } from './versions.ts';

type Store = ReturnType<typeof useOpenDashboard>['store'];

/** What is changed of a dashboard, and nothing else of it. */
export interface PartChange {
  /** What was chosen where somebody else changed the same. */
  readonly answer?: ClashAnswer | undefined;
  readonly fields?: DashboardPut;
  readonly metadata?: Metadata;
}

/** Saves a part of the metadata at once and takes it over; unsaved layout changes stay unsaved. */
export async function saveMetadata(store: Store, change: Metadata, answer?: ClashAnswer): Promise<void> {
  await onTopOf(store, { metadata: change, answer }, async () => {
    const state = store.getState();
    const json = JSON.stringify({ ...toMetadata(state), ...change });
    const { last_modified_time: time } = await putDashboard(state.dashboard.id, {
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
  });
}

/**
 * Saves a part; where somebody else saved meanwhile, on top of theirs: what they changed besides stays, and is shown from
 * then on. With work under way it stays hidden instead, and the next save puts both together.
 */
export async function onTopOf(
  store: Store,
  { answer, ...change }: PartChange,
  save: () => Promise<void>,
): Promise<void> {
  if (!answer) {
    try {
      return await save();
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  await saveMerged(store, withPart(toSavedVersion(store.getState()), change), answer);
  if (!hasUnsavedChanges(store.getState())) return reloadDashboard(store);
  const { hasOtherChanges } = store.getState();
  store.getState().setMetadata(change.metadata ?? {});
  store.setState({ hasOtherChanges });
}

function withPart(version: DashboardVersion, { fields = {}, metadata = {} }: PartChange): DashboardVersion {
  const { owners, roles, certified_by: by, certification_details: details } = fields;
  return {
    ...version,
    dashboard_title: fields.dashboard_title ?? version.dashboard_title,
    css: fields.css ?? version.css,
    slug: fields.slug === undefined ? version.slug : fields.slug,
    published: typeof fields.published === 'boolean' ? fields.published : version.published,
    certified_by: by === undefined ? version.certified_by : by,
    certification_details: details === undefined ? version.certification_details : details,
    ...(owners ? { owners: owners.map((id) => ({ id, first_name: '', last_name: '' })) } : {}),
    ...(roles ? { roles: roles.map((id) => ({ id, name: '' })) } : {}),
    json_metadata: JSON.stringify({ ...readDashboardMetadata(version.json_metadata), ...metadata }),
  };
}
