import { Stretch } from '../../turns/index.ts';

/** Read, and handed on, in a moment. */
const cellsAtOnce = 8000;

/** The rows of a batch, as many at a time as are read in a moment, between which others have their turn. */
export async function* inRowPortions<Row>(rows: readonly Row[], width: number): AsyncGenerator<readonly Row[]> {
  const some = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, width)));
  const stretch = new Stretch();
  for (let at = 0; at < rows.length; at += some) {
    yield some < rows.length ? rows.slice(at, at + some) : rows;
    if (stretch.isLong) await stretch.rest();
  }
}
