import { Suspense } from 'react';
import { useStore } from 'zustand';
import { deletions } from '../../../api/index.ts';
import { lazyPart } from '../../../shell/index.ts';
import { filterSetsName, useDashboard } from '../state/index.ts';

const DeletedMenu = lazyPart(async () => (await import('./DeletedMenu.tsx')).DeletedMenu);

export interface DeletedProps {
  /** Where the dashboard is only read: begins to edit it, as a part that comes back is not saved yet. */
  readonly onEdit?: () => void;
}

/** What was deleted since the dashboard was opened, each to be brought back alone, however much was done since. */
export function Deleted({ onEdit }: DeletedProps) {
  const hasOwn = useDashboard((state) => state.deletions.length > 0);
  const sets = filterSetsName(useDashboard((state) => state.dashboard.id));
  const hasSets = useStore(deletions.store, ({ pending }) => pending.some(({ resource }) => resource.name === sets));
  if (!hasOwn && !hasSets) return null;
  return (
    <Suspense fallback={null}>
      <DeletedMenu onEdit={onEdit} />
    </Suspense>
  );
}
