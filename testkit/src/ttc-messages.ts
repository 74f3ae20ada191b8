/** A number as the protocol writes it: how many bytes, and these. */
export function number(value: number): Buffer {
  const digits = value === 0 ? '' : value.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

export const bytes = (...given: readonly number[]): Buffer => Buffer.from(given);
const shortest = 252;

/** Bytes behind their length; long ones in one part. */
export function sized(value: Buffer | null): Buffer {
  if (value === null) return bytes(0);
  if (value.length <= shortest) return Buffer.concat([bytes(value.length), value]);
  return Buffer.concat([bytes(0xfe), number(value.length), value, bytes(0)]);
}

/** A text behind its length, twice where it may be missing. */
const text = (value: string): Buffer =>
  value === '' ? number(0) : Buffer.concat([number(Buffer.byteLength(value)), sized(Buffer.from(value))]);

export interface TtcColumn {
  readonly name: string;
  readonly type: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly size?: number;
  /** Texts have a form, other values none. */
  readonly form?: number;
  /** Its values are asked for by a question of their own. */
  readonly isLong?: boolean;
}

export const ttcTypes = {
  varchar: (name: string): TtcColumn => ({ name, type: 1, size: 4000, form: 1 }),
  number: (name: string, precision = 10, scale = 0): TtcColumn => ({ name, type: 2, precision, scale, size: 22 }),
  date: (name: string): TtcColumn => ({ name, type: 12, size: 7 }),
  timestamp: (name: string): TtcColumn => ({ name, type: 180, scale: 6, size: 11 }),
  zoned: (name: string): TtcColumn => ({ name, type: 181, scale: 6, size: 13 }),
  raw: (name: string): TtcColumn => ({ name, type: 23, size: 16 }),
  double: (name: string): TtcColumn => ({ name, type: 101, size: 8 }),
  boolean: (name: string): TtcColumn => ({ name, type: 252, size: 4 }),
  interval: (name: string): TtcColumn => ({ name, type: 183, precision: 2, scale: 6, size: 11 }),
  local: (name: string): TtcColumn => ({ name, type: 231, scale: 6, size: 11 }),
  clob: (name: string): TtcColumn => ({ name, type: 112, size: 4000, form: 1, isLong: true }),
  blob: (name: string): TtcColumn => ({ name, type: 113, size: 4000, isLong: true }),
};

/** Whole numbers that are not negative, as their server keeps them: pairs of digits. */
export function numberBytes(value: number): Buffer {
  if (value === 0) return bytes(0x80);
  const digits = String(value);
  const pairs = (digits.length % 2 === 0 ? digits : `0${digits}`).match(/../g) ?? [];
  return bytes(0xc0 + pairs.length, ...pairs.map((pair) => Number(pair) + 1));
}

function column(one: TtcColumn, place: number): Buffer {
  const { name, type, precision = 0, scale = 0, size = 0, form = 0 } = one;
  return Buffer.concat([
    ...[bytes(type, 0, precision, scale & 0xff), number(size), number(0), number(0), number(0), number(0), number(0)],
    ...[bytes(form), number(size), bytes(1, 0), text(name), number(0), number(0), number(place), number(0)],
  ]);
}

/** What the rows that follow are made of. */
export const describeMessage = (columns: readonly TtcColumn[]): Buffer =>
  Buffer.concat([
    ...[bytes(16, 0), number(100), number(columns.length), bytes(0)],
    ...columns.map((one, at) => column(one, at + 1)),
    ...Array.from({ length: 6 }, () => number(0)),
  ]);

export const rowHeader: Buffer = Buffer.concat([
  ...[bytes(6, 0), number(0), number(0), number(0), number(0), number(0), number(0)],
]);

/** Behind a long value stands whether it is one, and how reading it went. */
export const rowMessage = (values: readonly (Buffer | null)[], columns: readonly TtcColumn[]): Buffer =>
  Buffer.concat([
    bytes(7),
    ...values.flatMap((value, at) => (columns[at]?.isLong ? [sized(value), bytes(0, 0)] : [sized(value)])),
  ]);

export interface TtcEnd {
  readonly cursor?: number;
  readonly rows?: number;
  readonly error?: { readonly number: number; readonly message: string; readonly offset?: number };
}

/** Behind all that an answer holds: what became of it. */
export function endMessage({ cursor = 0, rows = 0, error }: TtcEnd): Buffer {
  const row = [number(0), number(0), bytes(0), number(0), number(0)];
  return Buffer.concat([
    ...[bytes(4), number(0), number(0), number(0), number(0), number(0), number(0), number(cursor)],
    ...[number(error?.offset ?? 0), bytes(0, 0, 0, 0, 0, 0), ...row, number(0), bytes(0, 0), number(0), number(0)],
    ...[number(0), number(0), number(0), number(0), number(error?.number ?? 0), number(rows)],
    ...(error ? [sized(Buffer.from(error.message))] : []),
  ]);
}

/** Names with their values, and what stands behind each. */
export const pairsMessage = (pairs: readonly (readonly [name: string, value: string, flag?: number])[]): Buffer =>
  Buffer.concat([
    ...[bytes(8), number(pairs.length)],
    ...pairs.flatMap(([name, value, flag = 0]) => [text(name), text(value), number(flag)]),
    ...[bytes(9), number(0), number(0)],
  ]);
