import { dashboardEndpoints } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { useCallback, useState } from 'react';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { logEvent, useSession } from '../../../shell/index.ts';
import { toPositions } from '../layout/index.ts';
import { layoutOf, type Metadata, useLook, useOpenDashboard } from '../state/index.ts';
import { toMetadata, toSaveBody } from './save-body.ts';
import { isConflict } from './save-metadata.ts';
import { saveProblem } from './save-problem.ts';

export interface SaveOptions {
  /** Saves also over what somebody else saved meanwhile. */
  readonly isOverwriting?: boolean;
}

export type SaveOutcome = 'saved' | 'conflict' | 'failed';

export interface Save {
  readonly save: (options?: SaveOptions) => Promise<SaveOutcome>;
  readonly isSaving: boolean;
}

/** Saves the dashboard as it stands; somebody else's save in between is a conflict, not a loss. */
export function useSave(): Save {
  const t = useT();
  const { store } = useOpenDashboard();
  const { colorOf } = useLook();
  const asksFirst = useSession().isFeatureEnabled('CONFIRM_DASHBOARD_DIFF');
  const [isSaving, setIsSaving] = useState(false);
  const save = useCallback(
    async ({ isOverwriting = false }: SaveOptions = {}): Promise<SaveOutcome> => {
      const before = store.getState();
      const state = { ...before, metadata: withSharedLabels(before.metadata, colorOf.sharedLabels()) };
      const body = toSaveBody(state, isOverwriting || !asksFirst);
      setIsSaving(true);
      logEvent({ event_name: 'save_dashboard_started', source: 'dashboard', source_id: state.dashboard.id });
      try {
        const answer = await api.callEndpoint(dashboardEndpoints.update, {
          params: { id: state.dashboard.id },
          body,
        });
        store.setState({ metadata: state.metadata });
        store.getState().markSaved(answer.last_modified_time, {
          dashboard_title: state.title,
          css: state.css,
          json_metadata: JSON.stringify(toMetadata(state)),
          position_json: JSON.stringify(toPositions(layoutOf(state), state.title)),
          changed_on_delta_humanized: 'now',
        });
        toasts.success(t('This dashboard was saved successfully.'));
        logEvent({ event_name: 'save_dashboard_finished', source: 'dashboard', source_id: state.dashboard.id });
        return 'saved';
      } catch (error) {
        if (isConflict(error)) return 'conflict';
        toasts.danger(saveProblem(error));
        return 'failed';
      } finally {
        setIsSaving(false);
      }
    },
    [store, t, asksFirst, colorOf],
  );
  return { save, isSaving };
}

/** With the names that several charts have; a map of their colours, as earlier versions wrote, stays as it is. */
function withSharedLabels(metadata: Metadata, labels: readonly string[]): Metadata {
  const { shared_label_colors: known } = metadata;
  const isMap = known && !Array.isArray(known) && Object.keys(known).length > 0;
  return isMap || labels.length === 0 ? metadata : { ...metadata, shared_label_colors: [...labels] };
}
