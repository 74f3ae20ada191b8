import { describe, expect, it } from 'vitest';
import { toEngineError } from './errors.ts';
import { toShapeText } from './geometry.ts';
import { nativeTypeOf, type RawField, toMillis, toResultTable, toTextRows, typeNumbers } from './values.ts';

const field = (type: number, more: Partial<RawField> = {}): RawField => ({
  name: 'n',
  type,
  flags: 0,
  length: 20,
  decimals: 0,
  charset: 45,
  isUtf8: true,
  extended: null,
  ...more,
});

describe('values of MySQL', () => {
  it.each([
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2024-02-29 12:34:56', Date.UTC(2024, 1, 29, 12, 34, 56)],
    ['2024-02-29 12:34:56.7', Date.UTC(2024, 1, 29, 12, 34, 56, 700)],
    ['2024-02-29 12:34:56.789123', Date.UTC(2024, 1, 29, 12, 34, 56, 789)],
    ['0000-00-00', null],
    ['2024-00-10 00:00:00', null],
    ['nonsense', null],
  ])('%s as a time', (text, expected) => {
    expect(toMillis(text)).toBe(expected);
  });

  it('times of the first century are not taken for those of the last', () => {
    expect(new Date(toMillis('0050-01-01') ?? 0).toISOString()).toBe('0050-01-01T00:00:00.000Z');
  });

  it('whole numbers keep every digit, decimals theirs where they are wanted [SQL-045]', async () => {
    const fields = [field(typeNumbers.longlong, { flags: 32 }), field(typeNumbers.newDecimal)];
    const rows = [
      ['18446744073709551615', '0.10'],
      [7, null],
    ];
    expect((await toResultTable(fields, rows, false)).columns).toMatchObject([
      { name: 'n', values: [18446744073709551615n, 7] },
      { name: 'n_1', values: [0.1, null] },
    ]);
    expect((await toResultTable(fields, rows, true)).columns[1]?.values).toEqual(['0.10', null]);
    expect(toTextRows(fields, rows)).toEqual([
      ['18446744073709551615', '0.10'],
      ['7', null],
    ]);
  });

  it.each([
    [field(typeNumbers.longlong, { flags: 32 }), 'bigint unsigned'],
    [field(typeNumbers.newDecimal, { length: 14, decimals: 2 }), 'decimal(12,2)'],
    [field(typeNumbers.newDecimal, { length: 13, decimals: 2, flags: 32 }), 'decimal(12,2) unsigned'],
    [field(typeNumbers.varString, { length: 160 }), 'varchar(40)'],
    [field(typeNumbers.varString, { length: 16, charset: 63 }), 'varbinary(16)'],
    [field(typeNumbers.blob, { length: 262_140 }), 'text'],
    [field(typeNumbers.blob, { length: 65_535, charset: 63 }), 'blob'],
    [field(typeNumbers.blob, { length: 4_294_967_295 }), 'longtext'],
    [field(typeNumbers.string, { flags: 256 }), 'enum'],
    [field(typeNumbers.datetime, { decimals: 3 }), 'datetime(3)'],
    [field(typeNumbers.blob, { extended: 'json' }), 'json'],
  ])('have the type that the catalog writes: %#', (given, expected) => {
    expect(nativeTypeOf(given)).toBe(expected);
  });

  it('shapes are texts, and bytes that are none stay bytes', () => {
    const point = Buffer.alloc(25);
    point.writeUInt8(1, 4);
    point.writeUInt32LE(1, 5);
    point.writeDoubleLE(1, 9);
    point.writeDoubleLE(-2.5, 17);
    expect(toShapeText(point)).toBe('POINT(1 -2.5)');
    expect(toShapeText(point.subarray(0, 20))).toMatch(/^0x/);
    const lie = Buffer.from(point);
    lie.writeUInt32LE(2, 5);
    lie.writeUInt32LE(4_000_000_000, 9);
    expect(toShapeText(lie)).toMatch(/^0x/);
    expect(toShapeText(Buffer.alloc(0))).toBe('0x');
  });
});

describe('errors of MySQL', () => {
  const place = { host: 'db', port: 3306, user: 'ada', database: 'shop' };
  const failed = (errno: number, message: string) => Object.assign(new Error(message), { errno, sqlState: 'HY000' });
  const near = (text: string, line: number) =>
    failed(1064, `You have an error in your SQL syntax; ... the right syntax to use near '${text}' at line ${line}`);

  it.each([
    [1045, 'CONNECTION_ACCESS_DENIED_ERROR'],
    [1044, 'CONNECTION_ACCESS_DENIED_ERROR'],
    [1049, 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
    [1146, 'TABLE_DOES_NOT_EXIST_ERROR'],
    [1054, 'COLUMN_DOES_NOT_EXIST_ERROR'],
    [1792, 'DML_NOT_ALLOWED_ERROR'],
    [1969, 'BACKEND_TIMEOUT_ERROR'],
    [3024, 'BACKEND_TIMEOUT_ERROR'],
    [1040, 'ENGINE_UNAVAILABLE_ERROR'],
    [1365, 'GENERIC_DB_ENGINE_ERROR'],
  ])('%s becomes %s', (errno, code) => {
    expect(toEngineError(failed(errno, 'words'), place).details).toMatchObject({ code, driverMessage: 'words' });
  });

  it('stand where the mistake is, without the limit that was put behind the statement', () => {
    const sql = 'SELECT id\nFROM t WHERE WHERE x';
    expect(toEngineError(near('WHERE x\nLIMIT 11', 2), { ...place, sql }).details).toMatchObject({
      message: 'The SQL is not understood at or near "WHERE x".',
      line: 2,
      column: 14,
    });
    expect(toEngineError(near('', 2), { ...place, sql }).details).toMatchObject({ line: 2, column: 21 });
    const unknown = failed(1054, "Unknown column 't.nme' in 'field list'");
    expect(toEngineError(unknown, { ...place, sql: "SELECT 'nme',\n t.nme FROM t" }).details).toMatchObject({
      message: 'The column "t.nme" does not exist.',
      line: 2,
      column: 4,
    });
  });
});
