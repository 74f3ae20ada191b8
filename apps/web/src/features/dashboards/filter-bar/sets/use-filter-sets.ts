import { type FilterSetPost, type FilterSetPut, filterSetEndpoints, type WireFilterSetRow } from '@powerset/contract';
import { sayBeside, toasts, type Voice } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { api, type DeletionStep, deletions, errorText, hiddenIds, type Resource } from '../../../../api/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { logEvent, useUserId } from '../../../../shell/index.ts';
import { isConflict } from '../../saving/index.ts';
import { filterSetsName, useDashboard, useOpenDashboard } from '../../state/index.ts';
import { toSetDocument } from './set-masks.ts';

type FilterSetKind = 'create' | 'update' | 'delete';

/** The filter sets of a dashboard, as deletions know them. */
function filterSetsOf(dashboardId: number): Resource {
  const params = { id: dashboardId };
  const name = filterSetsName(dashboardId);
  return { name, label: 'filter set', endpoints: filterSetEndpoints, params, idParam: 'filterSetId' };
}

/** The filter sets of the open dashboard that this person may use, without those that were deleted and can be brought back. */
export function useFilterSets() {
  const id = useDashboard((state) => state.dashboard.id);
  const hidden = useStore(deletions.store);
  const query = useQuery({
    queryKey: ['filter-sets', id],
    queryFn: async ({ signal }) => {
      const input = { params: { id }, signal };
      return (await api.callEndpoint(filterSetEndpoints.list, input)).result;
    },
  });
  const ids = hiddenIds(hidden, filterSetsOf(id));
  return { ...query, data: query.data?.filter((set) => !ids.has(set.id)) };
}

export interface FilterSetCalls {
  /** Where the last call stands: begun, complete or failed. */
  readonly step: DeletionStep | null;
  /** The filters as they are chosen, under a name. Null when it went well. */
  readonly create: (name: string, isForAll: boolean) => Promise<unknown>;
  readonly rename: (set: WireFilterSetRow, name: string) => Promise<unknown>;
  readonly overwrite: (set: WireFilterSetRow) => Promise<unknown>;
  readonly share: (set: WireFilterSetRow) => Promise<unknown>;
  /** Takes it out of sight; it is deleted when the page is left, or before its name may be given again. */
  readonly remove: (set: WireFilterSetRow) => void;
}

/** Saves, changes and deletes filter sets. Each call is announced when it begins, and when it is complete or failed. */
export function useFilterSetCalls(): FilterSetCalls {
  const t = useT();
  const { store } = useOpenDashboard();
  const { run, tell, readAnew, step, id } = useSteps();
  const userId = useUserId();
  const document = () => toSetDocument(store.getState().filters, store.getState().bar.draft);
  const post = async (body: FilterSetPost) => {
    await deletions.flushOf(filterSetsOf(id));
    return api.callEndpoint(filterSetEndpoints.create, { params: { id }, body });
  };
  const put = async (set: WireFilterSetRow, body: FilterSetPut) => {
    if (body.name !== undefined || body.owner_type) await deletions.flushOf(filterSetsOf(id));
    return api.callEndpoint(filterSetEndpoints.update, {
      params: { id, filterSetId: set.id },
      body: { ...body, last_modified_time: set.last_modified_time },
    });
  };
  const undo = (kind: FilterSetKind, call: () => Promise<unknown>) => ({
    action: { label: t('Undo'), onSelect: () => void run(kind, call).then((error) => sayFailure(toasts, error)) },
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
        (_saved, say) => say.success(t('Filter set saved: {{name}}', { name })),
      ),
    rename: (set, name) => run('update', () => put(set, { name })),
    overwrite: (set) =>
      run(
        'update',
        () => put(set, { json_metadata: document() }),
        (saved, say) =>
          say.success(
            t('Filter set overwritten: {{name}}', { name: set.name }),
            undo('update', () => put(saved, { json_metadata: JSON.stringify(set.params) })),
          ),
      ),
    share: (set) => run('update', () => put(set, { owner_type: 'Dashboard' })),
    remove: (set) =>
      deletions.remove(filterSetsOf(id), [{ id: set.id, name: set.name }], {
        reread: readAnew,
        onStep: (next) => tell('delete', next),
      }),
  };
}

/** Runs a call through its steps; the list is read anew before it counts as complete. */
function useSteps() {
  const id = useDashboard((state) => state.dashboard.id);
  const queryClient = useQueryClient();
  const [step, setStep] = useState<DeletionStep | null>(null);
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ['filter-sets', id] });
  const tell = (kind: FilterSetKind, next: DeletionStep) => {
    setStep(next);
    logEvent({ event_name: `${kind}_filterset_${next}`, source: 'dashboard', source_id: id });
  };
  const run = async <Answer>(
    kind: FilterSetKind,
    call: () => Promise<Answer>,
    onDone?: (answer: Answer, say: Voice) => void,
  ) => {
    const say = sayBeside();
    tell(kind, 'begin');
    try {
      const answer = await call();
      await readAnew();
      tell(kind, 'complete');
      onDone?.(answer, say);
      return null;
    } catch (error) {
      if (isConflict(error)) await readAnew();
      tell(kind, 'fail');
      return error;
    }
  };
  return { run, tell, readAnew, step, id };
}

export function sayFailure(say: Voice, error: unknown): void {
  if (error !== null) say.danger(errorText(error));
}
