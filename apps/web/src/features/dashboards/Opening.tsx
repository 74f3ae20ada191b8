import { ListSkeleton } from '@powerset/ui';

/** Stands where a dashboard will be, while it or the code that draws it is on its way. */
export function Opening() {
  return (
    <div style={{ padding: 16 }}>
      <ListSkeleton rows={8} />
    </div>
  );
}
