import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { QueryFilter, QueryObject } from '@powerset/contract';
import { dialectByName, dialects, splitStatements } from '@powerset/sql';
import fc from 'fast-check';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryError } from '../errors.ts';
import { type PlanInput, planQuery, type QueryPlan } from './index.ts';
import { sampleColumn, sampleDataset, sampleInput } from './sample-dataset.ts';

const tableRows = `
  SELECT * REPLACE (CAST(amount AS DOUBLE) AS amount) FROM (VALUES
    (TIMESTAMP '2024-01-01 08:00:00', DATE '2024-01-01', 'north', 10.0, TRUE, 1704096000, '2024-01-01'),
    (TIMESTAMP '2024-01-01 09:00:00', DATE '2024-01-01', 'south', 20.0, FALSE, 1704099600, '2024-01-01'),
    (TIMESTAMP '2024-01-08 09:00:00', DATE '2024-01-08', 'north', 30.0, TRUE, 1704704400, '2024-01-08'),
    (TIMESTAMP '2024-02-01 00:00:00', DATE '2024-02-01', NULL, 40.0, NULL, 1706745600, '2024-02-01'),
    (TIMESTAMP '2024-02-02 00:00:00', DATE '2024-02-02', '', 5.0, FALSE, 1706832000, '2024-02-02'),
    (TIMESTAMP '2024-02-03 00:00:00', DATE '2024-02-03', 'O''Brien "x" \\', 1.0, TRUE, 1706918400, '2024-02-03')
  ) v(ts, day, region, amount, is_paid, created_s, created_text)`;

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run(`CREATE TABLE orders AS ${tableRows}`);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
const plan = (query: QueryObject, rest: Partial<PlanInput> = {}): QueryPlan => planQuery(sampleInput(query, rest));
const run = (query: QueryObject, rest: Partial<PlanInput> = {}) => rows(plan(query, rest).sql);
const filtered = async (filter: QueryFilter): Promise<unknown[]> =>
  (await run({ columns: ['amount'], metrics: null, filters: [filter], orderby: [['amount', true]] })).map(
    ([amount]) => amount,
  );

const weekly = {
  label: 'ts',
  sqlExpression: 'ts',
  expressionType: 'SQL',
  columnType: 'BASE_AXIS',
  timeGrain: 'P1W',
} as const;

