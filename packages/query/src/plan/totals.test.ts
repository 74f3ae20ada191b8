import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { QueryObject } from '@powerset/contract';
import { dialectByName, dialects } from '@powerset/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlanInput, planQuery } from './index.ts';
import { sampleDataset, sampleInput } from './sample-dataset.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run(`CREATE TABLE orders AS SELECT * FROM (VALUES
    (TIMESTAMP '2024-01-01 08:00:00', 'north', TRUE, 10.0::DOUBLE),
    (TIMESTAMP '2024-01-02 09:00:00', 'north', TRUE, 20.0),
    (TIMESTAMP '2024-01-03 09:00:00', 'north', FALSE, NULL),
    (TIMESTAMP '2024-02-01 00:00:00', NULL, TRUE, 40.0),
    (TIMESTAMP '2024-02-02 00:00:00', 'south', FALSE, 10.0)
  ) v(ts, region, is_paid, amount)`);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const average = {
  expressionType: 'SIMPLE',
  aggregate: 'AVG',
  column: { column_name: 'amount' },
  label: 'avg',
} as const;
const distinct = { ...average, aggregate: 'COUNT_DISTINCT', label: 'distinct' } as const;
const ratio = { expressionType: 'SQL', sqlExpression: 'SUM(amount) / COUNT(*)', label: 'ratio' } as const;
const query: QueryObject = {
  columns: ['region', 'is_paid'],
  metrics: [average, distinct, ratio, 'count'],
  grouping_sets: [[], ['region'], ['is_paid']],
};
const plan = (changes: Partial<QueryObject> = {}, rest: Partial<PlanInput> = {}) =>
  planQuery(sampleInput({ ...query, ...changes }, rest));
const run = async (changes: Partial<QueryObject> = {}, rest: Partial<PlanInput> = {}) => {
  const reader = await connection.runAndReadAll(plan(changes, rest).sql.replaceAll('`', '"'));
  const rows = reader.getRowsJS().map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)));
  return rows.sort((a, b) => Number(b.at(-1)) - Number(a.at(-1)) || String(a).localeCompare(String(b)));
};

// By hand: 80 over four values that are there, three different ones, five rows.
const byHand = [
  [null, null, 20, 3, 16, 5, 3],
  [null, false, 10, 1, 5, 2, 2],
  [null, true, 70 / 3, 3, 70 / 3, 3, 2],
  [null, null, 40, 1, 40, 1, 1],
  ['north', null, 15, 2, 10, 3, 1],
  ['south', null, 10, 1, 10, 1, 1],
];

