import { useEffect } from 'react';
import { useOpenDashboard } from './dashboard-context.tsx';
import { noteDeletions } from './deletions.ts';

/** For what can delete parts and filters: notes what is deleted while it is open. */
export function useNotedDeletions(): void {
  const { store } = useOpenDashboard();
  useEffect(
    () =>
      store.subscribe((after, before) => {
        const deletions = noteDeletions(after.deletions, before, after);
        if (deletions !== after.deletions) store.setState({ deletions });
      }),
    [store],
  );
}
