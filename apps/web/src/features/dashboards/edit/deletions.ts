import type { FilterEntry } from '../filters/index.ts';
import { type DeletedPart, deletedParts, isStillDeleted } from '../layout/index.ts';
import { type DashboardState, layoutOf } from '../state/index.ts';

/** What was deleted while the dashboard is edited. */
export type Deletion =
  | { readonly kind: 'part'; readonly id: string; readonly part: DeletedPart }
  | { readonly kind: 'filter'; readonly id: string; readonly entry: FilterEntry; readonly index: number };

/** So many can be brought back, the last ones. */
export const keptDeletions = 50;

type Edited = Pick<DashboardState, 'history' | 'filters' | 'lastModifiedTime'>;

/** The list after a step from one state to the next; what was saved or read anew begins another one. */
export function noteDeletions(list: readonly Deletion[], before: Edited, after: Edited): readonly Deletion[] {
  if (before.lastModifiedTime !== after.lastModifiedTime) return [];
  const noted = [...goneParts(before, after), ...goneFilters(before.filters, after.filters)];
  if (noted.length === 0) return list;
  const again = new Set(noted.map(({ id }) => id));
  return [...list.filter(({ id }) => !again.has(id)), ...noted].slice(-keptDeletions);
}

/** Steps back in the history take away what was put in, which the history itself brings back. */
function goneParts({ history: before }: Edited, { history: after }: Edited): readonly Deletion[] {
  if (before.present === after.present || after.past.at(-1) !== before.present) return [];
  return deletedParts(before.present, after.present).map((part) => ({
    kind: 'part',
    id: part.nodes[0]?.id ?? '',
    part,
  }));
}

function goneFilters(before: readonly FilterEntry[], after: readonly FilterEntry[]): readonly Deletion[] {
  if (before === after) return [];
  const ids = new Set(after.map(({ id }) => id));
  return before.flatMap((entry, index) =>
    ids.has(entry.id) ? [] : [{ kind: 'filter', id: entry.id, entry, index } as const],
  );
}

/** What of the list is still gone. */
export function stillDeleted(
  list: readonly Deletion[],
  state: Pick<DashboardState, 'history' | 'filters'>,
): readonly Deletion[] {
  return list.filter((deletion) =>
    deletion.kind === 'part'
      ? isStillDeleted(layoutOf(state), deletion.part)
      : !state.filters.some(({ id }) => id === deletion.id),
  );
}
