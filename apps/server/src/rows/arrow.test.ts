import type { CellValue, ColumnType } from '@powerset/contract';
import { Type, tableFromIPC } from '@uwdata/flechette';
import { describe, expect, it } from 'vitest';
import { packTable, packTightly } from '../packed/index.ts';
import { toArrow } from './arrow.ts';

interface Case {
  readonly what: string;
  readonly type: ColumnType;
  readonly nativeType: string;
  readonly values: readonly CellValue[];
  readonly arrowType: number;
  readonly read?: readonly unknown[];
}

const noon = Date.UTC(2026, 10, 29, 12);
const cases: readonly Case[] = [
  {
    what: 'whole numbers',
    type: 'number',
    nativeType: 'BIGINT',
    values: [-1, null, 2 ** 40 + 3, -(2 ** 40) - 3],
    arrowType: Type.Int,
    read: [-1n, null, 1_099_511_627_779n, -1_099_511_627_779n],
  },
  {
    what: 'whole numbers of other engines',
    type: 'number',
    nativeType: 'Nullable(UInt32)',
    values: [7, null],
    arrowType: Type.Int,
    read: [7n, null],
  },
  {
    what: 'integers beyond those that a number holds',
    type: 'number',
    nativeType: 'BIGINT',
    values: [2n ** 62n + 1n, 5, null],
    arrowType: Type.Int,
    read: [2n ** 62n + 1n, 5n, null],
  },
  {
    what: 'integers of 128 bits',
    type: 'number',
    nativeType: 'HUGEINT',
    values: [2n ** 80n],
    arrowType: Type.Utf8,
    read: [String(2n ** 80n)],
  },
  {
    what: 'decimals without a fraction',
    type: 'number',
    nativeType: 'DECIMAL(9,2)',
    values: [1, 2],
    arrowType: Type.Float,
  },
  {
    what: 'shares of whole numbers',
    type: 'number',
    nativeType: 'BIGINT',
    values: [0.25, null, 1],
    arrowType: Type.Float,
  },
  {
    what: 'times before 1970',
    type: 'temporal',
    nativeType: 'TIMESTAMP',
    values: [noon, null, -1, -(2 ** 33)],
    arrowType: Type.Timestamp,
  },
  { what: 'times that are texts', type: 'temporal', nativeType: 'TEXT', values: ['2026', null], arrowType: Type.Utf8 },
  { what: 'yes and no', type: 'boolean', nativeType: 'BOOLEAN', values: [true, null, false], arrowType: Type.Bool },
  { what: 'texts', type: 'string', nativeType: 'VARCHAR', values: ['', 'ä', null, '\u{1d11e}'], arrowType: Type.Utf8 },
];

describe('an answer as Arrow', () => {
  describe.each([
    ['as engines give it', packTable],
    ['packed tightly', packTightly],
  ] as const)('%s', (_, pack) => {
    it.each(cases)('holds $what', ({ type, nativeType, values, arrowType, read = values }) => {
      const table = pack({ rowCount: values.length, columns: [{ name: 'a "b"', type, nativeType, values }] });
      const arrow = tableFromIPC(toArrow(table), { useBigInt: true });
      expect(arrow.schema.fields.map((field) => [field.name, field.type.typeId])).toEqual([['a "b"', arrowType]]);
      expect([...arrow.getChild('a "b"')]).toEqual(read);
    });
  });

  it('has the batches in which the rows came, of one type though the first would take another', () => {
    const header = { name: 'n', type: 'number', nativeType: 'BIGINT' } as const;
    const batch = (value: number) => ({
      rowCount: 1,
      columns: [{ kind: 'numbers' as const, values: Float64Array.of(value), nulls: null }],
    });
    const arrow = tableFromIPC(toArrow({ columns: [header], batches: [batch(1), batch(1.5)], rowCount: 2 }));
    expect([...arrow.getChild('n')]).toEqual([1, 1.5]);
  });

  it('has its columns where there are no rows', () => {
    const header = { name: 'n', type: 'number', nativeType: 'BIGINT' } as const;
    const arrow = tableFromIPC(toArrow({ columns: [header], batches: [], rowCount: 0 }));
    expect([arrow.names, arrow.numRows]).toEqual([['n'], 0]);
  });
});
