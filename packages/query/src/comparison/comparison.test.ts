import { DuckDBInstance } from '@duckdb/node-api';
import type { CellValue, QueryObject, ResultTable } from '@powerset/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelResult, planQuery, type QueryPlan } from '../plan/index.ts';
import { sampleInput } from '../plan/sample-dataset.ts';
import { formatTime } from '../time/index.ts';
import { joinTimeOffsets, planTimeOffsets, shiftTimeOffset, unshiftTimeOffset } from './index.ts';

const bounds = { since: new Date('2024-03-01T00:00:00Z'), until: new Date('2024-03-11T00:00:00Z') };

describe('offsets', () => {
  it.each([
    ['1 day ago', '2024-03-04T12:00:00'],
    ['1 week ago', '2024-02-27T12:00:00'],
    ['28 days', '2024-02-06T12:00:00'],
    ['1 year ago', '2023-03-05T12:00:00'],
    ['52 weeks', '2023-03-07T12:00:00'],
    ['-1 month', '2024-02-05T12:00:00'],
    ['1 week later', '2024-03-12T12:00:00'],
    ['inherit', '2024-02-24T12:00:00'],
    ['2024-01-01', '2024-01-05T12:00:00'],
  ])('moves a time by %j', (offset, expected) => {
    expect(formatTime(shiftTimeOffset(new Date('2024-03-05T12:00:00Z'), offset, bounds))).toBe(expected);
  });

  it('moves back what it moved, by whole days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('days ago', 'weeks', 'days later', 'hours ago'),
        (count, unit) => {
          const offset = `${count} ${unit}`;
          const at = new Date('2024-03-05T12:00:00Z');
          expect(unshiftTimeOffset(shiftTimeOffset(at, offset, bounds), offset, bounds)).toEqual(at);
        },
      ),
    );
  });

  it('refuses what is no offset', () => {
    expect(() => shiftTimeOffset(new Date(), 'long ago', bounds)).toThrow('Cannot parse time string [long ago]');
  });
});

const axis = (timeGrain: string) =>
  ({ label: 'ts', sqlExpression: 'ts', expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain }) as const;

