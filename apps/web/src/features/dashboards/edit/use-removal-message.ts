import { toastStore, toasts } from '@powerset/ui';
import { useCallback, useEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { returnPart } from '../dialogs/index.ts';
import { type Deletion, stillDeleted, useOpenDashboard } from '../state/index.ts';

/** Says that parts were removed, with Undo: of the step where it is the last one, else of the removal alone. */
export type SayRemoved = (text: string, before: readonly Deletion[]) => void;

/** Its messages go with the editing: what was removed stands in the head from then on. */
export function useRemovalMessage(): SayRemoved {
  const t = useT();
  const { store } = useOpenDashboard();
  const said = useRef<string[]>([]);
  useEffect(() => () => said.current.forEach(toastStore.getState().remove), []);
  return useCallback(
    (text, before) => {
      const { history, deletions } = store.getState();
      const gone = deletions.filter((deletion) => !before.includes(deletion));
      const onSelect = () => {
        const state = store.getState();
        if (state.history.present === history.present) return state.undo();
        for (const deletion of stillDeleted(gone, state)) if (deletion.kind === 'part') returnPart(store, deletion);
      };
      said.current.push(toasts.success(text, { action: { label: t('Undo'), onSelect }, durationMs: 6000 }));
    },
    [store, t],
  );
}
