import { type FilterSetPost, type FilterSetPut, filterSetEndpoints, type WireFilterSetRow } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../../../api/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { logEvent, useUserId } from '../../../../shell/index.ts';
import { isConflict } from '../../saving/index.ts';
import { useDashboard, useOpenDashboard } from '../../state/index.ts';
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
      return (await api.callEndpoint(filterSetEndpoints.list, input)).result;
    },
  });
}

export interface FilterSetCalls {
  /** Where the last call stands: begun, complete or failed. */
  readonly step: FilterSetStep | null;
  /** The filters as they are chosen, under a name. Null when it went well. */
  readonly create: (name: string, isForAll: boolean) => Promise<unknown>;
  readonly rename: (set: WireFilterSetRow, name: string) => Promise<unknown>;
  readonly overwrite: (set: WireFilterSetRow) => Promise<unknown>;
  readonly share: (set: WireFilterSetRow) => Promise<unknown>;
  readonly remove: (set: WireFilterSetRow) => Promise<unknown>;
}

/** Saves, changes and deletes filter sets. Each call is announced when it begins, and when it is complete or failed. */
export function useFilterSetCalls(): FilterSetCalls {
  const t = useT();
  const { store } = useOpenDashboard();
  const { run, step, id } = useSteps();
  const userId = useUserId();
  const document = () => toSetDocument(store.getState().filters, store.getState().bar.draft);
  const post = (body: FilterSetPost) => api.callEndpoint(filterSetEndpoints.create, { params: { id }, body });
  const put = (set: WireFilterSetRow, body: FilterSetPut) =>
    api.callEndpoint(filterSetEndpoints.update, {
      params: { id, filterSetId: set.id },
      body: { ...body, last_modified_time: set.last_modified_time },
    });
  const undo = (kind: FilterSetKind, call: () => Promise<unknown>) => ({
    action: { label: t('Undo'), onSelect: () => void run(kind, call).then(sayFailure) },
  });
  const ownerOf = (isForAll: boolean) =>
    isForAll
      ? ({ owner_type: 'Dashboard', owner_id: id } as const)
      : ({ owner_type: 'User', owner_id: userId } as const);
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
        (saved) =>
          toasts.success(
            t('Filter set overwritten: {{name}}', { name: set.name }),
            undo('update', () => put(saved, { json_metadata: JSON.stringify(set.params) })),
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
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ['filter-sets', id] });
  const run = async <Answer>(kind: FilterSetKind, call: () => Promise<Answer>, onDone?: (answer: Answer) => void) => {
    const tell = (next: FilterSetStep) => {
      setStep(next);
      logEvent({ event_name: `${kind}_filterset_${next}`, source: 'dashboard', source_id: id });
    };
    tell('begin');
    try {
      const answer = await call();
      await readAnew();
      tell('complete');
      onDone?.(answer);
      return null;
    } catch (error) {
      if (isConflict(error)) await readAnew();
      tell('fail');
      return error;
    }
  };
  return { run, step, id };
}

export function sayFailure(error: unknown): void {
  if (error !== null) toasts.danger(errorText(error));
}
