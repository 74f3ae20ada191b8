/** In what servers of this family differ from one another. */
export interface Family {
  readonly name: string;
  /** Ends a statement in the server that runs longer, should nobody be there to stop it. */
  readonly limitTimeSql: (ms: number) => string;
  readonly killSql: (connectionId: number) => string;
  /** Lists the server's own functions in one column; null where it cannot. */
  readonly functionNamesSql: string | null;
  /** What stands before a query to have its plan as JSON, and to have it measured too; null where it cannot be read. */
  readonly planHead: string;
  readonly measuredPlanHead: string | null;
  /** Comments of columns and sizes of tables are in the catalog; sequences are there too. */
  readonly tableTypes: readonly string[];
}

const mysql: Family = {
  name: 'MySQL',
  limitTimeSql: (ms) => `SET SESSION max_execution_time = ${ms}`,
  killSql: (connectionId) => `KILL QUERY ${connectionId}`,
  functionNamesSql: null,
  planHead: 'EXPLAIN FORMAT=JSON',
  measuredPlanHead: null,
  tableTypes: ['BASE TABLE', 'VIEW'],
};

const mariadb: Family = {
  ...mysql,
  name: 'MariaDB',
  limitTimeSql: (ms) => `SET SESSION max_statement_time = ${ms / 1000}`,
  functionNamesSql: 'SELECT LOWER(`FUNCTION`) FROM information_schema.SQL_FUNCTIONS',
  measuredPlanHead: 'ANALYZE FORMAT=JSON',
  tableTypes: [...mysql.tableTypes, 'SYSTEM VERSIONED'],
};

/** By what a server says of its version. */
export function findFamily(version: string): Family {
  return /mariadb/i.test(version) ? mariadb : mysql;
}
