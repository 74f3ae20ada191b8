/** Parts of answers as the public specification of the protocol has them ([MS-TDS], sections 2.2.5 and 2.2.7). */

const u8 = (value: number) => Buffer.from([value]);
const u16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const i32 = (value: number) => u32(value);
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
const wide = (text: string) => Buffer.from(text, 'utf16le');
const shortText = (text: string) => Buffer.concat([u8(text.length), wide(text)]);
const longText = (text: string) => Buffer.concat([u16(text.length), wide(text)]);
/** Latin letters, case not told apart. */
const collation = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);

const tokens = {
  columns: 0x81,
  error: 0xaa,
  info: 0xab,
  loginAck: 0xad,
  row: 0xd1,
  nullRow: 0xd2,
  change: 0xe3,
  done: 0xfd,
};
const doneFlags = { error: 0x02, count: 0x10, attention: 0x20 };

/** A column's type, and its values in rows; an empty value is written as the type has it. */
export interface TdsType {
  readonly info: Buffer;
  readonly empty: Buffer;
  readonly write: (value: Buffer) => Buffer;
}

const counted = (type: number, ...info: readonly number[]): TdsType => ({
  info: Buffer.from([type, ...info]),
  empty: u8(0),
  write: (value) => Buffer.concat([u8(value.length), value]),
});
const long = (type: number, length: number, hasCollation: boolean): TdsType => ({
  info: Buffer.concat([u8(type), u16(length), ...(hasCollation ? [collation] : [])]),
  empty: u16(0xffff),
  write: (value) => Buffer.concat([u16(value.length), value]),
});
/** Values of any length, in parts. */
const inParts = (info: Buffer): TdsType => ({
  info,
  empty: u64(0xffff_ffff_ffff_ffffn),
  write: (value) => {
    const half = value.length >> 1;
    const parts = [value.subarray(0, half), value.subarray(half)].filter((part) => part.length > 0);
    return Buffer.concat([u64(BigInt(value.length)), ...parts.flatMap((part) => [u32(part.length), part]), u32(0)]);
  },
});
const fixed = (type: number): TdsType => ({ info: u8(type), empty: Buffer.alloc(0), write: (value) => value });

export const tdsTypes = {
  int: fixed(0x38),
  intN: (length: number) => counted(0x26, length),
  bitN: counted(0x68, 1),
  floatN: (length: number) => counted(0x6d, length),
  moneyN: (length: number) => counted(0x6e, length),
  money: fixed(0x3c),
  smallMoney: fixed(0x7a),
  dateTimeN: (length: number) => counted(0x6f, length),
  dateTime: fixed(0x3d),
  smallDateTime: fixed(0x3a),
  real: fixed(0x3b),
  float: fixed(0x3e),
  decimal: (precision: number, scale: number) => counted(0x6a, 17, precision, scale),
  numeric: (precision: number, scale: number) => counted(0x6c, 17, precision, scale),
  date: counted(0x28),
  time: (scale: number) => counted(0x29, scale),
  dateTime2: (scale: number) => counted(0x2a, scale),
  dateTimeOffset: (scale: number) => counted(0x2b, scale),
  uniqueIdentifier: counted(0x24, 16),
  nvarchar: (length: number) => long(0xe7, length * 2, true),
  varchar: (length: number) => long(0xa7, length, true),
  nchar: (length: number) => long(0xef, length * 2, true),
  varbinary: (length: number) => long(0xa5, length, false),
  /** A long text in one piece behind its length, as columns of before have it. */
  text: {
    info: Buffer.concat([u8(0x23), u32(0x7fffffff), collation, u8(1), longText('t')]),
    empty: u8(0),
    write: (value) => Buffer.concat([u8(16), Buffer.alloc(24), u32(value.length), value]),
  } satisfies TdsType,
  nvarcharMax: inParts(Buffer.concat([u8(0xe7), u16(0xffff), collation])),
  varbinaryMax: inParts(Buffer.concat([u8(0xa5), u16(0xffff)])),
  xml: inParts(Buffer.from([0xf1, 0])),
  udt: (name: string) =>
    inParts(
      Buffer.concat([u8(0xf0), u16(0xffff), shortText('shop'), shortText('sys'), shortText(name), longText('a')]),
    ),
} as const;

