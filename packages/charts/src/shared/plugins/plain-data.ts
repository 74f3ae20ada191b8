import { isRecord } from '@powerset/chart-kit';

/** How much data of a plugin is taken at all. */
export interface DataBounds {
  readonly depth: number;
  /** Values, counted over all lists and objects. */
  readonly values: number;
}

const unsafeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads JSON that a plugin wrote; names that would reach into the page's own objects are left out. Throws where it is none, or too much. */
export function parsePlain(text: string, bounds: DataBounds): unknown {
  let count = 0;
  const copy = (value: unknown, depth: number): unknown => {
    count += 1;
    if (count > bounds.values || depth > bounds.depth) throw new Error('It is too much data.');
    if (Array.isArray(value)) return value.map((entry) => copy(entry, depth + 1));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).filter(([name]) => !unsafeNames.has(name));
    return Object.fromEntries(entries.map(([name, entry]) => [name, copy(entry, depth + 1)]));
  };
  return copy(JSON.parse(text), 0);
}

export const text = (value: unknown, length: number): string | undefined =>
  typeof value === 'string' ? value.slice(0, length) : undefined;

/** At most so many entries of a list, each as it can be read. */
export function listOf<Entry>(
  value: unknown,
  most: number,
  read: (entry: unknown) => Entry | undefined,
): readonly Entry[] {
  const entries = Array.isArray(value) ? value.slice(0, most) : [];
  return entries.map(read).filter((entry): entry is Entry & {} => entry !== undefined);
}
