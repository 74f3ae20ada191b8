import { othersTurn } from '../../turns/index.ts';
import { mostColumns, tooManyColumns } from './bounds.ts';
import type { Batch } from './text-tables.ts';

/** Read, and taken by whoever asked, in a millisecond or two. */
const cellsAtOnce = 8000;
const turnMs = 3;
const firstRows = 100;
/** Of some rows that are too many. */
const longMs = 10;

/**
 * The rows of an answer that came in one piece, some at a time, between which others have their turn. A batch of none of them tells
 * the columns.
 */
export async function* inPortions<Row>(
  rows: readonly Row[],
  toBatch: (some: readonly Row[]) => Batch,
): AsyncGenerator<Batch> {
  const head = toBatch([]);
  if (head.columns.length > mostColumns) throw tooManyColumns();
  if (rows.length === 0) yield head;
  const most = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, head.columns.length)));
  // Values may be lists of thousands: how long some take tells of how many the next are.
  let some = Math.min(most, firstRows);
  let turnEndsAt = performance.now() + turnMs;
  for (let at = 0; at < rows.length; ) {
    const startedAt = performance.now();
    yield toBatch(rows.slice(at, at + some));
    at += some;
    const now = performance.now();
    some = now - startedAt > longMs ? Math.ceil(some / 2) : Math.min(most, some * 2);
    if (now < turnEndsAt) continue;
    await othersTurn();
    turnEndsAt = performance.now() + turnMs;
  }
}
