import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printExpression, printLiteral, printSelect, printTableName } from '../print.ts';
import { splitStatements } from '../reading/index.ts';
import type { Expression, Select } from '../tree.ts';
import { expectInEach, notSupported } from './each-dialect-fixture.ts';
import { dialectByName, dialects, findDialect } from './index.ts';

const ts: Expression = { kind: 'column', name: 'ts' };
const at = new Date('2024-01-02T03:04:05.678Z');
const midnight = new Date('2024-01-02T00:00:00Z');

describe('what each dialect writes', () => {
  it('quotes names', () => {
    expectInEach(
      {
        duckdb: '"a""b`c\\d"',
        postgresql: '"a""b`c\\d"',
        mysql: '`a"b``c\\d`',
        sqlite: '`a"b``c\\d`',
        clickhouse: '"a""b`c\\\\d"',
        trino: '"a""b`c\\d"',
        bigquery: '`a_b_c_d_029945c9`',
        snowflake: '"a""b`c\\d"',
        databricks: '`a"b``c\\d`',
        hive: '`a"b``c\\d`',
        impala: '`a"b_c_d_029945c9`',
        redshift: '"a""b`c\\d"',
        cockroachdb: '"a""b`c\\d"',
        starrocks: '`a"b``c\\d`',
        doris: '`a"b``c\\d`',
        mssql: '[a"b`c\\d]',
        oracle: '"ab`c\\d_029945c9"',
        druid: '"a""b`c\\d"',
      },
      (dialect) => dialect.quoteIdentifier('a"b`c\\d'),
    );
  });

  it('quotes text', () => {
    expectInEach(
      {
        duckdb: "'O''Brien\\'",
        postgresql: "E'O''Brien\\\\'",
        mysql: "'O''Brien\\\\'",
        sqlite: "'O''Brien\\'",
        clickhouse: "'O''Brien\\\\'",
        trino: "'O''Brien\\'",
        bigquery: "'O\\'Brien\\\\'",
        snowflake: "'O''Brien\\\\'",
        databricks: "'O\\'Brien\\\\'",
        hive: "'O\\'Brien\\\\'",
        impala: "'O\\'Brien\\\\'",
        redshift: "'O''Brien\\\\'",
        cockroachdb: "'O''Brien\\'",
        starrocks: "'O''Brien\\\\'",
        doris: "'O''Brien\\\\'",
        mssql: "N'O''Brien\\'",
        oracle: "'O''Brien\\'",
        druid: "'O''Brien\\'",
      },
      (dialect) => printLiteral("O'Brien\\", dialect),
    );
  });

  it('writes points in time', () => {
    expectInEach(
      {
        duckdb: "TIMESTAMP '2024-01-02 03:04:05.678'",
        postgresql: "TO_TIMESTAMP('2024-01-02 03:04:05.678000', 'YYYY-MM-DD HH24:MI:SS.US')",
        mysql: "STR_TO_DATE('2024-01-02 03:04:05.678', '%Y-%m-%d %H:%i:%s.%f')",
        sqlite: "'2024-01-02 03:04:05.678'",
        clickhouse: "toDateTime64('2024-01-02 03:04:05.678', 3, 'UTC')",
        trino: "TIMESTAMP '2024-01-02 03:04:05.678'",
        bigquery: "TIMESTAMP '2024-01-02 03:04:05.678'",
        snowflake: "TO_TIMESTAMP('2024-01-02 03:04:05.678')",
        databricks: "TIMESTAMP '2024-01-02 03:04:05.678'",
        hive: "CAST('2024-01-02 03:04:05.678' AS TIMESTAMP)",
        impala: "CAST('2024-01-02 03:04:05.678' AS TIMESTAMP)",
        redshift: "TIMESTAMP '2024-01-02 03:04:05.678'",
        cockroachdb: "TIMESTAMP '2024-01-02 03:04:05.678'",
        starrocks: "CAST('2024-01-02 03:04:05.678' AS DATETIME)",
        doris: "CAST('2024-01-02 03:04:05.678' AS DATETIME(6))",
        mssql: "CONVERT(DATETIME2, '2024-01-02T03:04:05.678', 126)",
        oracle: "TO_TIMESTAMP('2024-01-02 03:04:05.678000', 'YYYY-MM-DD HH24:MI:SS.FF6')",
        druid: "TIMESTAMP '2024-01-02 03:04:05.678'",
      },
      (dialect) => dialect.timeLiteral(at, 'TIMESTAMP'),
    );
  });

  it('writes no text in which a server would see a variable of its own', () => {
    const opening = '$'.concat('{');
    expect(printLiteral(`${opening}env:HOME}`, dialectByName('hive'))).toBe("'$\\{env:HOME}'");
  });

  it('writes days for columns of days', () => {
    expectInEach(
      {
        duckdb: "DATE '2024-01-02'",
        postgresql: "TO_DATE('2024-01-02', 'YYYY-MM-DD')",
        mysql: "STR_TO_DATE('2024-01-02', '%Y-%m-%d')",
        sqlite: "'2024-01-02'",
        clickhouse: "toDate('2024-01-02')",
        trino: "DATE '2024-01-02'",
        bigquery: "DATE '2024-01-02'",
        snowflake: "TO_DATE('2024-01-02')",
        databricks: "DATE '2024-01-02'",
        hive: "CAST('2024-01-02' AS DATE)",
        impala: "CAST('2024-01-02' AS DATE)",
        redshift: "DATE '2024-01-02'",
        cockroachdb: "DATE '2024-01-02'",
        starrocks: "CAST('2024-01-02' AS DATE)",
        doris: "CAST('2024-01-02' AS DATE)",
        mssql: "CONVERT(DATE, '2024-01-02', 23)",
        oracle: "TO_DATE('2024-01-02', 'YYYY-MM-DD')",
        druid: "DATE '2024-01-02'",
      },
      (dialect) => dialect.timeLiteral(midnight, 'DATE'),
    );
  });

  it('turns epoch seconds into times', () => {
    expectInEach(
      {
        duckdb: 'MAKE_TIMESTAMP(CAST("ts" AS BIGINT) * 1000000)',
        postgresql: `(timestamp 'epoch' + "ts" * interval '1 second')`,
        mysql: 'from_unixtime(`ts`)',
        sqlite: "datetime(`ts`, 'unixepoch')",
        clickhouse: 'toDateTime("ts")',
        trino: 'from_unixtime("ts")',
        bigquery: 'TIMESTAMP_SECONDS(CAST(`ts` AS INT64))',
        snowflake: "DATEADD('second', ts, TO_TIMESTAMP('1970-01-01'))",
        databricks: 'timestamp_seconds(`ts`)',
        hive: 'CAST(from_unixtime(CAST(`ts` AS BIGINT)) AS TIMESTAMP)',
        impala: 'CAST(CAST(`ts` AS BIGINT) AS TIMESTAMP)',
        redshift: "(timestamp 'epoch' + \"ts\" * interval '1 second')",
        cockroachdb: "(timestamp 'epoch' + \"ts\" * interval '1 second')",
        starrocks: 'CAST(FROM_UNIXTIME(CAST(`ts` AS BIGINT)) AS DATETIME)',
        doris: 'CAST(FROM_UNIXTIME(CAST(`ts` AS BIGINT)) AS DATETIME)',
        mssql:
          "DATEADD(SECOND, CAST(CAST([ts] AS BIGINT) % 86400 AS INT), DATEADD(DAY, CAST(CAST([ts] AS BIGINT) / 86400 AS INT), CAST('1970-01-01' AS DATETIME2)))",
        oracle: "(TIMESTAMP '1970-01-01 00:00:00' + NUMTODSINTERVAL(ts, 'SECOND'))",
        druid: 'MILLIS_TO_TIMESTAMP(("ts") * 1000)',
      },
      (dialect) => printExpression({ kind: 'fromEpoch', of: ts, unit: 'epoch_s' }, dialect),
    );
  });

  it('compares text without regard to case', () => {
    const like: Expression = {
      kind: 'like',
      of: ts,
      pattern: { kind: 'literal', value: '%a%' },
      ignoresCase: true,
      needsCast: true,
    };
    expectInEach(
      {
        duckdb: `CAST("ts" AS VARCHAR) ILIKE '%a%'`,
        postgresql: `CAST("ts" AS TEXT) ILIKE '%a%'`,
        mysql: "LOWER(CAST(`ts` AS CHAR)) LIKE LOWER('%a%')",
        sqlite: "LOWER(CAST(`ts` AS TEXT)) LIKE LOWER('%a%')",
        clickhouse: `toString("ts") ILIKE '%a%'`,
        trino: `LOWER(CAST("ts" AS VARCHAR)) LIKE LOWER('%a%')`,
        bigquery: "LOWER(CAST(`ts` AS STRING)) LIKE LOWER('%a%')",
        snowflake: "CAST(ts AS VARCHAR) ILIKE '%a%'",
        databricks: "CAST(`ts` AS STRING) ILIKE '%a%'",
        hive: "LOWER(CAST(`ts` AS STRING)) LIKE LOWER('%a%')",
        impala: "CAST(`ts` AS STRING) ILIKE '%a%'",
        redshift: 'CAST("ts" AS VARCHAR(65535)) ILIKE \'%a%\'',
        cockroachdb: 'CAST("ts" AS STRING) ILIKE \'%a%\'',
        starrocks: "LOWER(CAST(`ts` AS STRING)) LIKE LOWER('%a%')",
        doris: "LOWER(CAST(`ts` AS STRING)) LIKE LOWER('%a%')",
        mssql: "LOWER(CAST([ts] AS NVARCHAR(MAX))) LIKE LOWER(N'%a%')",
        oracle: "LOWER(CAST(ts AS VARCHAR2(4000))) LIKE LOWER('%a%')",
        druid: `LOWER(CAST("ts" AS VARCHAR)) LIKE LOWER('%a%')`,
      },
      (dialect) => printExpression(like, dialect),
    );
  });

  it('looks for a text in which no sign stands for others', () => {
    const contains: Expression = { kind: 'contains', of: ts, text: `50%_!\\'` };
    const escaped = `ILIKE '%50!%!_!!\\''%' ESCAPE '!'`;
    expectInEach(
      {
        duckdb: `"ts" ${escaped}`,
        postgresql: `"ts" ILIKE E'%50!%!_!!\\\\''%' ESCAPE '!'`,
        mysql: "LOWER(`ts`) LIKE LOWER('%50!%!_!!\\\\''%') ESCAPE '!'",
        sqlite: "LOWER(`ts`) LIKE LOWER('%50!%!_!!\\''%') ESCAPE '!'",
        clickhouse: `"ts" ILIKE '%50\\\\%\\\\_!\\\\\\\\''%'`,
        trino: `LOWER("ts") LIKE LOWER('%50!%!_!!\\''%') ESCAPE '!'`,
        bigquery: "LOWER(`ts`) LIKE LOWER('%50\\\\%\\\\_!\\\\\\\\\\'%')",
        snowflake: "ts ILIKE '%50!%!_!!\\\\''%' ESCAPE '!'",
        databricks: "`ts` ILIKE '%50!%!_!!\\\\\\'%' ESCAPE '!'",
        hive: "LOWER(`ts`) LIKE LOWER('%50\\\\%\\\\_!\\\\\\\\\\'%')",
        impala: "`ts` ILIKE '%50\\\\%\\\\_!\\\\\\\\\\'%'",
        redshift: "\"ts\" ILIKE '%50!%!_!!\\\\''%' ESCAPE '!'",
        cockroachdb: "\"ts\" ILIKE '%50!%!_!!\\''%' ESCAPE '!'",
        starrocks: "LOWER(`ts`) LIKE LOWER('%50\\\\%\\\\_!\\\\\\\\''%')",
        doris: "LOWER(`ts`) LIKE LOWER('%50\\\\%\\\\_!\\\\\\\\''%')",
        mssql: "LOWER([ts]) LIKE LOWER(N'%50!%!_!!\\''%') ESCAPE '!'",
        oracle: "LOWER(ts) LIKE LOWER('%50!%!_!!\\''%') ESCAPE '!'",
        druid: `LOWER("ts") LIKE LOWER('%50!%!_!!\\''%') ESCAPE '!'`,
      },
      (dialect) => printExpression(contains, dialect),
    );
  });

  it('truncates to weeks', () => {
    expectInEach(
      {
        duckdb: `DATE_TRUNC('week', "ts")`,
        postgresql: `DATE_TRUNC('week', "ts")`,
        mysql: 'DATE(DATE_SUB(`ts`, INTERVAL DAYOFWEEK(`ts`) - 1 DAY))',
        sqlite: "DATETIME(`ts`, 'start of day', -strftime('%w', `ts`) || ' days')",
        clickhouse: `toMonday(toDateTime("ts", 'UTC'))`,
        trino: `date_trunc('week', CAST("ts" AS TIMESTAMP))`,
        bigquery: 'TIMESTAMP_TRUNC(CAST(`ts` AS TIMESTAMP), WEEK(SUNDAY))',
        snowflake: "DATE_TRUNC('week', ts)",
        databricks: "date_trunc('week', `ts`)",
        hive: "CAST(date_sub(next_day(to_date(CAST(`ts` AS TIMESTAMP)), 'MO'), 7) AS TIMESTAMP)",
        impala: "date_trunc('week', CAST(`ts` AS TIMESTAMP))",
        redshift: 'DATE_TRUNC(\'week\', "ts")',
        cockroachdb: 'DATE_TRUNC(\'week\', "ts")',
        starrocks: "DATE_TRUNC('week', `ts`)",
        doris: "DATE_TRUNC(`ts`, 'week')",
        mssql: 'DATEADD(DAY, -1, DATEADD(WEEK, DATEDIFF(WEEK, 0, [ts]), 0))',
        oracle: "TRUNC(CAST(ts AS DATE), 'IW')",
        druid: `TIME_FLOOR(CAST("ts" AS TIMESTAMP), 'P1W')`,
      },
      (dialect) => printExpression({ kind: 'truncate', of: ts, grain: 'P1W' }, dialect),
    );
  });

  it('truncates times of any year, and in the zone of UTC, on ClickHouse', () => {
    const dialect = dialectByName('clickhouse');
    const to = (grain: string, nativeType: string) =>
      printExpression({ kind: 'truncate', of: ts, grain, nativeType }, dialect);
    expect(to('P1M', "DateTime('America/New_York')")).toBe(`toStartOfMonth(toDateTime("ts", 'UTC'))`);
    expect(to('P1M', "Nullable(DateTime64(6, 'UTC'))")).toBe(`toStartOfMonth(toDateTime64("ts", 0, 'UTC'))`);
    expect(to('PT5M', 'Date32')).toBe(`toStartOfInterval(toDateTime64("ts", 0, 'UTC'), INTERVAL 300 SECOND)`);
    const long = new Date(Date.UTC(1902, 4, 6));
    expect(dialect.timeLiteral(long, 'Nullable(Date32)')).toBe("toDate32('1902-05-06')");
    expect(dialect.timeLiteral(long, 'DateTime64(3)')).toBe("toDateTime64('1902-05-06 00:00:00', 3, 'UTC')");
    expect(dialect.timeLiteral(midnight, 'DateTime')).toBe("toDateTime('2024-01-02 00:00:00', 'UTC')");
  });

  it('compares NULL with NULL on ClickHouse by what no value is', () => {
    const { sameAs } = dialectByName('clickhouse');
    expect(sameAs('a', 'b')).toBe("ifNull(concat('=', toString(a)), '') = ifNull(concat('=', toString(b)), '')");
  });

  it('truncates to seconds where it can', () => {
    expectInEach(
      {
        duckdb: `DATE_TRUNC('second', "ts")`,
        postgresql: `DATE_TRUNC('second', "ts")`,
        mysql: 'DATE_ADD(DATE(`ts`), INTERVAL (HOUR(`ts`)*60*60 + MINUTE(`ts`)*60 + SECOND(`ts`)) SECOND)',
        sqlite: "DATETIME(STRFTIME('%Y-%m-%dT%H:%M:%S', `ts`))",
        clickhouse: notSupported,
        trino: `date_trunc('second', CAST("ts" AS TIMESTAMP))`,
        bigquery: 'TIMESTAMP_TRUNC(CAST(`ts` AS TIMESTAMP), SECOND)',
        snowflake: "DATE_TRUNC('second', ts)",
        databricks: "date_trunc('second', `ts`)",
        hive: "CAST(from_unixtime(unix_timestamp(CAST(`ts` AS TIMESTAMP)), 'yyyy-MM-dd HH:mm:ss') AS TIMESTAMP)",
        impala: "date_trunc('second', CAST(`ts` AS TIMESTAMP))",
        redshift: 'DATE_TRUNC(\'second\', "ts")',
        cockroachdb: 'DATE_TRUNC(\'second\', "ts")',
        starrocks: "DATE_TRUNC('second', CAST(`ts` AS DATETIME))",
        doris: "DATE_TRUNC(CAST(`ts` AS DATETIME(6)), 'second')",
        mssql:
          'DATEADD(SECOND, DATEDIFF(SECOND, DATEADD(DAY, DATEDIFF(DAY, 0, [ts]), 0), [ts]), DATEADD(DAY, DATEDIFF(DAY, 0, [ts]), 0))',
        oracle: 'CAST(ts AS DATE)',
        druid: `TIME_FLOOR(CAST("ts" AS TIMESTAMP), 'PT1S')`,
      },
      (dialect) => printExpression({ kind: 'truncate', of: ts, grain: 'PT1S' }, dialect),
    );
  });

  it('limits and skips rows', () => {
    const select: Select = { items: [{ expression: '*' }], from: { kind: 'table', table: 't' }, limit: 5, offset: 2 };
    expectInEach(
      {
        duckdb: 'SELECT * FROM "t" LIMIT 5 OFFSET 2',
        postgresql: 'SELECT * FROM "t" LIMIT 5 OFFSET 2',
        mysql: 'SELECT * FROM `t` LIMIT 5 OFFSET 2',
        sqlite: 'SELECT * FROM `t` LIMIT 5 OFFSET 2',
        clickhouse: 'SELECT * FROM "t" LIMIT 5 OFFSET 2',
        trino: 'SELECT * FROM "t" OFFSET 2 LIMIT 5',
        bigquery: 'SELECT * FROM `t` LIMIT 5 OFFSET 2',
        snowflake: 'SELECT * FROM t LIMIT 5 OFFSET 2',
        databricks: 'SELECT * FROM `t` LIMIT 5 OFFSET 2',
        hive: 'SELECT * FROM `t` LIMIT 5 OFFSET 2',
        impala: 'SELECT * FROM `t` ORDER BY 1 LIMIT 5 OFFSET 2',
        redshift: 'SELECT * FROM "t" LIMIT 5 OFFSET 2',
        cockroachdb: 'SELECT * FROM "t" LIMIT 5 OFFSET 2',
        starrocks: 'SELECT * FROM `t` LIMIT 5 OFFSET 2',
        doris: 'SELECT * FROM `t` LIMIT 5 OFFSET 2',
        mssql: 'SELECT * FROM [t] ORDER BY (SELECT NULL) OFFSET 2 ROWS FETCH NEXT 5 ROWS ONLY',
        oracle: 'SELECT * FROM t OFFSET 2 ROWS FETCH NEXT 5 ROWS ONLY',
        druid: 'SELECT * FROM "t" LIMIT 5 OFFSET 2',
      },
      (dialect) => printSelect(select, dialect).replaceAll('\n', ' '),
    );
  });

  it('skips rows without a limit', () => {
    const select: Select = { items: [{ expression: '*' }], from: { kind: 'table', table: 't' }, offset: 2 };
    expectInEach(
      {
        duckdb: 'SELECT * FROM "t" OFFSET 2',
        postgresql: 'SELECT * FROM "t" OFFSET 2',
        mysql: 'SELECT * FROM `t` LIMIT 18446744073709551615 OFFSET 2',
        sqlite: 'SELECT * FROM `t` LIMIT -1 OFFSET 2',
        clickhouse: 'SELECT * FROM "t" OFFSET 2',
        trino: 'SELECT * FROM "t" OFFSET 2',
        bigquery: 'SELECT * FROM `t` LIMIT 9223372036854775807 OFFSET 2',
        snowflake: 'SELECT * FROM t LIMIT NULL OFFSET 2',
        databricks: 'SELECT * FROM `t` OFFSET 2',
        hive: 'SELECT * FROM `t` OFFSET 2',
        impala: 'SELECT * FROM `t` ORDER BY 1 OFFSET 2',
        redshift: 'SELECT * FROM "t" OFFSET 2',
        cockroachdb: 'SELECT * FROM "t" OFFSET 2',
        starrocks: 'SELECT * FROM `t` LIMIT 9223372036854775807 OFFSET 2',
        doris: 'SELECT * FROM `t` LIMIT 9223372036854775807 OFFSET 2',
        mssql: 'SELECT * FROM [t] ORDER BY (SELECT NULL) OFFSET 2 ROWS',
        oracle: 'SELECT * FROM t OFFSET 2 ROWS',
        druid: 'SELECT * FROM "t" OFFSET 2',
      },
      (dialect) => printSelect(select, dialect).replaceAll('\n', ' '),
    );
  });

  it('writes common tables, joins and groups', () => {
    const select: Select = {
      with: [{ name: 'a', query: 'SELECT 1 AS x' }],
      items: [{ expression: { kind: 'column', name: 'x', source: 'a' }, alias: 'x' }],
      from: { kind: 'table', table: 'a' },
      joins: [
        {
          kind: 'left',
          source: { kind: 'query', query: 'SELECT 1 AS y', alias: 'b' },
          on: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'column', name: 'x' },
            right: { kind: 'column', name: 'y' },
          },
        },
      ],
      groupBy: [{ kind: 'column', name: 'x', source: 'a' }],
    };
    expect(printSelect(select, dialectByName('duckdb'))).toBe(
      'WITH "a" AS (\nSELECT 1 AS x\n)\nSELECT "a"."x" AS "x"\nFROM "a"\nLEFT JOIN (\nSELECT 1 AS y\n) AS "b" ON "x" = "y"\nGROUP BY "a"."x"',
    );
  });

  it('refuses what has no literal', () => {
    for (const dialect of dialects) {
      expect(() => printLiteral(Number.NaN, dialect)).toThrow('cannot be written as a number');
      expect(() => dialect.quoteIdentifier('')).toThrow('A name is empty');
      expect(() => dialect.timeLiteral(new Date(Date.UTC(12000, 0)), null)).toThrow('outside the years');
    }
  });

  it('finds dialects by their names', () => {
    expect(dialectByName('PostgreSQL').name).toBe('postgresql');
    expect(findDialect('mariadb')?.name).toBe('mysql');
    expect(findDialect('db2')).toBeUndefined();
    expect(() => dialectByName('db2')).toThrow('no SQL dialect named "db2"');
  });
});

