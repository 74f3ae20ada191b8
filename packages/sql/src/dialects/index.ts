/**
 * What is particular about each engine's SQL, as differences from a common base: quotes, literals, time grains, epochs.
 * The only place in this package that contains the names of dialects. In: a name. Out: a `Dialect`.
 */
import { SqlError } from '../errors.ts';
import { bigquery } from './bigquery.ts';
import { clickhouse } from './clickhouse.ts';
import { cockroachdb } from './cockroachdb.ts';
import { databricks } from './databricks.ts';
import type { Dialect } from './dialect.ts';
import { doris } from './doris.ts';
import { druid } from './druid.ts';
import { duckdb } from './duckdb.ts';
import { hive } from './hive.ts';
import { impala } from './impala.ts';
import { mssql } from './mssql.ts';
import { mysql } from './mysql.ts';
import { oracle } from './oracle.ts';
import { postgresql } from './postgresql.ts';
import { redshift } from './redshift.ts';
import { snowflake } from './snowflake.ts';
import { sqlite } from './sqlite.ts';
import { starrocks } from './starrocks.ts';
import { trino } from './trino.ts';

export { baseDialect, type Dialect, type DialectCapabilities, defineDialect, weekGrains } from './dialect.ts';
export { numberText, timeText } from './literals.ts';
export { bigquery, databricks, druid, hive, impala, mssql, oracle, snowflake };

/** Every dialect, in the order in which interfaces list them. */
export const dialects: readonly Dialect[] = [
  duckdb,
  postgresql,
  mysql,
  sqlite,
  clickhouse,
  trino,
  bigquery,
  snowflake,
  databricks,
  hive,
  impala,
  redshift,
  cockroachdb,
  starrocks,
  doris,
  mssql,
  oracle,
  druid,
];

const otherNames: Readonly<Record<string, string>> = {
  postgres: 'postgresql',
  timescaledb: 'postgresql',
  yugabytedb: 'postgresql',
  greenplum: 'postgresql',
  hologres: 'postgresql',
  mariadb: 'mysql',
  tidb: 'mysql',
  pydoris: 'doris',
  presto: 'trino',
  awsathena: 'trino',
  clickhousedb: 'clickhouse',
  files: 'duckdb',
  gsheets: 'duckdb',
  s3: 'duckdb',
};

/** The dialect of that name, or undefined. */
export function findDialect(name: string): Dialect | undefined {
  const wanted = otherNames[name.toLowerCase()] ?? name.toLowerCase();
  return dialects.find((dialect) => dialect.name === wanted);
}

/** The dialect of that name; throws `SqlError` when there is none. */
export function dialectByName(name: string): Dialect {
  const dialect = findDialect(name);
  if (!dialect) throw new SqlError(`There is no SQL dialect named "${name}".`);
  return dialect;
}
