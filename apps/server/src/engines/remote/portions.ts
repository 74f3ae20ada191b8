import { othersTurn } from '../../turns/index.ts';
import type { Batch } from './text-tables.ts';

/** Read, and taken by whoever asked, in a millisecond or two. */
const cellsAtOnce = 8000;
const turnMs = 3;

/**
 * The rows of an answer that came in one piece, some at a time, between which others have their turn. A batch of none of them tells
 * the columns.
 */
export async function* inPortions<Row>(
  rows: readonly Row[],
  toBatch: (some: readonly Row[]) => Batch,
): AsyncGenerator<Batch> {
  const head = toBatch([]);
  if (rows.length === 0) yield head;
  const some = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, head.columns.length)));
  let turnEndsAt = performance.now() + turnMs;
  for (let at = 0; at < rows.length; at += some) {
    yield toBatch(rows.slice(at, at + some));
    if (performance.now() < turnEndsAt) continue;
    await othersTurn();
    turnEndsAt = performance.now() + turnMs;
  }
}