const query: QueryObject = {
  columns: [axis('P1D'), 'region'],
  metrics: ['total'],
  filters: [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-03-01 : 2024-03-03' }],
  orderby: [
    ['ts', true],
    ['region', true],
  ],
  time_offsets: ['1 week ago', '1 year ago'],
};

function toCell(value: unknown): CellValue {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' || value === null ? value : Number(value);
}

async function read(sql: string, rows: string): Promise<ResultTable> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE orders AS SELECT * FROM (VALUES ${rows}) v(ts, region, amount)`);
  const reader = await connection.runAndReadAll(sql);
  const names = reader.columnNames();
  const columns = reader.getColumnsJS().map((values, index) => ({
    name: names[index] ?? '',
    type: values.some((value) => value instanceof Date) ? ('temporal' as const) : ('string' as const),
    nativeType: '',
    values: values.map(toCell),
  }));
  connection.closeSync();
  instance.closeSync();
  return { columns, rowCount: reader.currentRowCount };
}

const rows = [
  "(TIMESTAMP '2024-03-01 05:00:00', 'north', 1)",
  "(TIMESTAMP '2024-03-02 05:00:00', 'north', 2)",
  "(TIMESTAMP '2024-03-02 06:00:00', NULL, 3)",
  "(TIMESTAMP '2024-02-23 05:00:00', 'north', 10)",
  "(TIMESTAMP '2024-02-24 06:00:00', NULL, 30)",
  "(TIMESTAMP '2024-02-25 06:00:00', 'north', 99)",
  "(TIMESTAMP '2023-03-02 05:00:00', 'north', 200)",
  "(TIMESTAMP '2023-03-03 05:00:00', 'north', 999)",
].join(', ');

async function compare(asked: QueryObject, data: string): Promise<Record<string, readonly CellValue[]>> {
  const input = sampleInput(asked);
  const main: QueryPlan = planQuery(input);
  const others = await Promise.all(
    planTimeOffsets(input, main).map(async ({ offset, plan }) => ({
      offset,
      table: labelResult(await read(plan.sql, data), plan),
    })),
  );
  const table = joinTimeOffsets(labelResult(await read(main.sql, data), main), main, others);
  return Object.fromEntries(table.columns.map((column) => [column.name, column.values]));
}

describe('time comparison', () => {
  it('puts the metrics of other periods beside those of now, by all that are no metrics', async () => {
    const result = await compare(query, rows);
    expect(result).toEqual({
      ts: ['2024-03-01', '2024-03-02', '2024-03-02'].map((text) => Date.parse(`${text}T00:00:00Z`)),
      region: ['north', 'north', null],
      total: [1, 2, 3],
      'total__1 week ago': [10, null, 30],
      'total__1 year ago': [null, 200, null],
    });
  });

  // As its own join orders them: what is no metric, the metrics, then those of each period in the order asked for.
  it.each([
    [
      ['inherit', '1 week ago'],
      [axis('P1D'), 'region'],
    ],
    [
      ['1 week ago', 'inherit'],
      ['region', axis('P1D')],
    ],
  ])('orders columns and rows as the reference does: %j', async (time_offsets, columns) => {
    const filters = [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-03-01 : 2024-03-08' }];
    const result = await compare({ ...query, columns, time_offsets, filters }, rows);
    const keys = columns.map((column) => (typeof column === 'string' ? column : 'ts'));
    expect(Object.keys(result)).toEqual([...keys, 'total', ...time_offsets.map((offset) => `total__${offset}`)]);
    expect(result.total).toEqual([1, 2, 3]);
  });

  it('matches weeks of another year, which start on other days', async () => {
    const weekly: QueryObject = {
      ...query,
      columns: [axis('P1W')],
      filters: [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-01-22' }],
      orderby: [['ts', true]],
      time_offsets: ['1 year ago'],
    };
    const data = ['2024-01-01', '2024-01-08', '2024-01-15', '2023-01-02', '2023-01-09', '2023-01-16']
      .map((text, index) => `(TIMESTAMP '${text} 12:00:00', 'x', ${index + 1})`)
      .join(', ');
    for (const grain of ['P1W', '1969-12-28T00:00:00Z/P1W', 'P1W/1970-01-03T00:00:00Z', 'P1W/1970-01-04T00:00:00Z']) {
      const result = await compare({ ...weekly, columns: [axis(grain)] }, data);
      expect(result).toMatchObject({ total: [1, 2, 3], 'total__1 year ago': [4, 5, 6] });
    }
  });

  it('keeps the series of now when it asks for another period', () => {
    const limited: QueryObject = {
      ...query,
      series_columns: ['region'],
      series_limit: 1,
      time_offsets: ['1 year ago'],
    };
    const input = sampleInput(limited);
    const [other] = planTimeOffsets(input, planQuery(input));
    const [inner, outer] = (other?.plan.sql ?? '').split('AS "series_limit"');
    expect(inner).toContain("TIMESTAMP '2024-03-01 00:00:00'");
    expect(outer).toContain("TIMESTAMP '2023-03-01 00:00:00'");
  });

  it('compares along a time axis without a range, where each row has its own partner', async () => {
    const open: QueryObject = {
      ...query,
      columns: [axis('P7D')],
      filters: [],
      orderby: [['ts', true]],
      time_offsets: ['1 week ago'],
    };
    const data = ['2024-01-01', '2024-01-10', '2024-01-17']
      .map((text, index) => `(TIMESTAMP '${text} 12:00:00', 'x', ${index + 1})`)
      .join(', ');
    expect(await compare(open, data)).toMatchObject({
      total: [1, 2, 3],
      'total__1 week ago': [null, 1, 2],
    });
  });

  it('asks for a closed range and a time column', () => {
    const open = sampleInput({
      ...query,
      columns: ['region'],
      orderby: [],
      filters: [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-03-01 : ' }],
    });
    const ofLength = sampleInput({ ...query, filters: [], time_offsets: ['inherit'] });
    expect(() => planTimeOffsets(ofLength, planQuery(ofLength))).toThrow('An enclosed time range');
    expect(() => planTimeOffsets(open, planQuery(open))).toThrow(
      'An enclosed time range (both start and end) must be specified when using a Time Comparison.',
    );
    const timeless = sampleInput({
      metrics: ['total'],
      time_offsets: ['1 week ago'],
      filters: [
        {
          col: { label: 'x', sqlExpression: 'ts + INTERVAL 1 DAY' },
          op: 'TEMPORAL_RANGE',
          val: '2024-03-01 : 2024-03-03',
        },
      ],
    });
    expect(() => planTimeOffsets(timeless, planQuery(timeless))).toThrow(
      'A time column must be specified when using a Time Comparison.',
    );
  });
});

describe('labelling results', () => {
  const planned = planQuery(sampleInput({ columns: [axis('P1D')], metrics: ['total'] }));
  const table = (values: readonly CellValue[], type: 'string' | 'temporal'): ResultTable => ({
    rowCount: values.length,
    columns: [
      { name: 'a', type, nativeType: '', values },
      { name: 'b', type: 'number', nativeType: '', values: values.map(() => 1) },
    ],
  });

  it('names columns by position and reads times that the engine wrote as text', () => {
    const result = labelResult(table(['2024-01-02 03:04:05', '2024-01-02', null], 'string'), planned);
    expect(result.columns.map((column) => column.name)).toEqual(['ts', 'total']);
    expect(result.columns[0]).toMatchObject({
      type: 'temporal',
      values: [Date.UTC(2024, 0, 2, 3, 4, 5), Date.UTC(2024, 0, 2), null],
    });
  });

  it('moves times by the offset of the dataset and the time shift of the query', () => {
    const moved = labelResult(table([0], 'temporal'), { ...planned, offsetHours: 2, timeShift: '1 week' });
    expect(moved.columns[0]?.values).toEqual([7 * 86_400_000 + 7_200_000]);
  });
});
