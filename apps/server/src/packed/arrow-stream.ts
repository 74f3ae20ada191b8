import { type Batch, Column, type DataType, Endianness, field, Table, tableToIPC, Version } from '@uwdata/flechette';

export interface ArrowField {
  readonly name: string;
  readonly type: DataType;
}

/** An Arrow IPC stream, message by message. */
export interface ArrowStream {
  /** Stands first: which columns there are. */
  readonly head: Uint8Array;
  /** Some rows: a batch for each column. The pieces of the message are memory of the batches, where that is worth it. */
  readonly toMessage: (batches: readonly Batch<unknown>[]) => readonly Uint8Array[];
  /** Stands last. */
  readonly end: Uint8Array;
}

/** A mark and a length of nothing end a stream. */
const endBytes = 8;

export function openArrowStream(columns: readonly ArrowField[]): ArrowStream {
  const schema = {
    version: Version.V5,
    endianness: Endianness.Little,
    fields: columns.map(({ name, type }) => field(name, type)),
    metadata: null,
  };
  const encode = (written: Column<unknown>[]): Uint8Array[] => {
    const pieces = new Pieces();
    tableToIPC(new Table(schema, written), { format: 'stream', sink: pieces });
    return pieces.all;
  };
  const whole = Buffer.concat(encode([]));
  const head = whole.subarray(0, -endBytes);
  return {
    head,
    // One schema is always written in the same bytes, which stand before those of a batch.
    toMessage: (batches) => {
      const pieces = encode(batches.map((batch, index) => new Column([batch], columns[index]!.type)));
      return joinSmall(within(pieces, head.length));
    },
    end: whole.subarray(-endBytes),
  };
}

/** Keeps what is written as it is: rows are not copied once more. */
class Pieces {
  readonly all: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    if (bytes.length > 0) this.all.push(bytes);
  }

  pad(byteCount: number): void {
    this.write(new Uint8Array(byteCount));
  }

  finish(): null {
    return null;
  }
}

/** What stands behind so many bytes, without the stream's end, which is a piece of its own. */
function within(pieces: readonly Uint8Array[], from: number): Uint8Array[] {
  const kept: Uint8Array[] = [];
  let left = from;
  for (const piece of pieces.slice(0, -1)) {
    if (piece.length > left) kept.push(left === 0 ? piece : piece.subarray(left));
    left = Math.max(left - piece.length, 0);
  }
  return kept;
}

/** Less than that is copied in less time than it takes to send a piece of its own. */
const smallBytes = 4096;

function joinSmall(pieces: readonly Uint8Array[]): Uint8Array[] {
  const joined: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  const join = () => {
    if (small.length > 0) joined.push(Buffer.concat(small));
    small = [];
  };
  for (const piece of pieces) {
    if (piece.length <= smallBytes) small.push(piece);
    else {
      join();
      joined.push(piece);
    }
  }
  join();
  return joined;
}
