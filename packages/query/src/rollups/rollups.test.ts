import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType, QueryFilter, QueryMetric, QueryObject } from '@powerset/contract';
import { dialectByName } from '@powerset/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanInput } from '../plan/index.ts';
import { planQuery } from '../plan/index.ts';
import { sampleInput } from '../plan/sample-dataset.ts';
import { planRollup, type QueryShape, type Rollup, readRollup, toQueryShape } from './index.ts';

const duckdb = dialectByName('duckdb');

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  // Amounts are quarters, so that sums are the same in whatever order they are made.
  await connection.run(`CREATE TABLE orders AS SELECT
    TIMESTAMP '2024-01-01' + to_hours(i * 7) AS ts, (TIMESTAMP '2024-01-01' + to_hours(i * 7))::DATE AS day,
    (['north', 'south', NULL, '', 'O''Brien'])[1 + i % 5] AS region, ((i * 37) % 101) / 4.0::DOUBLE AS amount,
    ([true, false, NULL])[1 + i % 3] AS is_paid, 1704067200 + i * 3600 AS created_s, '2024-01-0' || (1 + i % 9) AS created_text
    FROM range(500) AS r(i)`);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const shapeOf = (query: QueryObject, rest: Partial<PlanInput> = {}): QueryShape | null => {
  const { grouped } = planQuery(sampleInput(query, rest));
  return grouped && toQueryShape(grouped, duckdb);
};

const week = { label: 'ts', sqlExpression: 'ts', columnType: 'BASE_AXIS', timeGrain: 'P1W' } as const;
const aggregate = (name: 'SUM' | 'AVG' | 'MIN' | 'MAX' | 'COUNT_DISTINCT', column: string): QueryMetric => ({
  expressionType: 'SIMPLE',
  aggregate: name,
  column: { column_name: column },
  label: `${name} of ${column}`,
});
const sql = (text: string): QueryMetric => ({ expressionType: 'SQL', sqlExpression: text, label: text });
const addable = [
  aggregate('SUM', 'amount'),
  aggregate('MAX', 'ts'),
  aggregate('MIN', 'region'),
  sql('COUNT(*)'),
  sql('SUM(amount)'),
];
const others = [aggregate('AVG', 'amount'), aggregate('COUNT_DISTINCT', 'region'), sql('MAX(amount) - MIN(amount)')];

let kept = 0;
const keep = async (of: QueryShape, finest: QueryShape): Promise<Rollup> => {
  const { sql: text, ...plan } = planRollup({ of, groups: finest.groups, measures: finest.measures, dialect: duckdb });
  kept += 1;
  const table = `kept_${kept}`;
  const names = [...plan.groups, ...plan.measures].map((_, index) => `c${index}`).join(', ');
  await connection.run(`CREATE TABLE ${table} AS SELECT * FROM (${text}) AS s(${names})`);
  const described = (await connection.runAndReadAll(`DESCRIBE ${table}`)).getRows();
  return { ...plan, table, types: described.map((row) => typeOf(String(row[1]))) };
};
const typeOf = (native: string): ColumnType => {
  if (/CHAR/.test(native)) return 'string';
  if (/TIME|DATE/.test(native)) return 'temporal';
  return native === 'BOOLEAN' ? 'boolean' : 'number';
};
const answer = async (text: string) => {
  const reader = await connection.runAndReadAll(text);
  return { names: reader.columnNames(), types: reader.columnTypes().map(String), rows: reader.getRowsJson() };
};

const groupings = ['region', 'is_paid', 'day', week] as const;
const filters: readonly QueryFilter[] = [
  { col: 'region', op: 'IN', val: ['north'] },
  { col: 'region', op: '==', val: '<empty string>' },
  { col: 'region', op: 'IN', val: ["O'Brien", null] },
  { col: 'region', op: 'IS NULL' },
  { col: 'region', op: 'NOT IN', val: ['north', 'nowhere'] },
  { col: 'region', op: 'IN', val: ['nowhere'] },
  { col: 'region', op: 'LIKE', val: '%o%' },
  { col: 'is_paid', op: '==', val: true },
  { col: 'is_paid', op: 'IS FALSE' },
  { col: 'is_paid', op: 'IS NOT NULL' },
  { col: 'day', op: '==', val: '2024-02-03' },
  { col: 'day', op: 'TEMPORAL_RANGE', val: '2024-01-10 : 2024-02-10' },
];
const bases: readonly (readonly QueryFilter[])[] = [[], [{ col: 'amount', op: '>', val: 3 }]];

interface Asked {
  readonly groups: readonly (typeof groupings)[number][];
  readonly more: readonly (typeof groupings)[number][];
  readonly metrics: readonly QueryMetric[];
  readonly base: readonly QueryFilter[];
  readonly narrowing: readonly QueryFilter[];
  readonly limit: number;
  readonly offset: number;
  readonly isAscending: boolean;
}
const asked: fc.Arbitrary<Asked> = fc.record({
  groups: fc.subarray([...groupings], { maxLength: 2 }),
  more: fc.subarray([...groupings], { minLength: 1, maxLength: 2 }),
  metrics: fc.subarray([...addable, ...others], { minLength: 1, maxLength: 3 }),
  base: fc.constantFrom(...bases),
  narrowing: fc.subarray([...filters], { maxLength: 2 }),
  limit: fc.integer({ min: 1, max: 50 }),
  offset: fc.integer({ min: 0, max: 3 }),
  isAscending: fc.boolean(),
});
const toQuery = ({ groups, metrics, base, narrowing, limit, offset, isAscending }: Asked): QueryObject => ({
  columns: [...groups],
  metrics: [...metrics],
  filters: [...base, ...narrowing],
  row_limit: limit,
  row_offset: groups.length > 0 ? offset : 0,
  // By everything, so that equal values leave no choice.
  orderby: [
    ...metrics.map((metric) => [metric, isAscending] as const),
    ...groups.map((group) => [group, true] as const),
  ].map(([target, up]) => [target as QueryMetric, up]),
});