describe('in a real engine', () => {
  const duckdb = dialectByName('duckdb');
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();

  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });

  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom("'", '"', '\\', '\n', '\r', '--', '/*', '*/', ';', '$$', '%', '\u0000', 'é', '漢', '😀', ')'),
      )
      .map((parts) => parts.join('')),
  );

  it('brings text back exactly, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(await rows(`SELECT ${printLiteral(text, duckdb)}`)).toEqual([[text]]);
      }),
    );
  });

  it('brings numbers and truth values back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (number) => {
        const [row] = await rows(`SELECT CAST(${printLiteral(number, duckdb)} AS DOUBLE)`);
        expect(Number(row?.[0])).toBeCloseTo(number, 10);
      }),
    );
    expect(await rows(`SELECT ${printLiteral(9007199254740993n, duckdb)}, ${printLiteral(true, duckdb)}`)).toEqual([
      ['9007199254740993', true],
    ]);
  });

  it('takes any name for a table and its column', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const name = text.replaceAll('\u0000', '') || 'x';
        const select: Select = {
          items: [{ expression: { kind: 'column', name }, alias: name }],
          from: { kind: 'query', query: `SELECT 1 AS ${duckdb.quoteIdentifier(name)}`, alias: name },
        };
        const sql = printSelect(select, duckdb);
        expect(splitStatements(sql, duckdb.lexRules)).toHaveLength(1);
        expect(await rows(sql)).toEqual([[1]]);
      }),
    );
  });

  it('keeps one statement whatever value is printed, in every dialect', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(...dialects), (text, dialect) => {
        const value = text.replaceAll('\u0000', '');
        const select: Select = {
          items: [{ expression: '*' }],
          from: { kind: 'table', schema: value || 's', table: value || 't' },
          where: { kind: 'compare', operator: '=', left: ts, right: { kind: 'literal', value } },
        };
        const statements = splitStatements(printSelect(select, dialect), dialect.lexRules);
        expect(statements).toHaveLength(1);
      }),
    );
  });

  it.each([
    ['PT1S', '2024-02-07 13:47:38'],
    ['PT5S', '2024-02-07 13:47:35'],
    ['PT30S', '2024-02-07 13:47:30'],
    ['PT1M', '2024-02-07 13:47:00'],
    ['PT5M', '2024-02-07 13:45:00'],
    ['PT10M', '2024-02-07 13:40:00'],
    ['PT15M', '2024-02-07 13:45:00'],
    ['PT30M', '2024-02-07 13:30:00'],
    ['PT1H', '2024-02-07 13:00:00'],
    ['PT6H', '2024-02-07 12:00:00'],
    ['P1D', '2024-02-07 00:00:00'],
    ['P7D', '2024-02-05 00:00:00'],
    ['P1W', '2024-02-05 00:00:00'],
    ['P1M', '2024-02-01 00:00:00'],
    ['P3M', '2024-01-01 00:00:00'],
    ['P1Y', '2024-01-01 00:00:00'],
    ['1969-12-28T00:00:00Z/P1W', '2024-02-04 00:00:00'],
    ['1969-12-29T00:00:00Z/P1W', '2024-02-05 00:00:00'],
    ['P1W/1970-01-03T00:00:00Z', '2024-02-10 00:00:00'],
    ['P1W/1970-01-04T00:00:00Z', '2024-02-11 00:00:00'],
  ])('truncates a time to %s', async (grain, expected) => {
    const truncate = (value: string) =>
      printExpression({ kind: 'truncate', of: { kind: 'raw', text: value }, grain }, duckdb);
    const result = await rows(`SELECT CAST(${truncate("TIMESTAMP '2024-02-07 13:47:38.5'")} AS TIMESTAMP)`);
    expect(result).toEqual([[expected]]);
    await rows(`SELECT ${truncate("DATE '2024-02-07'")}, ${truncate("TIMESTAMPTZ '2024-02-07 13:47:38+00'")}`);
  });

  it('offers exactly the grains that are tried here', () => {
    expect(Object.keys(duckdb.timeGrains)).toHaveLength(20);
  });

  it('puts both ends of a week into the same week', async () => {
    const week = (grain: string, day: string) =>
      printExpression({ kind: 'truncate', of: { kind: 'raw', text: `TIMESTAMP '${day}'` }, grain }, duckdb);
    const cases = [
      ['1969-12-28T00:00:00Z/P1W', '2024-02-04 00:00:00', '2024-02-10 23:59:59'],
      ['P1W/1970-01-03T00:00:00Z', '2024-02-04 00:00:00', '2024-02-10 23:59:59'],
      ['P1W/1970-01-04T00:00:00Z', '2024-02-05 00:00:00', '2024-02-11 23:59:59'],
      ['1969-12-29T00:00:00Z/P1W', '2024-02-05 00:00:00', '2024-02-11 23:59:59'],
    ] as const;
    for (const [grain, first, last] of cases) {
      expect(await rows(`SELECT ${week(grain, first)} = ${week(grain, last)}`)).toEqual([[true]]);
    }
  });

  it('compares days, times and times with a zone with its literals', async () => {
    const literal = (type: string) => duckdb.timeLiteral(midnight, type);
    const types = ['DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', 'TIMESTAMP_S', 'TIMESTAMP_NS'];
    for (const type of types) {
      const column = `CAST('2024-01-02 00:00:00' AS ${type})`;
      expect(await rows(`SELECT ${column} >= ${literal(type)}, ${column} < ${literal(type)}`)).toEqual([[true, false]]);
    }
  });

  it('reads epochs and times kept as text', async () => {
    const read = (expression: Expression) => rows(`SELECT CAST(${printExpression(expression, duckdb)} AS VARCHAR)`);
    const raw = (text: string): Expression => ({ kind: 'raw', text });
    expect(await read({ kind: 'fromEpoch', of: raw('1700000000'), unit: 'epoch_s' })).toEqual([
      ['2023-11-14 22:13:20'],
    ]);
    expect(await read({ kind: 'fromEpoch', of: raw('1700000000123'), unit: 'epoch_ms' })).toEqual([
      ['2023-11-14 22:13:20.123'],
    ]);
    expect(await read({ kind: 'parseTime', of: raw('2024'), format: '%Y' })).toEqual([['2024-01-01 00:00:00']]);
    expect(await read({ kind: 'parseTime', of: raw("'2024-05-06T07:08:09'"), format: '%Y-%m-%dT%H:%M:%S' })).toEqual([
      ['2024-05-06 07:08:09'],
    ]);
    expect(await read({ kind: 'parseTime', of: raw("'2024-05-06 07:08:09'"), format: null })).toEqual([
      ['2024-05-06 07:08:09'],
    ]);
  });

  it('names a table in its schema', async () => {
    await connection.run('CREATE SCHEMA "s.1"; CREATE TABLE "s.1"."t""2" AS SELECT 1 AS x');
    const name = printTableName({ catalog: 'memory', schema: 's.1', table: 't"2' }, duckdb);
    expect(await rows(`SELECT * FROM ${name}`)).toEqual([[1]]);
  });
});