/** Values as their types have them. */
export const tdsValues = {
  int: i32,
  bigint: (value: bigint) => u64(BigInt.asUintN(64, value)),
  text: wide,
  float: (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return bytes;
  },
  real: (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    return bytes;
  },
  /** A sign, and the digits without their point. */
  decimal: (digits: bigint) => {
    const size = Buffer.alloc(16);
    const magnitude = digits < 0n ? -digits : digits;
    size.writeBigUInt64LE(BigInt.asUintN(64, magnitude), 0);
    size.writeBigUInt64LE(magnitude >> 64n, 8);
    return Buffer.concat([u8(digits < 0n ? 0 : 1), size]);
  },
  /** Ten-thousandths, the upper half first. */
  money: (units: bigint) =>
    Buffer.concat([u32(Number(BigInt.asUintN(64, units) >> 32n)), u32(Number(BigInt.asUintN(32, units)))]),
  /** Little-endian numbers of so many bytes, one after the other. */
  parts: (...parts: readonly (readonly [value: bigint, length: number])[]) =>
    Buffer.concat(
      parts.map(([value, length]) => {
        const bytes = Buffer.alloc(8);
        bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
        return bytes.subarray(0, length);
      }),
    ),
} as const;

export function columnsToken(columns: readonly { readonly name: string; readonly type: TdsType }[]): Buffer {
  const parts = columns.map(({ name, type }) => Buffer.concat([u32(0), u16(0x09), type.info, shortText(name)]));
  return Buffer.concat([u8(tokens.columns), u16(columns.length), ...parts]);
}

export function rowToken(types: readonly TdsType[], values: readonly (Buffer | null)[]): Buffer {
  const parts = types.map((type, at) => {
    const value = values[at];
    return value ? type.write(value) : type.empty;
  });
  return Buffer.concat([u8(tokens.row), ...parts]);
}

/** A row whose empty values are bits before it. */
export function nullRowToken(types: readonly TdsType[], values: readonly (Buffer | null)[]): Buffer {
  const bits = Buffer.alloc(Math.ceil(types.length / 8));
  for (const [at, value] of values.entries())
    if (value === null) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  const parts = types.flatMap((type, at) => {
    const value = values[at];
    return value ? [type.write(value)] : [];
  });
  return Buffer.concat([u8(tokens.nullRow), bits, ...parts]);
}

export function doneToken({ isError = false, isAttention = false, rows = 0 } = {}): Buffer {
  const flags = (isError ? doneFlags.error : 0) | (isAttention ? doneFlags.attention : doneFlags.count);
  return Buffer.concat([u8(tokens.done), u16(flags), u16(0xc1), u64(BigInt(rows))]);
}

interface ServerMessage {
  readonly number: number;
  readonly message: string;
  readonly class?: number;
  readonly line?: number;
}

export function errorToken({ number, message, class: grade = 16, line = 1 }: ServerMessage): Buffer {
  const body = Buffer.concat([
    i32(number),
    u8(1),
    u8(grade),
    longText(message),
    shortText('db'),
    shortText(''),
    u32(line),
  ]);
  return Buffer.concat([u8(tokens.error), u16(body.length), body]);
}

/** `0x74000004` is version 7.4. */
export function loginTokens(database: string): Buffer {
  const change = Buffer.concat([u8(1), shortText(database), shortText('master')]);
  const ack = Buffer.concat([
    u8(1),
    Buffer.from([0x74, 0, 0, 4]),
    shortText('Microsoft SQL Server'),
    Buffer.from([16, 0, 0, 1]),
  ]);
  return Buffer.concat([u8(tokens.change), u16(change.length), change, u8(tokens.loginAck), u16(ack.length), ack]);
}

/** Sends the client to another place. */
export function routingToken(host: string, port: number): Buffer {
  const place = Buffer.concat([u8(0), u16(port), longText(host)]);
  const body = Buffer.concat([u8(20), u16(place.length), place, u16(0)]);
  return Buffer.concat([u8(tokens.change), u16(body.length), body]);
}
