import type { CellValue } from '@powerset/contract';
import type { TableColumn, TableModel } from './table-columns.ts';

export interface TableSort {
  readonly key: string;
  readonly desc: boolean;
}

/** First click the column's natural way, second the other, third none. */
export function nextSort(sort: TableSort | null, key: string, startsDescending: boolean): TableSort | null {
  if (sort?.key !== key) return { key, desc: startsDescending };
  return sort.desc === startsDescending ? { key, desc: !startsDescending } : null;
}

/** Names with one moved to the place of another. */
export function moveBefore(names: readonly string[], moved: string, target: string): readonly string[] {
  if (moved === target) return names;
  const isForward = names.indexOf(moved) < names.indexOf(target);
  const rest = names.filter((name) => name !== moved);
  const place = rest.indexOf(target) + (isForward ? 1 : 0);
  return [...rest.slice(0, place), moved, ...rest.slice(place)];
}

/** Row positions in an order; nulls last whichever way. */
export function sortedRows(model: TableModel, sort: TableSort | null): readonly number[] {
  return orderedRows(model, sort ? [sort] : []);
}

/** Row positions in the order of one column, and of the next where it leaves two alike; nulls last, and all others at the end. */
export function orderedRows(model: TableModel, sorts: readonly TableSort[]): readonly number[] {
  const rows = Array.from({ length: model.rowCount }, (_, index) => index);
  const keys = sorts.flatMap(({ key, desc }) => {
    const column = model.columns.find(({ name }) => name === key);
    return column ? [ranksOf(column, desc ? -1 : 1)] : [];
  });
  if (keys.length === 0) return rows;
  const own = model.othersRow === -1 ? rows : rows.slice(0, model.othersRow);
  const sorted = own.sort((a, b) => {
    for (const ranks of keys) {
      const difference = (ranks[a] ?? 0) - (ranks[b] ?? 0);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  return model.othersRow === -1 ? sorted : [...sorted, model.othersRow];
}

/** More different texts are put in the order of their codes, which takes a tenth of the time. */
const maxCollated = 20_000;

/** The place of each row's value among the different values of its column. */
function ranksOf({ values }: TableColumn, direction: number): Float64Array {
  const different = [...new Set(values)].filter((value) => value !== null);
  const compare = comparerOf(different);
  different.sort((a, b) => direction * compare(a, b));
  const places = new Map(different.map((value, place) => [value, place]));
  return Float64Array.from(values, (value) => (value === null ? undefined : places.get(value)) ?? different.length);
}

function comparerOf(different: readonly CellValue[]): (a: CellValue, b: CellValue) => number {
  const collator = different.length > maxCollated ? null : new Intl.Collator(undefined, { numeric: true });
  return (a, b) => {
    if (collator && typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
    // Nulls were left out; a column's other values are of one kind.
    return a! < b! ? -1 : Number(a! > b!);
  };
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