describe('selection', () => {
  it('groups by columns when there is a list of metrics, and orders by the first', async () => {
    expect(await run({ columns: ['is_paid'], metrics: ['total', 'count'] })).toEqual([
      [true, 41, '3'],
      [null, 40, '1'],
      [false, 25, '2'],
    ]);
  });

  it('brings distinct values for an empty list of metrics, raw rows for none', async () => {
    expect(await run({ columns: ['day'], metrics: [], row_limit: 100 })).toHaveLength(5);
    expect(await run({ columns: ['day'], metrics: null })).toHaveLength(6);
  });

  it('writes one SELECT, a clause per line', () => {
    expect(plan({ columns: ['region'], metrics: ['count'], row_limit: 10 }).sql).toBe(
      'SELECT "region" AS "region", COUNT(*) AS "count"\nFROM "main"."orders"\nGROUP BY "region"\nORDER BY "count" DESC\nLIMIT 10',
    );
  });

  it('computes simple and custom metrics on stored and calculated columns', async () => {
    const metrics: QueryObject['metrics'] = [
      { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'net' } },
      { expressionType: 'SIMPLE', aggregate: 'COUNT_DISTINCT', column: { column_name: 'region' } },
      { expressionType: 'SQL', sqlExpression: 'MAX(amount) - MIN(amount) -- spread', label: 'spread' },
    ];
    const planned = plan({ metrics });
    expect(planned.columns.map((column) => column.label)).toEqual(['SUM(net)', 'COUNT_DISTINCT(region)', 'spread']);
    expect(await rows(planned.sql)).toEqual([[53, '4', 39]]);
  });

  it('truncates the x-axis and says that it is one', async () => {
    const planned = plan({ columns: [weekly], metrics: ['count'], orderby: [['ts', true]] });
    expect(planned).toMatchObject({ timeColumn: 'ts', timeGrain: 'P1W' });
    expect(planned.columns[0]).toMatchObject({ label: 'ts', isTimeAxis: true, type: 'temporal' });
    expect(await rows(planned.sql)).toEqual([
      ['2024-01-01 00:00:00', '2'],
      ['2024-01-08 00:00:00', '1'],
      ['2024-01-29 00:00:00', '3'],
    ]);
  });

  it('puts the truncated time, named __timestamp, first in legacy time series [EXP-050]', async () => {
    const planned = plan({
      is_timeseries: true,
      granularity: 'ts',
      extras: { time_grain_sqla: 'P1M' },
      columns: ['__timestamp'],
      metrics: ['total'],
      orderby: [['__timestamp', true]],
    });
    expect(planned.columns.map((column) => column.label)).toEqual(['__timestamp', 'total']);
    expect(await rows(planned.sql)).toEqual([
      ['2024-01-01 00:00:00', 60],
      ['2024-02-01 00:00:00', 46],
    ]);
  });

  it('truncates a column by what its native type holds, and what is made of it by nothing', () => {
    const stored = (name: string, nativeType: string) => ({
      ...sampleDataset,
      columns: sampleDataset.columns.map((column) => (column.name === name ? { ...column, nativeType } : column)),
    });
    const dialect = dialectByName('clickhouse');
    expect(
      plan({ columns: [weekly], metrics: ['count'] }, { dialect, dataset: stored('ts', 'DateTime64(6)') }).sql,
    ).toContain(`toMonday(toDateTime64("ts", 0, 'UTC'))`);
    const epoch = { ...weekly, sqlExpression: 'created_s', label: 'created_s' };
    const { sql } = plan(
      { columns: [epoch], metrics: ['count'] },
      { dialect, dataset: stored('created_s', 'DateTime64') },
    );
    expect(sql).toContain('toMonday(toDateTime(');
  });

  it('truncates times that are kept as epochs or text', async () => {
    for (const sqlExpression of ['created_s', 'created_text', 'day']) {
      const axis = { ...weekly, label: 'axis', sqlExpression, timeGrain: 'P1M' };
      const result = await run({ columns: [axis], metrics: ['count'], orderby: [['axis', true]] });
      expect(result.map(([, count]) => count)).toEqual(['3', '3']);
    }
  });

  it('groups numbers by stretches of equal width, whatever the column is and whichever side of zero it begins', async () => {
    const bins = (from: number, width: number, sqlExpression = 'amount') =>
      run({
        columns: [{ label: 'bin', sqlExpression, isColumnReference: true, bins: { from, width } }],
        metrics: ['count'],
        orderby: [['bin', true]],
      });
    expect(await bins(0, 20)).toEqual([
      [0, '3'],
      [1, '2'],
      [2, '1'],
    ]);
    expect((await bins(-5, 12.5)).map(([bin]) => bin)).toEqual([0, 1, 2, 3]);
    expect((await bins(0.5, 10, 'net')).map(([, count]) => count)).toEqual(['4', '2']);
    expect(await bins(1704096000, 86_400, 'created_s')).toHaveLength(5);
    expect(() =>
      plan({ columns: [{ label: 'bin', sqlExpression: 'amount', bins: { from: Number.NaN, width: 1 } }] }),
    ).toThrow(QueryError);
  });

  it('truncates custom SQL on the x-axis unless it is known to be no time', async () => {
    const custom = { ...weekly, label: 'x', sqlExpression: 'ts + INTERVAL 1 DAY', timeGrain: 'P1M' };
    expect(plan({ columns: [custom], metrics: ['count'] }).columns[0]).toMatchObject({
      isTimeAxis: true,
      grain: 'P1M',
    });
    const text = { ...custom, sqlExpression: 'upper(region)' };
    const planned = plan({ columns: [text], metrics: ['count'] }, { expressionTypes: { 'upper(region)': 'string' } });
    expect(planned.columns[0]).toMatchObject({ isTimeAxis: false, grain: null, type: 'string' });
    expect(await rows(planned.sql)).toHaveLength(5);
  });

  it.each<[string, QueryObject, string]>([
    ['nothing is selected', {}, 'Empty query?'],
    ['labels are double', { columns: ['region', 'region'] }, 'Duplicate column/metric labels: "region"'],
    ['a metric is unknown', { metrics: ['nope'] }, "Metric 'nope' does not exist"],
    [
      'the time column is unknown',
      { metrics: ['count'], granularity: 'nope' },
      'Time column "nope" does not exist in dataset',
    ],
    [
      'the order is unknown',
      { metrics: ['count'], columns: ['region'], orderby: [['nope', true]] },
      'Unknown column used in orderby: nope',
    ],
    ['a legacy time series has no time', { metrics: ['count'], is_timeseries: true }, 'Datetime column not provided'],
    [
      'series are not selected',
      { metrics: ['count'], columns: ['day'], series_columns: ['region'] },
      'The following entries in `series_columns` are missing in `columns`: "region". ',
    ],
    [
      'the grain is unknown',
      { metrics: ['count'], columns: [{ ...weekly, timeGrain: 'P2Y' }] },
      'Time grain "P2Y" is not supported',
    ],
    [
      'a column is gone',
      { columns: [{ label: 'a', sqlExpression: 'gone', isColumnReference: true }], metrics: [] },
      'Columns missing in dataset: ["gone"]',
    ],
    ['a name is no column', { columns: ['gone'], metrics: ['count'] }, 'Columns missing in dataset: ["gone"]'],
    [
      'a metric has no aggregate',
      { metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'amount' } }] },
      'needs a column and an aggregate',
    ],
  ])('says so when %s', (_, query, message) => {
    expect(() => plan(query)).toThrow(QueryError);
    expect(() => plan(query)).toThrow(message);
  });
});

