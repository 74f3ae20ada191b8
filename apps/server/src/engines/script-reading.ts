import { readBigQueryScript } from './bigquery/index.ts';
import { readClickhouseScript } from './clickhouse/index.ts';
import { readDatabricksScript } from './databricks/index.ts';
import { readDruidScript } from './druid/index.ts';
import { EngineError } from './engine.ts';
import { readHiveScript, readImpalaScript } from './hive/index.ts';
import { readMssqlScript } from './mssql/index.ts';
import { dorisGrammar, readMysqlScript, starrocksGrammar } from './mysql/index.ts';
import { readOracleScript } from './oracle/index.ts';
import type { ParsedStatement, ScriptReading, ScriptText } from './parsed-script.ts';
import { cockroachRules, parseScript, redshiftRules } from './postgresql/index.ts';
import { readSnowflakeScript } from './snowflake/index.ts';
import { readTrinoScript } from './trino/index.ts';

type Reader = (sql: string) => Promise<readonly ParsedStatement[]>;

/** Grammars that are part of this program; other engines read scripts in processes of their own. */
const readers: Readonly<Record<string, Reader>> = {
  postgresql: (sql) => parseScript(sql),
  redshift: (sql) => parseScript(sql, redshiftRules),
  cockroachdb: (sql) => parseScript(sql, cockroachRules),
  clickhouse: async (sql) => readClickhouseScript(sql),
  mysql: async (sql) => readMysqlScript(sql),
  starrocks: async (sql) => readMysqlScript(sql, starrocksGrammar),
  doris: async (sql) => readMysqlScript(sql, dorisGrammar),
  trino: async (sql) => readTrinoScript(sql),
  bigquery: async (sql) => readBigQueryScript(sql),
  databricks: async (sql) => readDatabricksScript(sql),
  hive: async (sql) => readHiveScript(sql),
  impala: async (sql) => readImpalaScript(sql),
  mssql: async (sql) => readMssqlScript(sql),
  oracle: async (sql) => readOracleScript(sql),
  druid: async (sql) => readDruidScript(sql),
  snowflake: async (sql) => readSnowflakeScript(sql),
};

/** Whether scripts of a dialect are read here, without a process of its engine. */
export function hasOwnGrammar(dialect: string): boolean {
  return Object.hasOwn(readers, dialect);
}

export async function readScript({ dialect, sql }: ScriptText): Promise<ScriptReading> {
  const parse = readers[dialect];
  if (!parse) throw new Error(`No grammar of ${dialect} is part of this program.`);
  try {
    return { statements: await parse(sql) };
  } catch (error) {
    if (error instanceof EngineError) return { problem: error.details };
    throw error;
  }
}
