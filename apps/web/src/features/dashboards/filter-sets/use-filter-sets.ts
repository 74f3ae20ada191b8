import { filterSetEndpoints, type WireFilterSet, type WireFilterSetRow } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { logEvent, useUserId } from '../../../shell/index.ts';
import { useDashboard, useOpenDashboard } from '../state/dashboard-context.tsx';
import { toSetDocument } from './set-masks.ts';

type FilterSetStep = 'begin' | 'complete' | 'fail';
type FilterSetKind = 'create' | 'update' | 'delete';

/** The filter sets of the open dashboard that this person may use. */
export function useFilterSets() {
  const id = useDashboard((state) => state.dashboard.id);
  return useQuery({
    queryKey: ['filter-sets', id],
    queryFn: async ({ signal }) => {
      const input = { params: { id }, signal };
      return (await api.callEndpoint<{ result: readonly WireFilterSetRow[] }>(filterSetEndpoints.list, input)).result;
    },
  });
}

export interface FilterSetCalls {
  /** Where the last call stands: begun, complete or failed. */
  readonly step: FilterSetStep | null;
  /** The filters as they are chosen, under a name. Null when it went well. */
  readonly create: (name: string, isForAll: boolean) => Promise<unknown>;
  readonly rename: (set: WireFilterSet, name: string) => Promise<unknown>;
  readonly overwrite: (set: WireFilterSet) => Promise<unknown>;
  readonly share: (set: WireFilterSet) => Promise<unknown>;
  readonly remove: (set: WireFilterSet) => Promise<unknown>;
}

/** Saves, changes and deletes filter sets. Each call is announced when it begins, and when it is complete or failed. */
export function useFilterSetCalls(): FilterSetCalls {
  const t = useT();
  const { store } = useOpenDashboard();
  const { run, step, id } = useSteps();
  const userId = useUserId();
  const document = () => toSetDocument(store.getState().filters, store.getState().bar.draft);
  const post = (body: object) => api.callEndpoint(filterSetEndpoints.create, { params: { id }, body });
  const put = (set: WireFilterSet, body: object) =>
    api.callEndpoint(filterSetEndpoints.update, { params: { id, filterSetId: set.id }, body });
  const undo = (kind: FilterSetKind, call: () => Promise<unknown>) => ({
    action: { label: t('Undo'), onSelect: () => void run(kind, call).then(sayFailure) },
  });
  const ownerOf = (isForAll: boolean) =>
    isForAll ? { owner_type: 'Dashboard', owner_id: id } : { owner_type: 'User', owner_id: userId };
  return {
    step,
    create: (name, isForAll) =>
      run(
        'create',
        () => post({ name, json_metadata: document(), ...ownerOf(isForAll) }),
        () => toasts.success(t('Filter set saved: {{name}}', { name })),
      ),
    rename: (set, name) => run('update', () => put(set, { name })),
    overwrite: (set) =>
      run(
        'update',
        () => put(set, { json_metadata: document() }),
        () =>
          toasts.success(
            t('Filter set overwritten: {{name}}', { name: set.name }),
            undo('update', () => put(set, { json_metadata: JSON.stringify(set.params) })),
          ),
      ),
    share: (set) => run('update', () => put(set, { owner_type: 'Dashboard' })),
    remove: (set) =>
      run(
        'delete',
        () => api.callEndpoint(filterSetEndpoints.delete, { params: { id, filterSetId: set.id } }),
        () => {
          const { name, description, owner_type, owner_id, params } = set;
          const again = { name, description, owner_type, owner_id, json_metadata: JSON.stringify(params) };
          toasts.success(t('Deleted: {{name}}', { name }), { isDeletion: true, ...undo('create', () => post(again)) });
        },
      ),
  };
}

/** Runs a call through its steps; the list is read anew before it counts as complete. */
function useSteps() {
  const id = useDashboard((state) => state.dashboard.id);
  const queryClient = useQueryClient();
  const [step, setStep] = useState<FilterSetStep | null>(null);
  const run = async (kind: FilterSetKind, call: () => Promise<unknown>, onDone?: () => void): Promise<unknown> => {
    const tell = (next: FilterSetStep) => {
      setStep(next);
      logEvent({ event_name: `${kind}_filterset_${next}`, source: 'dashboard', source_id: id });
    };
    tell('begin');
    try {
      await call();
      await queryClient.invalidateQueries({ queryKey: ['filter-sets', id] });
      tell('complete');
      onDone?.();
      return null;
    } catch (error) {
      tell('fail');
      return error;
    }
  };
  return { run, step, id };
}

export function sayFailure(error: unknown): void {
  if (error !== null) toasts.danger(errorText(error));
}
