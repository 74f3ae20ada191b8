import { type CellValue, type ColumnType, type ResultTable, toWireTable } from '@powerset/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackedBatch, type PackedColumn, type PackedTable, packTable, unpackTable } from '../../packed/index.ts';
import type { GrowingText } from './growing-text.ts';
import { columnsText, rowsText } from './table-text.ts';

const textOf = async (text: GrowingText) => Buffer.concat([...(await text.finished())]).toString('utf8');

const nullsOf = (values: readonly CellValue[]) => {
  const nulls = Uint8Array.from(values, (value) => (value === null ? 1 : 0));
  return nulls.includes(1) ? nulls : null;
};

const packers: Readonly<
  Record<Exclude<PackedColumn['kind'], 'values'>, (values: readonly CellValue[]) => PackedColumn>
> = {
  numbers: (values) => ({ kind: 'numbers', values: Float64Array.from(values, Number), nulls: nullsOf(values) }),
  booleans: (values) => ({ kind: 'booleans', values: Uint8Array.from(values, Number), nulls: nullsOf(values) }),
  text: (values) => {
    const parts = values.map((value) => Buffer.from(value === null ? '' : String(value)));
    let end = 0;
    const ends = Uint32Array.from(parts, (part) => {
      end += part.length;
      return end;
    });
    return { kind: 'text', bytes: Buffer.concat(parts), ends, nulls: nullsOf(values) };
  },
  words: (values) => {
    const words = [...new Set(values.filter((value) => value !== null).map(String))];
    const codes = Uint32Array.from(values, (value) => Math.max(0, words.indexOf(String(value))));
    return { kind: 'words', codes, words, nulls: nullsOf(values) };
  },
};

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary }, fc.constant(null));
const wellFormed = fc.string({ unit: 'grapheme' });
const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((value) => value / 100);
const anyNumber = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.integer(),
  cents,
  fc.constantFrom(0, -0, 2 ** 53, -(2 ** 31)),
);

interface Shape {
  readonly type: ColumnType;
  readonly value: fc.Arbitrary<CellValue>;
  readonly pack: (values: readonly CellValue[]) => PackedColumn;
}

const asValues = (values: readonly CellValue[]): PackedColumn => ({ kind: 'values', values });
const shapes: readonly Shape[] = [
  { type: 'number', value: nullable(anyNumber), pack: packers.numbers },
  { type: 'number', value: nullable(fc.oneof(anyNumber, fc.bigInt({ min: 2n ** 53n }))), pack: asValues },
  { type: 'string', value: nullable(wellFormed), pack: packers.text },
  { type: 'string', value: nullable(wellFormed), pack: packers.words },
  { type: 'string', value: nullable(wellFormed), pack: asValues },
  { type: 'boolean', value: nullable(fc.boolean()), pack: packers.booleans },
  {
    type: 'temporal',
    value: nullable(fc.oneof(fc.maxSafeInteger(), fc.constant(Number.POSITIVE_INFINITY))),
    pack: packers.numbers,
  },
];

const tables = fc
  .tuple(fc.array(fc.constantFrom(...shapes), { minLength: 1, maxLength: 5 }), fc.array(fc.nat(6), { maxLength: 4 }))
  .chain(([chosen, batchRows]) =>
    fc
      .tuple(
        ...batchRows.map((rows) =>
          fc.tuple(...chosen.map(({ value }) => fc.array(value, { minLength: rows, maxLength: rows }))),
        ),
      )
      .map(
        (batches): PackedTable => ({
          columns: chosen.map(({ type }, index) => ({ name: `na"me ${index} é`, type, nativeType: 'T' })),
          rowCount: batchRows.reduce((sum, rows) => sum + rows, 0),
          batches: batches.map(
            (columns, batch): PackedBatch => ({
              rowCount: batchRows[batch]!,
              columns: columns.map((values, index) => chosen[index]!.pack(values)),
            }),
          ),
        }),
      ),
  );

/** The reference's rows, written the obvious way. */
function plainRows({ columns, rowCount }: ResultTable): string {
  const cell = (value: CellValue) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value));
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const cells = columns.map(({ name, values }) => `${JSON.stringify(name)}:${cell(values[row] ?? null)}`);
    return `{${cells.join(',')}}`;
  });
  return `[${rows.join(',')}]`;
}

describe('packed rows as JSON', () => {
  it('are the same text as their values give, whatever they hold [SQL-045]', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        expect(await textOf(rowsText(table))).toBe(plainRows(unpackTable(table)));
      }),
    );
  });

  it('hold in columns what the wire table of their values holds', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const wire = toWireTable(unpackTable(table));
        expect(JSON.parse(await textOf(columnsText(table)))).toEqual(JSON.parse(JSON.stringify(wire)));
      }),
    );
  });

  it('write numbers with all digits, and null for those that JSON does not know', async () => {
    const values = [0.1, -0.05, 1e21, 123456789012.34, 2 ** 53 - 1, -(2 ** 31), 5e-324, Number.NaN, -0, 1.005, 99.9];
    const table = packTable({
      columns: [{ name: 'n', type: 'number', nativeType: 'DOUBLE', values }],
      rowCount: values.length,
    });
    const rows = values.map((value) => `{"n":${JSON.stringify(value)}}`);
    expect(await textOf(rowsText(table))).toBe(`[${rows.join(',')}]`);
  });

  it('let others have their turn while a big answer is written', async () => {
    const values = Array.from({ length: 400_000 }, (_, row) => `row "${row}"`);
    const column = { type: 'string', nativeType: 'VARCHAR', values } as const;
    const columns = ['a', 'b', 'c'].map((name) => ({ name, ...column }));
    const text = rowsText(packTable({ columns, rowCount: values.length }));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    await text.finished();
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
