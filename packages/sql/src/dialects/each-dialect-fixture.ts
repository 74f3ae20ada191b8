import { expect } from 'vitest';
import { dialects } from './index.ts';

export type DialectName =
  | 'duckdb'
  | 'postgresql'
  | 'mysql'
  | 'sqlite'
  | 'clickhouse'
  | 'trino'
  | 'bigquery'
  | 'snowflake'
  | 'databricks'
  | 'hive'
  | 'impala'
  | 'redshift'
  | 'cockroachdb'
  | 'starrocks'
  | 'doris'
  | 'mssql'
  | 'oracle'
  | 'druid';
/** A text for each. */
type PerDialect = Readonly<Record<DialectName, string>>;
/** What stands for one that refuses. */
export const notSupported = 'not supported';

/** What was printed in tests so far, for parsers of others. */
export const printedInEach: { readonly dialect: string; readonly sql: string }[] = [];

export function expectInEach(expected: PerDialect, print: (dialect: (typeof dialects)[number]) => string): void {
  const actual = Object.fromEntries(
    dialects.map((dialect) => {
      try {
        return [dialect.name, print(dialect)];
      } catch {
        return [dialect.name, notSupported];
      }
    }),
  );
  expect(actual).toEqual(expected);
  for (const [dialect, sql] of Object.entries(actual)) if (sql !== notSupported) printedInEach.push({ dialect, sql });
}
