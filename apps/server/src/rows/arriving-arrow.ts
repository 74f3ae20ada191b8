import type { ColumnHeader, PackedBatch, PackedTable, RowsListener } from '../packed/index.ts';
import { othersTurn } from '../turns/index.ts';
import { type ArrowWriting, openArrowWriting } from './arrow.ts';

/** An Arrow IPC stream of rows that are still on their way. */
export interface ArrivingArrow {
  readonly onRows: RowsListener;
  /** Resolves with the first rows, where their columns say what all of theirs will be; else never. */
  readonly begun: Promise<void>;
  /** What has come and what comes, once it has begun; it ends well when the whole table is there and begins with just that. */
  readonly read: (whole: Promise<PackedTable>) => AsyncGenerator<readonly Uint8Array[]>;
}

export function openArrivingArrow(): ArrivingArrow {
  const batches: PackedBatch[] = [];
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const bell = openBell();
  let writing: ArrowWriting | null = null;
  const onRows = (batch: PackedBatch, columns: readonly ColumnHeader[]) => {
    writing ??= openArrowWriting(columns);
    if (!writing) return;
    batches.push(batch);
    begin();
    bell.ring();
  };
  // Followed at once: whoever asked may be gone before anything is read, and a failure that nobody hears ends the process.
  const read = (whole: Promise<PackedTable>) => readArriving({ batches, bell, outcome: follow(whole, bell), writing });
  return { onRows, begun, read };
}

interface Outcome {
  table?: PackedTable;
  failure?: unknown;
}

function follow(whole: Promise<PackedTable>, bell: Bell): Outcome {
  const outcome: Outcome = {};
  void whole
    .then(
      (table) => Object.assign(outcome, { table }),
      (failure: unknown) => Object.assign(outcome, { failure }),
    )
    .then(bell.ring);
  return outcome;
}

/** Wakes whoever waits. */
interface Bell {
  readonly ring: () => void;
  readonly rings: () => Promise<void>;
}

function openBell(): Bell {
  let ring: () => void = () => undefined;
  const next = () =>
    new Promise<void>((resolve) => {
      ring = resolve;
    });
  let rings = next();
  return {
    ring: () => {
      const wake = ring;
      rings = next();
      wake();
    },
    rings: () => rings,
  };
}

interface Arriving {
  readonly batches: readonly PackedBatch[];
  readonly bell: Bell;
  readonly outcome: Outcome;
  readonly writing: ArrowWriting | null;
}

async function* readArriving({ batches, bell, outcome, writing }: Arriving): AsyncGenerator<readonly Uint8Array[]> {
  if (!writing) throw new Error('No rows have come yet');
  const { head, write, end } = writing;
  yield [head];
  let at = 0;
  while (!outcome.table) {
    if ('failure' in outcome) throw outcome.failure;
    if (at < batches.length) yield write(batches[at++]!);
    else await bell.rings();
  }
  const { table } = outcome;
  if (batches.some((batch, index) => table.batches[index] !== batch)) throw new Error('The rows were read anew');
  for (; at < table.batches.length; at++) {
    yield write(table.batches[at]!);
    await othersTurn();
  }
  yield [end];
}