describe('filters', () => {
  it.each<[QueryFilter, number[]]>([
    [{ col: 'region', op: '==', val: 'north' }, [10, 30]],
    [{ col: 'region', op: '!=', val: 'north' }, [1, 5, 20]],
    [{ col: 'region', op: '==', val: '<NULL>' }, [40]],
    [{ col: 'region', op: '==', val: '<empty string>' }, [5]],
    [{ col: 'region', op: '==', val: 'O\'Brien "x" \\' }, [1]],
    [{ col: 'region', op: 'in', val: ['north', null] }, [10, 30, 40]],
    [{ col: 'region', op: 'NOT IN', val: ['north', '<NULL>'] }, [1, 5, 20]],
    [{ col: 'region', op: 'IN', val: [null] }, [40]],
    [{ col: 'region', op: 'IS NULL' }, [40]],
    [{ col: 'region', op: 'IS NOT NULL' }, [1, 5, 10, 20, 30]],
    [{ col: 'region', op: 'LIKE', val: 'nor%' }, [10, 30]],
    [{ col: 'region', op: 'NOT LIKE', val: 'nor%' }, [1, 5, 20]],
    [{ col: 'region', op: 'ILIKE', val: 'NOR%' }, [10, 30]],
    [{ col: 'region', op: 'NOT ILIKE', val: 'NOR%' }, [1, 5, 20]],
    [{ col: 'amount', op: 'LIKE', val: '1%' }, [1, 10]],
    [{ col: 'region', op: 'CONTAINS', val: 'ORT' }, [10, 30]],
    [{ col: 'region', op: 'CONTAINS', val: 'n_r' }, []],
    [{ col: 'region', op: 'CONTAINS', val: '%' }, []],
    [{ col: 'region', op: 'CONTAINS', val: '" \\' }, [1]],
    [{ col: 'amount', op: 'CONTAINS', val: '0.' }, [10, 20, 30, 40]],
    [{ col: 'amount', op: '>', val: '20' }, [30, 40]],
    [{ col: 'amount', op: '<=', val: 5 }, [1, 5]],
    [{ col: 'amount', op: 'IN', val: ['10', 20] }, [10, 20]],
    [{ col: 'amount', op: '==', val: true }, [1]],
    [{ col: 'amount', op: 'IN', val: [false, 5] }, [5]],
    [{ col: 'net', op: '>=', val: 15 }, [30, 40]],
    [{ col: 'is_paid', op: '==', val: 'true' }, [1, 10, 30]],
    [{ col: 'is_paid', op: 'IS TRUE' }, [1, 10, 30]],
    [{ col: 'is_paid', op: 'IS FALSE' }, [5, 20]],
    [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-01-08 : 2024-02-02' }, [30, 40]],
    [{ col: 'day', op: 'TEMPORAL_RANGE', val: '2024-01-08 : 2024-02-02' }, [30, 40]],
    [{ col: 'created_s', op: 'TEMPORAL_RANGE', val: '2024-01-08 : 2024-02-02' }, [30, 40]],
    [{ col: 'created_text', op: 'TEMPORAL_RANGE', val: '2024-01-08 : 2024-02-02' }, [30, 40]],
    [{ col: 'ts', op: 'TEMPORAL_RANGE', val: 'No filter' }, [1, 5, 10, 20, 30, 40]],
    [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-02-01 : ', grain: 'P1M' }, [1, 5, 40]],
    [{ col: 'ts', op: '==', val: Date.UTC(2024, 1, 1), grain: 'P1M' }, [1, 5, 40]],
    [{ col: 'ts', op: '==', val: Date.UTC(2024, 1, 2) }, [5]],
    [{ col: 'day', op: 'IN', val: ['2024-01-01', '2024-02-02'] }, [5, 10, 20]],
    [{ col: 'created_s', op: '==', val: 1704704400000 }, [30]],
    [{ col: { label: 'half', sqlExpression: 'amount / 2' }, op: '>', val: 12 }, [30, 40]],
  ])('keeps the rows that %j means', async (filter, expected) => {
    expect(await filtered(filter)).toEqual(expected);
  });

  it.each<[QueryFilter, string]>([
    [{ col: 'region', op: 'IN', val: [] }, 'Filter value list cannot be empty'],
    [{ col: 'amount', op: '>', val: null }, 'Must specify a value for filters with comparison operators'],
    [{ col: 'region', op: 'REGEX', val: 'a' }, 'Invalid filter operation type: REGEX'],
    [{ col: 'region', op: 'constructor', val: 'a' }, 'Invalid filter operation type: CONSTRUCTOR'],
    [{ col: 'amount', op: '==', val: 'many' }, 'The value "many" of the filter on "amount" is not a number'],
    [{ col: 'is_paid', op: '==', val: 'maybe' }, 'is neither true nor false'],
    [
      { col: { label: 'x', sqlExpression: '(select 1)' }, op: '==', val: 1 },
      'Custom SQL fields cannot contain sub-queries.',
    ],
  ])('refuses %j in clear words', async (filter, message) => {
    await expect(filtered(filter)).rejects.toThrow(message);
  });

  it('tells which filters were applied and which could not be', () => {
    const planned = plan({
      metrics: ['count'],
      filters: [
        { col: 'region', op: '==', val: 'north' },
        { col: 'gone', op: '==', val: 1 },
        { col: '__timestamp', op: '==', val: 1 },
      ],
      applied_time_extras: { __time_range: 'Last week' },
    });
    expect(planned.appliedFilters).toEqual([{ column: 'region' }]);
    expect(planned.rejectedFilters).toEqual([
      { column: 'gone', reason: 'not_in_datasource' },
      { column: '__timestamp', reason: 'no_temporal_column' },
      { column: '__time_range', reason: 'no_temporal_column' },
    ]);
  });

  it('filters groups by the metrics of the query', async () => {
    const result = await run({
      columns: ['region'],
      metrics: ['total'],
      filters: [{ col: 'total', op: '>', val: 30 }],
    });
    expect(result).toEqual(
      [
        [null, 40],
        ['north', 40],
      ].sort(
        (left, right) =>
          result.findIndex(([region]) => region === left[0]) - result.findIndex(([region]) => region === right[0]),
      ),
    );
  });

  it('filters time on the granularity column, start inclusive, end exclusive, and tells the bounds', async () => {
    const planned = plan({ metrics: ['count'], granularity: 'ts', time_range: '2024-01-01T08:00:00 : 2024-02-01' });
    expect(planned.from?.toISOString()).toBe('2024-01-01T08:00:00.000Z');
    expect(planned.to?.toISOString()).toBe('2024-02-01T00:00:00.000Z');
    expect(await rows(planned.sql)).toEqual([['3']]);
  });

  it('always filters the main time column too when the dataset says so', () => {
    const dataset = { ...sampleDataset, alwaysFilterMainTemporal: true };
    const { sql } = plan({ metrics: ['count'], granularity: 'day', time_range: '2024-01-01 : ' }, { dataset });
    expect(sql).toContain(`"ts" >= TIMESTAMP '2024-01-01 00:00:00'`);
    expect(sql).toContain(`"day" >= DATE '2024-01-01'`);
  });

  it('reads the keys of old clients', async () => {
    const old: Record<string, unknown> = {
      groupby: ['region'],
      metrics: ['count'],
      granularity_sqla: 'ts',
      since: '2024-02-01',
      until: '',
      where: 'amount > 4',
      having: 'COUNT(*) > 0',
    };
    expect(await run(old)).toHaveLength(2);
    const wrong: Record<string, unknown>[] = [
      { groupby: 'x' },
      { groupby: [1] },
      { timeseries_limit: '1; drop' },
      { timeseries_limit_metric: 1 },
    ];
    for (const keys of wrong) expect(() => plan({ metrics: ['count'], ...keys })).toThrow(QueryError);
  });
});

describe('clauses of users', () => {
  it('adds the where and having of a query in brackets, whatever comments they end in', async () => {
    const extras = { where: "region = 'north' OR 1 = 1 --", having: 'COUNT(*) > 0 /* x */' };
    const dataset = { ...sampleDataset, rowLevelClauses: ["region = 'south'"] };
    expect(await run({ metrics: ['count'], extras }, { dataset })).toEqual([['1']]);
  });

  it.each([
    ['1 = 1) OR (1 = 1', 'Closing unopened parenthesis'],
    ['(1 = 1', 'Unclosed parenthesis'],
    ['1 = 1; DROP TABLE orders', 'Clause contains multiple statements'],
    ["1 = 1 OR region = 'x", 'Unclosed quote'],
    ['1 = 1 /*', 'Unclosed comment'],
    ['region IN (SELECT table_name FROM information_schema.tables)', 'Custom SQL fields cannot contain sub-queries.'],
    ['EXISTS (FROM orders)', 'Custom SQL fields cannot contain sub-queries.'],
  ])('refuses %j in every place that takes SQL', (text, message) => {
    const queries: QueryObject[] = [
      { metrics: ['count'], extras: { where: text } },
      { metrics: ['count'], extras: { having: text } },
      { metrics: [{ expressionType: 'SQL', sqlExpression: text, label: 'm' }] },
      { columns: [{ label: 'c', sqlExpression: text }], metrics: [] },
      { columns: [text], metrics: [] },
      { metrics: ['count'], filters: [{ col: { label: 'f', sqlExpression: text }, op: 'IS NULL' }] },
      {
        metrics: ['count'],
        columns: ['region'],
        orderby: [[{ expressionType: 'SQL', sqlExpression: text, label: 'o' }, true]],
      },
    ];
    for (const query of queries) expect(() => plan(query)).toThrow(message);
  });

  it('allows sub-queries where it is told to, and in the access rules themselves', async () => {
    const where = 'amount = (SELECT MAX(amount) FROM orders)';
    expect(await run({ metrics: ['count'], extras: { where } }, { allowsSubqueries: true })).toEqual([['1']]);
    const dataset = { ...sampleDataset, rowLevelClauses: [where] };
    expect(await run({ metrics: ['count'] }, { dataset })).toEqual([['1']]);
  });

  it('keeps every row outside the access rules away, whatever the query holds', async () => {
    const dataset = { ...sampleDataset, rowLevelClauses: ["region = 'north'", 'amount < 20'] };
    const pieces = fc.array(
      fc.constantFrom(
        '1=1',
        ' OR ',
        ')',
        '(',
        '--',
        '/*',
        '*/',
        ';',
        "'",
        '"',
        'TRUE',
        ' UNION SELECT 99 ',
        '\n',
        'amount',
        ' > ',
        '0',
        '$$',
        '\\',
      ),
      { maxLength: 9 },
    );
    const queries = fc.record({ text: pieces.map((parts) => parts.join('')), where: fc.integer({ min: 0, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(queries, async ({ text, where }) => {
        const forms: QueryObject[] = [
          { columns: ['amount'], metrics: null, extras: { where: text } },
          { columns: ['amount'], metrics: null, filters: [{ col: 'region', op: 'IN', val: [text, 'north'] }] },
          {
            columns: ['amount'],
            metrics: null,
            filters: [{ col: { label: 'f', sqlExpression: text }, op: 'IS NOT NULL' }],
          },
          { columns: ['amount', { label: text || 'x', sqlExpression: '1' }], metrics: null },
        ];
        const result = await runOrRefuse(forms[where]!, dataset);
        for (const row of result) expect(row[0]).toBe(10);
      }),
      { numRuns: 500 },
    );
  });

  async function runOrRefuse(query: QueryObject, dataset: typeof sampleDataset): Promise<readonly unknown[][]> {
    let sql: string;
    try {
      sql = plan(query, { dataset }).sql;
    } catch (error) {
      expect(error).toBeInstanceOf(QueryError);
      return [];
    }
    expect(splitStatements(sql, dialectByName('duckdb').lexRules)).toHaveLength(1);
    // What the engine refuses has shown nothing.
    return rows(sql).catch(() => []);
  }

  it('keeps one statement whatever a label or value is, in every dialect', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.constantFrom(...dialects),
        (label, value, dialect) => {
          const query: QueryObject = {
            columns: ['region'],
            metrics: [
              { expressionType: 'SQL', sqlExpression: 'MAX(amount)', label: label.replaceAll('\u0000', '') || 'm' },
            ],
            filters: [{ col: 'region', op: 'IN', val: [value.replaceAll('\u0000', ''), 'x'] }],
            series_columns: ['region'],
            series_limit: 3,
          };
          const statements = splitStatements(plan(query, { dialect }).sql, dialect.lexRules);
          expect(statements).toHaveLength(1);
        },
      ),
    );
  });
});

describe('sources', () => {
  const virtual = (sql: string) => ({ dataset: { ...sampleDataset, sql } });

  it('selects from the query of a virtual dataset', async () => {
    expect(await run({ metrics: ['count'] }, virtual('select * from orders where amount > 9; -- big'))).toEqual([
      ['4'],
    ]);
    expect(await run({ metrics: ['count'] }, virtual('with o as (from orders) select * from o'))).toEqual([['6']]);
  });

  it.each([
    ['select 1; select 2', 'Virtual dataset query cannot consist of multiple statements'],
    ['drop table orders', 'Virtual dataset query must be read-only'],
    ['  -- nothing', 'Virtual dataset query cannot be empty'],
    ['select 1) x, (select 2', 'Virtual dataset query: Closing unopened parenthesis'],
  ])('refuses the virtual query %j', (sql, message) => {
    expect(() => plan({ metrics: ['count'] }, virtual(sql))).toThrow(message);
  });
});

describe('limits', () => {
  it('never asks for more rows than allowed, and skips as told', () => {
    const limit = (row_limit: number | null | undefined) => plan({ metrics: ['count'], row_limit }).rowLimit;
    expect([limit(undefined), limit(null), limit(0), limit(5), limit(10_000_000)]).toEqual([
      50_000, 50_000, 100_000, 5, 100_000,
    ]);
    expect(plan({ columns: ['day'], metrics: null, row_limit: 5, row_offset: 10 }).sql).toMatch(/LIMIT 5\nOFFSET 10$/);
  });

  it('counts all rows of a query', async () => {
    const planned = plan({ columns: ['day'], metrics: [], is_rowcount: true, row_limit: 0 });
    expect(planned.columns.map((column) => column.label)).toEqual(['rowcount']);
    expect(await rows(planned.sql)).toEqual([['5']]);
    expect(await run({ columns: ['day'], metrics: null, is_rowcount: true, row_limit: 2 })).toEqual([['2']]);
  });

  it('gives samples of every column without the time range', async () => {
    const query: QueryObject = { metrics: ['count'], granularity: 'ts', time_range: '2030 : ', result_type: 'samples' };
    const planned = plan({ ...query, filters: [{ col: 'region', op: '==', val: 'north' }] });
    expect(planned.columns.map((column) => column.label)).toEqual(sampleDataset.columns.map((column) => column.name));
    expect(planned.rowLimit).toBe(1000);
    expect(await rows(planned.sql)).toHaveLength(2);
  });

  it('gives the rows behind a mark in the order of the first column, within the time range', async () => {
    const planned = plan({
      metrics: ['count'],
      granularity: 'ts',
      time_range: '2024-02-01 : ',
      result_type: 'drill_detail',
      row_limit: 2,
    });
    const result = await rows(planned.sql);
    expect(result.map((row) => row[0])).toEqual(['2024-02-01 00:00:00', '2024-02-02 00:00:00']);
  });

  it('leaves a value out and keeps the rows without one where that is asked for', async () => {
    const regions = async (keeps_null: boolean) => {
      const filters = [{ col: 'region', op: 'NOT IN', val: ['north'], keeps_null }];
      const found = await rows(plan({ columns: ['region'], metrics: ['count'], filters }).sql);
      return found.map(([region]) => region);
    };
    expect(await regions(false)).not.toContain(null);
    const kept = await regions(true);
    expect([kept.includes(null), kept.includes('north')]).toEqual([true, false]);
  });

  it('gives chosen columns of the rows behind a mark, in a chosen order, that hold a text', async () => {
    const planned = plan({
      result_type: 'drill_detail',
      detail: { columns: ['region', 'amount'], orderby: [['amount', false]], search: 'NORTH' },
    });
    expect(planned.columns.map((column) => column.label)).toEqual(['region', 'amount']);
    const result = await rows(planned.sql);
    expect(result.map(([region]) => region)).toEqual(result.map(() => 'north'));
    const amounts = result.map(([, amount]) => Number(amount));
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    const counted = plan({
      columns: [],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }],
      detail: { columns: ['region'], search: 'north' },
    });
    expect(Number((await rows(counted.sql))[0]?.[0])).toBe(result.length);
  });

  it.each([{ columns: ['secret'] }, { orderby: [['secret', true] as [string, boolean]] }])(
    'refuses columns behind a mark that are not of the dataset: %j',
    (detail) => {
      expect(() => plan({ result_type: 'drill_detail', detail })).toThrow('Column "secret" does not exist in dataset');
    },
  );

  const topRegions: QueryObject = {
    columns: [{ ...weekly, timeGrain: 'P1M' }, 'region'],
    metrics: ['total'],
    series_columns: ['region'],
    series_limit: 2,
    orderby: [['ts', true]],
  };

  it('keeps only the largest series, the empty one among them', async () => {
    const result = await run(topRegions);
    expect(result.map(([, region]) => region).sort()).toEqual(['north', null].sort());
  });

  it('ranks series by another metric, smallest first when told', async () => {
    const least = await run({ ...topRegions, order_desc: false, series_limit: 1 });
    expect(least.map(([, region]) => region)).toEqual(['O\'Brien "x" \\']);
    const most = await run({ ...topRegions, series_limit: 1, series_limit_metric: 'count' });
    expect(most.map(([, region]) => region)).toEqual(['north']);
  });

  it('finds the largest series first where the engine cannot join', async () => {
    const duckdb = dialectByName('duckdb');
    const dialect = { ...duckdb, capabilities: { ...duckdb.capabilities, supportsSubqueryJoins: false } };
    const first = plan(topRegions, { dialect });
    const top = await rows(first.prequerySql ?? '');
    expect(top.map(([region]) => region).sort()).toEqual(['north', null].sort());
    const seriesRows = {
      rowCount: top.length,
      columns: [
        {
          name: 'region__',
          type: 'string',
          nativeType: 'VARCHAR',
          values: top.map(([region]) => region as string | null),
        },
      ],
    } as const;
    const second = plan(topRegions, { dialect, seriesRows });
    expect(second.prequerySql).toBeNull();
    expect(second.sql).not.toContain('JOIN');
    expect(await rows(second.sql)).toEqual(await run(topRegions));
  });
});