describe('answers from a rollup', () => {
  it('are those of the engine, in names, types, values and order, whatever is asked', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const query = toQuery(one);
        const shape = shapeOf(query)!;
        const columns = [...new Set([...one.groups, ...one.more])];
        const of = shapeOf({ columns, metrics: [...new Set([...one.metrics, ...others])], filters: [...one.base] })!;
        const rollup = await keep(of, of);
        const reading = readRollup(shape, rollup, duckdb);
        if (!reading) return;
        const own = await answer(reading.sql);
        if (reading.needsRow && own.rows.length === 0) return;
        answered += 1;
        expect(own).toEqual(await answer(planQuery(sampleInput(query)).sql));
      }),
      { numRuns: 400 },
    );
    expect(answered).toBeGreaterThan(100);
  });

  it('hold for a selection of one value with every aggregate, and of several with those that add up', async () => {
    const finest = shapeOf({ columns: ['region', week], metrics: [...addable, ...others] })!;
    const rollup = await keep(finest, finest);
    const of = (metrics: QueryMetric[], val: string[]) =>
      readRollup(shapeOf({ columns: [week], metrics, filters: [{ col: 'region', op: 'IN', val }] })!, rollup, duckdb);
    for (const metric of [...addable, ...others]) expect(of([metric], ['north'])).not.toBeNull();
    for (const metric of addable) expect(of([metric], ['north', 'south'])).not.toBeNull();
    for (const metric of others) expect(of([metric], ['north', 'south'])).toBeNull();
  });
});

describe('a rollup answers nothing', () => {
  const finest = () => shapeOf({ columns: ['region', 'is_paid'], metrics: [aggregate('SUM', 'amount')] })!;
  const askedOf = async (query: QueryObject, rest: Partial<PlanInput> = {}) => {
    const shape = shapeOf({ columns: ['region'], metrics: [aggregate('SUM', 'amount')], ...query }, rest);
    return shape && readRollup(shape, await keep(finest(), finest()), duckdb);
  };

  it.each([
    ['about columns that it was not grouped by', { columns: ['day'] }],
    ['about measures that it does not have', { metrics: [aggregate('MAX', 'amount')] }],
    ['under a condition on a column that it does not have', { filters: [{ col: 'amount', op: '>', val: 1 }] }],
    ['under a condition in free SQL', { extras: { where: "region = 'north'" } }],
  ])('%s', async (_, query) => {
    expect(await askedOf(query as QueryObject)).toBeNull();
  });

  it('to whom a row-level rule binds that did not bind whoever made it, nor the other way round', async () => {
    const bound = (rowLevelClauses: readonly string[]): Partial<PlanInput> => ({
      dataset: { ...sampleInput({}).dataset, rowLevelClauses },
    });
    expect(await askedOf({})).not.toBeNull();
    expect(await askedOf({}, bound(["region = 'north'"]))).toBeNull();
    const narrow = shapeOf(
      { columns: ['region', 'is_paid'], metrics: [aggregate('SUM', 'amount')] },
      bound(["region = 'north'"]),
    )!;
    const open = shapeOf({ columns: ['region'], metrics: [aggregate('SUM', 'amount')] })!;
    expect(readRollup(open, await keep(narrow, narrow), duckdb)).toBeNull();
  });

  it('where a number is compared with text, which several texts equal', async () => {
    const col = { label: 'code', sqlExpression: "'0' || length(region)", expressionType: 'SQL' } as const;
    const metrics = [aggregate('AVG', 'amount')];
    const both = shapeOf({ columns: ['is_paid', col], metrics })!;
    const rollup = await keep(both, both);
    const by = (val: string | number) => shapeOf({ columns: ['is_paid'], metrics, filters: [{ col, op: '==', val }] })!;
    expect(readRollup(by('05'), rollup, duckdb)).not.toBeNull();
    expect(readRollup(by(5), rollup, duckdb)).toBeNull();
  });

  it.each(['SUM(COUNT(*)) OVER ()', 'SUM(amount) / (SELECT 1)'])(
    'finer than it is to measures that see other groups: %s',
    async (text) => {
      const metric = sql(text);
      const rest: Partial<PlanInput> = { allowsSubqueries: true };
      const finest = shapeOf({ columns: ['region', 'is_paid'], metrics: [metric] }, rest)!;
      const rollup = await keep(finest, finest);
      const filtered = { columns: ['region'], metrics: [metric], filters: [{ col: 'is_paid', op: '==', val: true }] };
      expect(readRollup(shapeOf(filtered, rest)!, rollup, duckdb)).toBeNull();
      expect(readRollup(finest, rollup, duckdb)).not.toBeNull();
    },
  );

  it.each(['SUM(amount * random())', 'MAX(now())', "COUNT(*) FILTER (region COLLATE NOCASE = 'a')"])(
    'to what means another thing each time, or compares in its own way: %s',
    (text) => {
      expect(shapeOf({ columns: ['region'], metrics: [sql(text)] })).toBeNull();
    },
  );

  it('to raw rows, counts of rows and the largest series', () => {
    expect(shapeOf({ columns: ['region'], metrics: null })).toBeNull();
    expect(shapeOf({ columns: ['region'], metrics: [sql('COUNT(*)')], is_rowcount: true })).toBeNull();
    const limited = { columns: ['region'], metrics: [sql('COUNT(*)')], series_columns: ['region'], series_limit: 2 };
    expect(shapeOf(limited)).toBeNull();
  });
});
