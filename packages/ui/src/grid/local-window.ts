import type { GridValue } from './cell-text.ts';
import type { FetchWindow } from './window-cache.ts';

/** Rows that are in memory wholly, as a source of windows. */
export function fetchFromMemory(columns: readonly (readonly GridValue[])[]): FetchWindow {
  return async (offset, limit) => ({ offset, columns: columns.map((values) => values.slice(offset, offset + limit)) });
}
