import type { Cursor } from './cursor.ts';

/** The number of a LIMIT. */
export interface Limit {
  /** Null where it is no plain number of rows. */
  readonly value: number | null;
  readonly start: number;
  readonly end: number;
}

/** LIMIT, OFFSET and FETCH, as far as they stand here. */
export function readLimit(cursor: Cursor): Limit | null {
  let limit: Limit | null = null;
  if (cursor.skipWords('LIMIT')) {
    limit = takeCount(cursor);
    if (cursor.skipSymbol(',')) limit = takeCount(cursor);
    else if (cursor.skipWords('OFFSET')) takeCount(cursor);
    if (cursor.skipWords('ROWS', 'EXAMINED')) takeCount(cursor);
  }
  if (cursor.skipWords('OFFSET')) {
    takeCount(cursor);
    if (!cursor.skipWords('ROWS')) cursor.expectWords('ROW');
  }
  return readFetch(cursor) ?? limit;
}

function readFetch(cursor: Cursor): Limit | null {
  if (!cursor.skipWords('FETCH')) return null;
  if (!cursor.skipWords('FIRST')) cursor.expectWords('NEXT');
  const { start = 0 } = cursor.peek() ?? {};
  const count = cursor.peek()?.kind === 'number' ? takeCount(cursor) : { value: 1, start, end: start };
  if (!cursor.skipWords('ROWS')) cursor.expectWords('ROW');
  if (cursor.skipWords('ONLY')) return count;
  cursor.expectWords('WITH', 'TIES');
  return { ...count, value: null };
}

export function takeCount(cursor: Cursor): Limit {
  const token = cursor.peek();
  if (token?.kind !== 'number' || !/^\d+$/.test(token.value)) throw cursor.problem();
  cursor.take();
  return { value: Number(token.value), start: token.start, end: token.end };
}

/** `FOR UPDATE …` or `LOCK IN SHARE MODE`. */
export function readLock(cursor: Cursor): void {
  if (cursor.skipWords('LOCK')) {
    cursor.expectWords('IN', 'SHARE', 'MODE');
    return;
  }
  cursor.expectWords('FOR');
  if (!cursor.skipWords('UPDATE')) cursor.expectWords('SHARE');
  if (cursor.skipWords('OF')) {
    do cursor.takeName();
    while (cursor.skipSymbol(','));
  }
  if (cursor.skipWords('SKIP')) cursor.expectWords('LOCKED');
  else if (cursor.skipWords('WAIT')) takeCount(cursor);
  else cursor.skipWords('NOWAIT');
}
