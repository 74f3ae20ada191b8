import { inWords } from './difference.ts';
import {
  type Choices,
  type Clash,
  mapVersions,
  mergeOrder,
  sideOf,
  sideWith,
  toCanonical,
  type Versions,
} from './merging.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface RecordWords {
  /** Stands before the fields' own names in what is chosen by. */
  readonly id?: string;
  readonly labelOf: (field: string) => string;
  readonly textOf?: (value: unknown) => string;
}

export interface Merged<Value> {
  readonly value: Value;
  readonly clashes: readonly Clash[];
}

/** Of each field the version that was changed; what both changed, each in another way, is chosen. */
export function mergeRecords(
  versions: Versions<Fields>,
  choices: Choices,
  { id = '', labelOf, textOf = inWords }: RecordWords,
): Merged<Fields> {
  const names = new Set(Object.values<Fields>({ ...versions }).flatMap((fields) => Object.keys(fields)));
  const value: Record<string, unknown> = {};
  const clashes: Clash[] = [];
  for (const name of names) {
    const field = mapVersions(versions, (fields) => fields[name]);
    const chosen = field[sideWith(choices, id + name, field)];
    if (chosen !== undefined) value[name] = chosen;
    if (sideOf(field) === 'clash') clashes.push({ id: id + name, label: labelOf(name), ...mapVersions(field, textOf) });
  }
  return { value, clashes };
}

export interface ItemWords {
  /** Stands before the items' own keys in what is chosen by. */
  readonly id: string;
  readonly nameOf: (item: Fields) => string;
  readonly labelOf: (item: Fields, field: string) => string;
  /** An item that one of both has taken out. */
  readonly wholeOf: (item: Fields) => string;
  readonly textOf?: (value: unknown) => string;
}

/**
 * Two versions of a list of things with names, put together thing by thing: what either put in is there, what either took out
 * is not, unless the other changed it. A thing that was there is known by its id, so that it may be renamed; a new one by its name.
 */
export function mergeItems(
  versions: Versions<readonly Fields[]>,
  choices: Choices,
  words: ItemWords,
): Merged<readonly Fields[]> {
  const known = new Set(versions.base.map((item) => item.id));
  const keyOf = (item: Fields) =>
    item.id !== undefined && known.has(item.id) ? `#${String(item.id)}` : words.nameOf(item);
  const maps = mapVersions(versions, (items) => new Map(items.map((item) => [keyOf(item), item])));
  const value = new Map<string, Fields>();
  const clashes: Clash[] = [];
  for (const key of new Set([...maps.theirs.keys(), ...maps.mine.keys()])) {
    const merged = mergeItem(
      mapVersions(maps, (map) => map.get(key)),
      choices,
      { key, words },
    );
    clashes.push(...merged.clashes);
    if (merged.value) value.set(key, merged.value);
  }
  const { order } = mergeOrder(
    mapVersions(maps, (map) => [...map.keys()]),
    [...value.keys()],
    undefined,
  );
  return {
    value: order.flatMap((key): readonly Fields[] => [value.get(key)].filter((item) => item !== undefined)),
    clashes,
  };
}

function mergeItem(
  { base, theirs, mine }: Versions<Fields | undefined>,
  choices: Choices,
  { key, words }: { readonly key: string; readonly words: ItemWords },
): Merged<Fields | undefined> {
  const id = `${words.id}:${key}`;
  if (theirs && mine)
    return mergeRecords({ base: base ?? {}, theirs, mine }, choices, {
      ...words,
      id: `${id}:`,
      labelOf: (field) => words.labelOf(mine, field),
    });
  const there = theirs ?? mine;
  if (!there || !base) return { value: there, clashes: [] };
  if (toCanonical(there) === toCanonical(base)) return { value: undefined, clashes: [] };
  const wholeOf = (item: Fields | undefined) => (item ? words.wholeOf(item) : '');
  const versions = { base: wholeOf(base), theirs: wholeOf(theirs), mine: wholeOf(mine) };
  const kept = { theirs, mine }[choices[id] ?? 'theirs'];
  return { value: kept, clashes: [{ id, label: words.nameOf(there), ...versions }] };
}