describe('names that an engine cannot carry', () => {
  it('shortens long labels to what the engine takes and keeps them apart', () => {
    const label = (end: string) => `${'é'.repeat(80)}${end}`;
    const metrics = ['a', 'b'].map(
      (end) => ({ expressionType: 'SQL', sqlExpression: 'MAX(amount)', label: label(end) }) as const,
    );
    const { columns } = plan({ metrics }, { dialect: dialectByName('postgresql') });
    expect(columns.map((column) => column.label)).toEqual([label('a'), label('b')]);
    expect(new Set(columns.map((column) => column.alias)).size).toBe(2);
    for (const { alias } of columns) expect(new TextEncoder().encode(alias).length).toBeLessThanOrEqual(63);
  });

  it('never lets an alias hide a column where that would change the meaning', () => {
    const dialect = dialectByName('clickhouse');
    const metrics = [
      { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'amount' } as const,
    ];
    const { columns, sql } = plan({ metrics, columns: ['region'], extras: { where: 'amount > 1' } }, { dialect });
    expect(columns.map((column) => column.alias)).toEqual(['region', expect.stringMatching(/^amount_[0-9a-f]{6}$/)]);
    expect(sql).not.toContain('AS "amount"');
  });
});

describe('others beside the largest series', () => {
  const query: QueryObject = {
    columns: ['region'],
    metrics: ['total'],
    series_columns: ['region'],
    series_limit: 1,
    group_others_when_limit_reached: true,
    orderby: [['region', true]],
  };

  it('bear no name that hides the column which they are worked out from', () => {
    const { sql } = plan(query, { dialect: dialectByName('clickhouse') });
    expect(sql).toMatch(/ELSE 'Others' END AS "region_[0-9a-f]{6}"/);
    expect(sql).toMatch(/ORDER BY "region_[0-9a-f]{6}"/);
  });

  it('are told by a number, since some joins put 0 where nothing is met', () => {
    expect(plan(query).sql).toContain('CASE WHEN "series_limit"."is_kept__" = 1 THEN "region" ELSE');
  });
});

