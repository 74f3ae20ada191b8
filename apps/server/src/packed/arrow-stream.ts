import { type Batch, Column, type DataType, Endianness, field, Table, tableToIPC, Version } from '@uwdata/flechette';

export interface ArrowField {
  readonly name: string;
  readonly type: DataType;
}

/** An Arrow IPC stream, message by message. */
export interface ArrowStream {
  /** Stands first: which columns there are. */
  readonly head: Uint8Array;
  /** Some rows: a batch for each column. */
  readonly toMessage: (batches: readonly Batch<unknown>[]) => Uint8Array;
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
  const encode = (written: Column<unknown>[]): Uint8Array => {
    const bytes = tableToIPC(new Table(schema, written), { format: 'stream' });
    if (!bytes) throw new Error('Arrow encoding gave no bytes');
    return bytes;
  };
  const whole = encode([]);
  const head = whole.subarray(0, whole.length - endBytes);
  return {
    head,
    // One schema is always written in the same bytes, which stand before those of a batch.
    toMessage: (batches) => {
      const bytes = encode(batches.map((batch, index) => new Column([batch], columns[index]!.type)));
      return bytes.subarray(head.length, bytes.length - endBytes);
    },
    end: whole.subarray(head.length),
  };
}
