import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { othersTurn } from '../../turns/index.ts';

/** What an Avro file cannot be read for. */
export class AvroProblem extends Error {
  override name = 'AvroProblem';
}

export type AvroValue = null | boolean | number | bigint | string | Buffer | readonly AvroValue[] | AvroRecord;
export interface AvroRecord {
  readonly [field: string]: AvroValue;
}

type Schema = string | readonly Schema[] | SchemaObject;
interface SchemaObject {
  readonly type: Schema;
  readonly name?: string;
  readonly size?: number;
  readonly symbols?: readonly string[];
  readonly items?: Schema;
  readonly values?: Schema;
  readonly fields?: readonly { readonly name: string; readonly type: Schema }[];
}

export interface AvroBounds {
  readonly maxRecords: number;
  /** Of all blocks, unpacked. */
  readonly maxBytes: number;
}

const inflate = promisify(inflateRaw);
const turnMs = 4;
const maxDepth = 32;

/** Reads the records of an Avro object container; throws `AvroProblem` for what is none or is beyond the bounds. */
export async function readAvro(file: Buffer, { maxRecords, maxBytes }: AvroBounds): Promise<readonly AvroRecord[]> {
  const cursor = new Cursor(file);
  if (cursor.take(4).toString('latin1') !== 'Obj\u0001') throw new AvroProblem('it is no Avro file');
  const header = cursor.map((key) => [key, cursor.bytes()] as const);
  const meta = new Map(header);
  const codec = meta.get('avro.codec')?.toString('utf8') ?? 'null';
  if (codec !== 'null' && codec !== 'deflate') throw new AvroProblem(`Avro packed by ${codec}`);
  // The text of a schema; what is none is met by `readValue`.
  const schema = JSON.parse(meta.get('avro.schema')?.toString('utf8') ?? 'null') as Schema;
  const sync = cursor.take(16);
  const records: AvroRecord[] = [];
  let bytes = 0;
  let turnEndsAt = performance.now() + turnMs;
  while (!cursor.isAtEnd) {
    const count = cursor.length();
    const packed = cursor.take(cursor.length());
    if (!cursor.take(16).equals(sync)) throw new AvroProblem('its blocks are broken');
    const block = codec === 'deflate' ? await unpack(packed, maxBytes - bytes) : packed;
    bytes += block.length;
    if (records.length + count > maxRecords || bytes > maxBytes) throw new AvroProblem('it has too many records');
    const reader = new Reader(new Cursor(block));
    for (let index = 0; index < count; index += 1) {
      const value = reader.read(schema, 0);
      if (!isRecord(value)) throw new AvroProblem('it holds no records');
      records.push(value);
      if (performance.now() > turnEndsAt) {
        await othersTurn();
        turnEndsAt = performance.now() + turnMs;
      }
    }
  }
  return records;
}

async function unpack(packed: Buffer, most: number): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, most) });
  } catch {
    throw new AvroProblem('its blocks are broken or too large');
  }
}

export function isRecord(value: AvroValue | undefined): value is AvroRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

/** Bytes from the front; what is not there is a problem. */
class Cursor {
  private at = 0;

  constructor(private readonly data: Buffer) {}

  get isAtEnd(): boolean {
    return this.at >= this.data.length;
  }

  take(count: number): Buffer {
    if (count < 0 || this.at + count > this.data.length) throw new AvroProblem('it ends too soon');
    this.at += count;
    return this.data.subarray(this.at - count, this.at);
  }

  long(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.take(1)[0] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return (value >> 1n) ^ -(value & 1n);
    }
    throw new AvroProblem('a number of it is too long');
  }

  length(): number {
    const value = this.long();
    if (value < 0n || value > BigInt(this.data.length)) throw new AvroProblem('a length of it is wrong');
    return Number(value);
  }

  bytes(): Buffer {
    return this.take(this.length());
  }

  /** The blocks of a map or an array, as Avro parts them. */
  *blocks(): Generator<number> {
    for (;;) {
      const count = this.long();
      if (count === 0n) return;
      // A negative count is followed by how many bytes could be skipped.
      if (count < 0n) this.long();
      const size = Number(count < 0n ? -count : count);
      if (size > this.data.length) throw new AvroProblem('a length of it is wrong');
      yield size;
    }
  }

  map<T>(item: (key: string) => T): T[] {
    const items: T[] = [];
    for (const count of this.blocks())
      for (let index = 0; index < count; index += 1) items.push(item(this.bytes().toString('utf8')));
    return items;
  }
}

class Reader {
  private readonly named = new Map<string, SchemaObject>();

  constructor(private readonly cursor: Cursor) {}

  read(schema: Schema, depth: number): AvroValue {
    if (depth > maxDepth) throw new AvroProblem('it is nested too deeply');
    if (typeof schema === 'string') return this.readNamed(schema, depth);
    if (isUnion(schema)) return this.read(schema[this.cursor.length()] ?? 'none', depth + 1);
    return this.readObject(schema, depth + 1);
  }

  private readNamed(name: string, depth: number): AvroValue {
    const { cursor } = this;
    if (name === 'null') return null;
    if (name === 'boolean') return cursor.take(1)[0] === 1;
    if (name === 'int') return Number(cursor.long());
    if (name === 'long') return cursor.long();
    if (name === 'float') return cursor.take(4).readFloatLE();
    if (name === 'double') return cursor.take(8).readDoubleLE();
    if (name === 'bytes') return Buffer.from(cursor.bytes());
    if (name === 'string') return cursor.bytes().toString('utf8');
    const known = this.named.get(name);
    if (!known) throw new AvroProblem('its schema is not known');
    return this.readObject(known, depth + 1);
  }

  private readObject(schema: SchemaObject, depth: number): AvroValue {
    const { cursor } = this;
    if (schema.name) this.named.set(schema.name, schema);
    if (schema.type === 'record') return this.readRecord(schema, depth);
    if (schema.type === 'enum') return schema.symbols?.[Number(cursor.long())] ?? null;
    if (schema.type === 'fixed') return Buffer.from(cursor.take(schema.size ?? 0));
    if (schema.type === 'map')
      return Object.fromEntries(cursor.map((key) => [key, this.read(schema.values ?? 'none', depth)] as const));
    if (schema.type !== 'array') return this.read(schema.type, depth);
    const items: AvroValue[] = [];
    for (const count of cursor.blocks())
      for (let index = 0; index < count; index += 1) items.push(this.read(schema.items ?? 'none', depth));
    return items;
  }

  private readRecord({ fields = [] }: SchemaObject, depth: number): AvroRecord {
    return Object.fromEntries(fields.map(({ name, type }) => [name, this.read(type, depth)]));
  }
}

function isUnion(schema: readonly Schema[] | SchemaObject): schema is readonly Schema[] {
  return Array.isArray(schema);
}