describe('totals', () => {
  it.each([30, 31, 52])('are told for %d columns, which `GROUPING` of an engine may not tell apart', async (count) => {
    const columns = Array.from({ length: count }, (_, at) => ({
      ...{ expressionType: 'SQL', sqlExpression: `region || '${at}'`, label: `c${at}` },
    })) as QueryObject['columns'];
    const [all, ofFirst] = await run({ columns, metrics: [average], grouping_sets: [[], ['c0']] });
    expect([all?.at(-2), all?.at(-1)]).toEqual([20, 2 ** count - 1]);
    expect(ofFirst?.at(-1)).toBe(2 ** (count - 1) - 1);
  });

  it('are refused for more columns than a level has bits', () => {
    const columns = Array.from({ length: 53 }, (_, at) => ({
      ...{ expressionType: 'SQL', sqlExpression: `region || '${at}'`, label: `c${at}` },
    })) as QueryObject['columns'];
    expect(() => plan({ columns, grouping_sets: [[]] })).toThrow('Totals know no more than 52 columns');
  });

  it('are the metrics themselves over all rows, whatever kind they are of, and tell missing keys from open ones', async () => {
    expect(await run()).toEqual(byHand);
  });

  it('are the same level by level, where the engine has no grouping sets', async () => {
    const sqlite = dialectByName('sqlite');
    expect(plan({}, { dialect: sqlite }).sql).not.toContain('GROUPING SETS');
    expect(await run({}, { dialect: sqlite })).toEqual(byHand);
  });

  it('do not know the row limit of the cells, and obey the rules on rows', async () => {
    const dataset = { ...sampleDataset, rowLevelClauses: ["region = 'north'"] };
    expect(await run({ grouping_sets: [[]] }, { dataset })).toEqual([[null, null, 15, 2, 10, 3, 3]]);
  });

  it('are about the groups that a condition on groups leaves', async () => {
    const having = { extras: { having: 'COUNT(*) > 1' } };
    // Two rows of north that are paid; no other group has two.
    expect(await run({ ...having, grouping_sets: [[], ['region']] })).toEqual([
      [null, null, 15, 2, 15, 2, 3],
      ['north', null, 15, 2, 15, 2, 1],
    ]);
  });

  it('keep windows within their level', async () => {
    const share = {
      expressionType: 'SQL',
      sqlExpression: 'SUM(amount) / SUM(SUM(amount)) OVER ()',
      label: 's',
    } as const;
    const rows = await run({ metrics: [share], grouping_sets: [[], ['is_paid']] });
    expect(rows).toEqual([
      [null, null, 1, 3],
      [null, false, 0.125, 2],
      [null, true, 0.875, 2],
    ]);
  });

  it('name an entry that is no column', () => {
    expect(() => plan({ grouping_sets: [['country']] })).toThrow(
      'The following entries in `grouping_sets` are missing in `columns`: "country". ',
    );
    expect(() => plan({ metrics: null })).toThrow('Totals need metrics');
  });

  it('say which metrics are sums of their groups', () => {
    const saved = {
      ...sampleDataset,
      metrics: [...sampleDataset.metrics, { name: 'double', expression: 'SUM(amount) * 2' }],
    };
    const metrics: QueryObject['metrics'] = ['total', 'count', 'double', average, distinct, ratio];
    expect(plan({ metrics }, { dataset: saved }).summable).toEqual(['total', 'count']);
  });

  it('are written once for all levels, or one after the other, as each dialect can', () => {
    const written = Object.fromEntries(
      dialects.map((dialect) => [
        dialect.name,
        plan({ columns: ['region'], metrics: ['total'], grouping_sets: [[], ['region']], row_limit: 9 }, { dialect })
          .sql,
      ]),
    );
    const together = `SELECT "region" AS "region", SUM(amount) AS "total", GROUPING("region") AS "totals_level__"
FROM "main"."orders"
GROUP BY GROUPING SETS ((), ("region"))
ORDER BY "totals_level__" DESC, "total" DESC
LIMIT 9`;
    const apart = `SELECT "region" AS "region", "total" AS "total", "totals_level__" AS "totals_level__"
FROM (
SELECT "region" AS "region", SUM(amount) AS "total", 0 AS "totals_level__"
FROM "main"."orders"
WHERE 1 = 0
GROUP BY "region"
UNION ALL
SELECT NULL AS "region", SUM(amount) AS "total", 1 AS "totals_level__"
FROM "main"."orders"
UNION ALL
SELECT "region" AS "region", SUM(amount) AS "total", 0 AS "totals_level__"
FROM "main"."orders"
GROUP BY "region"
) AS "totals"
ORDER BY "totals_level__" DESC, "total" DESC
LIMIT 9`;
    expect(written).toEqual({
      duckdb: together,
      postgresql: together.replaceAll(' DESC', ' DESC NULLS LAST'),
      mysql: apart.replaceAll('"', '`'),
      sqlite: apart.replaceAll('"', '`'),
      // There a key that is nothing would hide the column of its name from conditions.
      clickhouse: apart
        .replaceAll('"total"', '"total_d092f9"')
        .replaceAll('AS "region", SUM', 'AS "region_1afe7e", SUM')
        .replace('SELECT "region" AS "region", "total_', 'SELECT "region_1afe7e" AS "region", "total_'),
      trino: apart,
      bigquery: apart.replaceAll('"', '`'),
      snowflake: together.replaceAll('"', '').replaceAll(' DESC', ' DESC NULLS LAST'),
      databricks: together.replaceAll('"', '`'),
      hive: apart.replaceAll('"', '`'),
      impala: apart.replaceAll('"', '`').replaceAll(' DESC', ' DESC NULLS LAST'),
      redshift: apart.replaceAll(' DESC', ' DESC NULLS LAST'),
      cockroachdb: apart.replaceAll(' DESC', ' DESC NULLS LAST'),
      starrocks: apart.replaceAll('"', '`'),
      doris: apart.replaceAll('"', '`'),
      mssql: apart
        .replace('SELECT', 'SELECT TOP 9')
        .replace('\nLIMIT 9', '')
        .replaceAll(/"(\w+)"/g, '[$1]'),
      oracle: apart
        .replaceAll(/"([a-z]\w*)"/g, '$1')
        .replace(') AS totals', ') totals')
        .replaceAll(' DESC', ' DESC NULLS LAST')
        .replace('LIMIT 9', 'FETCH FIRST 9 ROWS ONLY'),
      druid: together,
    });
  });
});

describe('metrics that add up', () => {
  const summable = (sqlExpression: string) =>
    planQuery(sampleInput({ columns: ['region'], metrics: [{ expressionType: 'SQL', sqlExpression, label: 'm' }] }))
      .summable;

  it.each([
    'SUM(amount)',
    'sum(amount * (1 - 0.2))',
    'COUNT(*) - COUNT(amount)',
    "SUM(amount) FILTER (WHERE region = ')') + SUM(CASE WHEN is_paid THEN 1 ELSE 0 END)",
  ])('are sums and counts, and what these come to together: %s', (text) => {
    expect(summable(text)).toEqual(['m']);
  });

  it.each([
    'AVG(amount)',
    'COUNT(DISTINCT region)',
    'SUM(DISTINCT amount)',
    'SUM(amount) / COUNT(*)',
    'SUM(amount) * SUM(amount)',
    'SUM(amount) - AVG(amount)',
    'SUM(SUM(amount)) OVER ()',
    'MAX(amount)',
  ])('are nothing else: %s', (text) => {
    expect(summable(text)).toEqual([]);
  });
});
