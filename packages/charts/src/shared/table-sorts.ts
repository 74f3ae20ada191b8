export interface TableSort {
  readonly key: string;
  readonly desc: boolean;
}

/** First click the column's natural way, second the other, third none. */
export function nextSort(sort: TableSort | null, key: string, startsDescending: boolean): TableSort | null {
  if (sort?.key !== key) return { key, desc: startsDescending };
  return sort.desc === startsDescending ? { key, desc: !startsDescending } : null;
}

/** The order after a press on a name: with the key held it is sorted by besides the others, else by it alone. */
export function nextSorts(
  sorts: readonly TableSort[],
  pressed: { readonly key: string; readonly startsDescending: boolean; readonly isAdded: boolean },
): readonly TableSort[] {
  const { key, startsDescending, isAdded } = pressed;
  const own = sorts.find((sort) => sort.key === key) ?? null;
  const next = nextSort(isAdded || sorts.length === 1 ? own : null, key, startsDescending);
  if (!isAdded) return next ? [next] : [];
  if (!own) return next ? [...sorts, next] : sorts;
  return sorts.flatMap((sort) => (sort.key === key ? (next ?? []) : sort));
}

/** Names with one moved to the place of another. */
export function moveBefore(names: readonly string[], moved: string, target: string): readonly string[] {
  if (moved === target) return names;
  const isForward = names.indexOf(moved) < names.indexOf(target);
  const rest = names.filter((name) => name !== moved);
  const place = rest.indexOf(target) + (isForward ? 1 : 0);
  return [...rest.slice(0, place), moved, ...rest.slice(place)];
}
