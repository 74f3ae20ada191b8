import { isRecord, toList } from '@powerset/chart-kit';

/** Which keys the reader folded: whole levels, and single keys that differ from their level. */
export interface Folded {
  /** Depths, from 1, of which all keys are folded. */
  readonly levels: ReadonlySet<number>;
  /** Paths (as JSON) that are not as their level is. */
  readonly keys: ReadonlySet<string>;
}

export const nothingFolded: Folded = { levels: new Set(), keys: new Set() };

export const foldKey = (path: readonly string[]): string => JSON.stringify(path);

export function isFolded({ levels, keys }: Folded, path: readonly string[]): boolean {
  return levels.has(path.length) !== (keys.size > 0 && keys.has(foldKey(path)));
}

export function withKey({ levels, keys }: Folded, path: readonly string[]): Folded {
  const key = foldKey(path);
  const after = new Set(keys);
  if (!after.delete(key)) after.add(key);
  return { levels, keys: after };
}

/** All keys of a level folded, or none. */
export function withLevel({ levels, keys }: Folded, level: number, isOn: boolean): Folded {
  const after = new Set(levels);
  if (isOn) after.add(level);
  else after.delete(level);
  return { levels: after, keys: new Set([...keys].filter((key) => toList(JSON.parse(key)).length !== level)) };
}

/** More single keys than anybody folds by hand. */
const mostKeys = 1000;

/** What was folded as it is kept; what cannot be read is left out. */
export function readFolded(stored: unknown): Folded {
  if (!isRecord(stored)) return nothingFolded;
  return {
    levels: new Set(toList(stored.levels).filter((level) => typeof level === 'number')),
    keys: new Set(
      toList(stored.keys)
        .filter((path) => Array.isArray(path))
        .slice(0, mostKeys)
        .map((path) => foldKey(path.map(String))),
    ),
  };
}

export const writeFolded = ({ levels, keys }: Folded) => ({
  levels: [...levels],
  keys: [...keys].slice(-mostKeys).map((key): unknown => JSON.parse(key)),
});
