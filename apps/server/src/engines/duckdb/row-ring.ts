import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync, writevSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MemoryPart, mapMemory, type PackedBatch } from '../../packed/index.ts';

/**
 * Rows of a child on their way to the server, in a file that both hold open and that has no name any more: a ring, written on
 * by the one and read behind it by the other, with how far it was read at its beginning. Through the channel of messages the
 * same rows are copied four times, in the server into memory that V8 collects by stopping everybody.
 */
export interface RowPlace {
  /** Bytes that went through the ring up to the end of these rows. */
  readonly end: number;
  readonly size: number;
  /** How many values the pieces of their memory have, in the order of `mapMemory`. */
  readonly lengths: readonly number[];
}

const capacity = 8 << 20;
/** Where the ring begins: before it stands how many bytes were read. */
const headBytes = 8;
/** Each piece begins where any kind of number may stand. */
const alignment = 8;
/** Fewer travel as quickly inside their message. */
export const worthBytes = 16 << 10;

const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

/** The number of the file in a child that was started with one. */
export const ringDescriptor = 4;

/** Opens the file of a ring; null where none can be had, and rows travel in messages. */
export function openRingFile(): number | null {
  for (const folder of ['/dev/shm', tmpdir()]) {
    const path = join(folder, `powerset-rows-${randomUUID()}`);
    try {
      const file = openSync(path, 'wx+', 0o600);
      unlinkSync(path);
      return file;
    } catch {
      // The next folder may do.
    }
  }
  return null;
}

/** The end of the child. */
export class RingWriter {
  private written = 0;
  private readonly head = new Float64Array(1);

  constructor(private readonly file: number) {}

  /** Lays the memory of a batch into the ring; null where that is not worth it or there is no room: it travels as it is. */
  lay(batch: PackedBatch): { readonly batch: PackedBatch; readonly place: RowPlace } | null {
    const parts: MemoryPart[] = [];
    const hollow = mapMemory(batch, (part) => {
      parts.push(part);
      return part.subarray(0, 0) as typeof part;
    });
    const size = parts.reduce((sum, part) => sum + aligned(part.byteLength), 0);
    if (size < worthBytes || size > capacity) return null;
    const start = this.findRoom(size);
    if (start === null || !this.write(parts, { size, start })) return null;
    this.written = start + size;
    return { batch: hollow, place: { end: this.written, size, lengths: parts.map(({ length }) => length) } };
  }

  /** Rows lie in one piece: those that reach beyond the end stand at the beginning. */
  private findRoom(size: number): number | null {
    const within = this.written % capacity;
    const start = within + size > capacity ? this.written + capacity - within : this.written;
    return start + size - this.readUpTo() > capacity ? null : start;
  }

  private readUpTo(): number {
    readSync(this.file, this.head, 0, headBytes, 0);
    return this.head[0]!;
  }

  private write(parts: readonly MemoryPart[], { start, size }: { start: number; size: number }): boolean {
    const padded = parts.flatMap((part) => {
      const padding = aligned(part.byteLength) - part.byteLength;
      return padding === 0 ? [part] : [part, zeros.subarray(0, padding)];
    });
    try {
      return writevSync(this.file, padded, headBytes + (start % capacity)) === size;
    } catch {
      // No room on the disk, say.
      return false;
    }
  }
}

const zeros = new Uint8Array(alignment);

/** The end of the server. */
export class RingReader {
  constructor(private readonly file: number) {}

  /** Takes rows out, into memory of their own; null where they cannot be read. Each place is taken, in the order in which they come. */
  take({ end, size }: RowPlace): ArrayBuffer | null {
    const memory = new ArrayBuffer(size);
    try {
      const read = readSync(this.file, new Uint8Array(memory), 0, size, headBytes + ((end - size) % capacity));
      writeSync(this.file, Float64Array.of(end), 0, headBytes, 0);
      return read === size ? memory : null;
    } catch {
      return null;
    }
  }

  close(): void {
    closeSync(this.file);
  }
}

/** The batch whose memory was laid into a ring, with what was taken out of it. */
export function liftBatch(hollow: PackedBatch, { lengths }: RowPlace, memory: ArrayBuffer): PackedBatch {
  let [at, index] = [0, 0];
  return mapMemory(hollow, (part) => {
    const length = lengths[index++]!;
    const start = at;
    at += aligned(length * part.BYTES_PER_ELEMENT);
    return viewLike(part, memory, { start, length });
  });
}

function viewLike<Part extends MemoryPart>(
  part: Part,
  memory: ArrayBuffer,
  { start, length }: { readonly start: number; readonly length: number },
): Part {
  // The piece is one of the three, and so is what is made like it.
  const View = part.constructor as new (memory: ArrayBuffer, start: number, length: number) => Part;
  return new View(memory, start, length);
}
