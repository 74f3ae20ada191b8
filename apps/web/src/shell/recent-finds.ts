import type { FoundKind, FoundObject } from './palette-search.ts';

/** What is kept of an object that was opened from the palette. */
export type RecentFind = Pick<FoundObject, 'key' | 'label' | 'address' | 'kind'>;

export const RECENT_FINDS_KEY = 'powerset.palette.recent';
const KEPT = 6;
const kinds: readonly FoundKind[] = ['dashboard', 'chart', 'dataset', 'query', 'table'];

function isFind(value: unknown): value is RecentFind {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Readonly<Record<string, unknown>>; // Looked at key by key below.
  const isText = (key: string) => typeof entry[key] === 'string';
  return (
    isText('key') &&
    isText('label') &&
    kinds.some((kind) => kind === entry.kind) &&
    isText('address') &&
    /^\/(?![/\\])/.test(String(entry.address))
  );
}

/** Reads what was kept; whatever is damaged is left out. */
export function parseRecentFinds(text: string | null): readonly RecentFind[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isFind).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** The newest first, each once. */
export function withRecentFind(finds: readonly RecentFind[], find: RecentFind): readonly RecentFind[] {
  const { key, label, address, kind } = find;
  return [{ key, label, address, kind }, ...finds.filter((other) => other.key !== key)].slice(0, KEPT);
}