describe('in a second real engine', () => {
  const dialect = dialectByName('sqlite');
  const text = { type: 'temporal', nativeType: 'TEXT' } as const;
  const dataset = {
    ...sampleDataset,
    columns: sampleDataset.columns.map((column) =>
      column.type === 'temporal' ? sampleColumn(column.name, [text.type, text.nativeType]) : column,
    ),
  };
  const database = new Database(':memory:');
  database.exec(`CREATE TABLE orders (ts TEXT, day TEXT, region TEXT, amount REAL, is_paid INTEGER, created_s INTEGER, created_text TEXT);
    INSERT INTO orders VALUES ('2024-01-07 08:00:00', '2024-01-07', 'north', 10, 1, 1704614400, '2024-01-07'), ('2024-02-01 10:11:12', '2024-02-01', 'it''s', 20, 0, 1706782272, '2024-02-01');`);
  const all = (sql: string): unknown[] => database.prepare(sql).raw().all();

  it('binds every time grain and every filter', () => {
    for (const timeGrain of Object.keys(dialect.timeGrains)) {
      for (const sqlExpression of ['ts', 'created_s', 'created_text']) {
        const query = { columns: [{ ...weekly, label: 'axis', sqlExpression, timeGrain }], metrics: ['count'] };
        expect(all(plan(query, { dialect, dataset }).sql).length).toBeGreaterThan(0);
      }
    }
    const filters: QueryFilter[] = [
      { col: 'region', op: 'ILIKE', val: "IT'S" },
      { col: 'region', op: 'CONTAINS', val: "T'S" },
      { col: 'ts', op: 'CONTAINS', val: '-02-' },
      { col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-02-01 : 2024-02-02' },
      { col: 'created_s', op: 'TEMPORAL_RANGE', val: '2024-02-01 : 2024-02-02' },
      { col: 'is_paid', op: 'IS FALSE' },
      { col: 'region', op: 'IN', val: ["it's", null] },
    ];
    expect(all(plan({ columns: ['amount'], metrics: null, filters }, { dialect, dataset }).sql)).toEqual([[20]]);
  });

  it('starts and ends weeks on the right days', () => {
    const week = (timeGrain: string) => {
      const query: QueryObject = {
        columns: [{ ...weekly, timeGrain }],
        metrics: [],
        filters: [{ col: 'region', op: '==', val: 'north' }],
      };
      return all(plan(query, { dialect, dataset }).sql).flat()[0];
    };
    // 2024-01-07 is a Sunday.
    expect(week('1969-12-28T00:00:00Z/P1W')).toBe('2024-01-07 00:00:00');
    expect(week('1969-12-29T00:00:00Z/P1W')).toBe('2024-01-01 00:00:00');
    expect(week('P1W/1970-01-03T00:00:00Z')).toBe('2024-01-13 00:00:00');
    expect(week('P1W/1970-01-04T00:00:00Z')).toBe('2024-01-07 00:00:00');
  });

  it('keeps only the largest series', () => {
    const query = { columns: ['region'], metrics: ['total'], series_columns: ['region'], series_limit: 1 };
    expect(all(plan(query, { dialect, dataset }).sql)).toEqual([["it's", 20]]);
  });

  it('reports a column that is gone instead of reading its name as text', () => {
    const query = { columns: ['gone'], metrics: [] };
    const columns = [...dataset.columns, sampleColumn('gone', ['string', 'TEXT'])];
    expect(() => all(plan(query, { dialect, dataset: { ...dataset, columns } }).sql)).toThrow('no such column');
  });
});

describe('whether a plan depends on the time', () => {
  const onDay = (value: string): QueryObject => ({
    columns: ['region'],
    metrics: ['count'],
    filters: [{ col: 'ts', op: 'TEMPORAL_RANGE', val: value }],
  });
  const dependsOnTime = (query: QueryObject) => planQuery(sampleInput(query)).dependsOnTime;

  it.each([
    'No filter',
    '2024-01-01 : 2024-03-01',
    '2024-01-01T10:00 : 5 March 2024',
    "DATEADD(DATETIME('2024-01-01'), -7, day) : start of 2024",
    'last day of february 2024 : ',
  ])('is no for %s, which names its days', (range) => {
    expect(dependsOnTime(onDay(range))).toBe(false);
  });

  it.each([
    'Last week',
    'current month',
    '2024-01-01 : today',
    'noon : ',
    'monday : ',
    '5 march : ',
    'eom : ',
    "DATETRUNC(DATETIME('yesterday'), month) : ",
    "HOLIDAY('Christmas') : ",
    '3 days from now : ',
  ])('is yes for %s, which counts from now', (range) => {
    const later = new Date('2024-12-31T10:20:30Z');
    expect(dependsOnTime(onDay(range))).toBe(true);
    expect(dependsOnTime({ ...onDay('No filter'), granularity: 'ts', time_range: range })).toBe(true);
    expect(planQuery(sampleInput(onDay(range), { now: later })).dependsOnTime).toBe(true);
  });

  it('is no for a comparison with a day, also where templates are on', () => {
    const query: QueryObject = { ...onDay('No filter'), filters: [{ col: 'ts', op: '>=', val: '2024-01-01' }] };
    const templates = { user: null, urlParams: {}, parameters: {} };
    expect(planQuery(sampleInput(query, { templates })).dependsOnTime).toBe(false);
  });
});
