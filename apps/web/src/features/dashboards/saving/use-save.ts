import { sayBeside } from '@powerset/ui';
import { useCallback, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { logEvent, useSession } from '../../../shell/index.ts';
import { toPositions } from '../layout/index.ts';
import { asSaved, type DashboardState, layoutOf, type Metadata, useLook, useOpenDashboard } from '../state/index.ts';
import { type ClashAnswer, DashboardClash } from './dashboard-clash.ts';
import { saveDrafts } from './drafts.ts';
import { toMetadata, toSaveBody } from './save-body.ts';
import { isConflict, putDashboard, saveMerged } from './save-merged.ts';
import { saveProblem } from './save-problem.ts';
import { reloadDashboard, toOwnVersion } from './versions.ts';

export type SaveOutcome = 'saved' | 'failed' | DashboardClash;

export interface Save {
  readonly save: (answer?: ClashAnswer) => Promise<SaveOutcome>;
  readonly isSaving: boolean;
}

/** Saves the dashboard as it stands, with what somebody else saved meanwhile; where both changed the same it is asked whose stays. */
export function useSave(): Save {
  const t = useT();
  const { store } = useOpenDashboard();
  const { colorOf } = useLook();
  const asksFirst = useSession().isFeatureEnabled('CONFIRM_DASHBOARD_DIFF');
  const [isSaving, setIsSaving] = useState(false);
  const save = useCallback(
    async (answer?: ClashAnswer): Promise<SaveOutcome> => {
      const { id } = store.getState().dashboard;
      const say = sayBeside();
      setIsSaving(true);
      logEvent({ event_name: 'save_dashboard_started', source: 'dashboard', source_id: id });
      try {
        await saveDrafts(store);
        const before = store.getState();
        const state = { ...before, metadata: withSharedLabels(before.metadata, colorOf.sharedLabels()) };
        if (answer) await putTogether(store, state, answer);
        else await putAsItIs(store, state, asksFirst);
        store.setState({ deletions: asSaved(store.getState().deletions) });
        say.success(t('This dashboard was saved successfully.'));
        logEvent({ event_name: 'save_dashboard_finished', source: 'dashboard', source_id: id });
        return 'saved';
      } catch (error) {
        if (error instanceof DashboardClash) return error;
        say.danger(saveProblem(error));
        return 'failed';
      } finally {
        setIsSaving(false);
      }
    },
    [store, t, asksFirst, colorOf],
  );
  return { save, isSaving };
}

type Store = ReturnType<typeof useOpenDashboard>['store'];

async function putAsItIs(store: Store, state: DashboardState, asksFirst: boolean): Promise<void> {
  try {
    const { last_modified_time: time } = await putDashboard(state.dashboard.id, toSaveBody(state, !asksFirst));
    store.setState({ metadata: state.metadata });
    store.getState().markSaved(time, {
      dashboard_title: state.title,
      css: state.css,
      json_metadata: JSON.stringify(toMetadata(state)),
      position_json: JSON.stringify(toPositions(layoutOf(state), state.title)),
      changed_on_delta_humanized: 'now',
    });
  } catch (error) {
    if (!isConflict(error)) throw error;
    await putTogether(store, state);
  }
}

async function putTogether(store: Store, state: DashboardState, answer?: ClashAnswer): Promise<void> {
  await saveMerged(store, toOwnVersion(state), answer);
  await reloadDashboard(store);
}

/** With the names that several charts have; a map of their colours, as earlier versions wrote, stays as it is. */
function withSharedLabels(metadata: Metadata, labels: readonly string[]): Metadata {
  const { shared_label_colors: known } = metadata;
  const isMap = known && !Array.isArray(known) && Object.keys(known).length > 0;
  return isMap || labels.length === 0 ? metadata : { ...metadata, shared_label_colors: [...labels] };
}
