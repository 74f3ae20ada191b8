import { type ReadPlanRows, readMysqlPlan } from './plan-rows.ts';
import { dorisGrammar, type Grammar, starrocksGrammar, usualGrammar } from './reading/index.ts';

/** In what servers of this family differ from one another. */
export interface Family {
  readonly name: string;
  /** Ends a statement in the server that runs longer, should nobody be there to stop it. */
  readonly limitTimeSql: (ms: number) => string;
  readonly killSql: (connectionId: number) => string;
  /** Keeps a session from writing, or lets it; null where the server has no such sessions. */
  readonly accessSql: ((mayWrite: boolean) => string) | null;
  /** Lists the server's own functions in one column; null where it cannot. */
  readonly functionNamesSql: string | null;
  /** What stands before a query to have its plan as JSON, and to have it measured too; null where it cannot be read. */
  readonly planHead: string | null;
  readonly measuredPlanHead: string | null;
  /** Reads the rows of a plan, where it is told in rows and not as JSON. */
  readonly readPlanRows: ReadPlanRows | null;
  /** Comments of columns and sizes of tables are in the catalog; sequences are there too. */
  readonly tableTypes: readonly string[];
  /** It takes names that differ in capital letters for one name where it compares them in its catalog. */
  readonly foldsCatalog: boolean;
  /** Tells the columns of a statement that it prepares. */
  readonly describesPrepared: boolean;
}

const mysql: Family = {
  name: 'MySQL',
  limitTimeSql: (ms) => `SET SESSION max_execution_time = ${ms}`,
  killSql: (connectionId) => `KILL QUERY ${connectionId}`,
  accessSql: (mayWrite) => `SET SESSION TRANSACTION ${mayWrite ? 'READ WRITE' : 'READ ONLY'}`,
  functionNamesSql: null,
  planHead: 'EXPLAIN FORMAT=JSON',
  measuredPlanHead: null,
  readPlanRows: null,
  tableTypes: ['BASE TABLE', 'VIEW'],
  foldsCatalog: true,
  describesPrepared: true,
};

const mariadb: Family = {
  ...mysql,
  name: 'MariaDB',
  limitTimeSql: (ms) => `SET SESSION max_statement_time = ${ms / 1000}`,
  functionNamesSql: 'SELECT LOWER(`FUNCTION`) FROM information_schema.SQL_FUNCTIONS',
  measuredPlanHead: 'ANALYZE FORMAT=JSON',
  tableTypes: [...mysql.tableTypes, 'SYSTEM VERSIONED'],
};

const tidb: Family = {
  ...mysql,
  name: 'TiDB',
  killSql: (connectionId) => `KILL TIDB QUERY ${connectionId}`,
  // It refuses the statement, as it has no sessions that only read.
  accessSql: null,
  planHead: null,
  readPlanRows: readMysqlPlan,
};

/** What StarRocks and Apache Doris have in common, which were one once. */
const analytical: Family = {
  ...mysql,
  limitTimeSql: (ms) => `SET SESSION query_timeout = ${Math.ceil(ms / 1000)}`,
  accessSql: null,
  planHead: null,
  tableTypes: [...mysql.tableTypes, 'MATERIALIZED VIEW', 'MATERIALIZED_VIEW', 'EXTERNAL TABLE', 'TABLE'],
  foldsCatalog: false,
  describesPrepared: false,
};

const starrocks: Family = { ...analytical, name: 'StarRocks' };
const doris: Family = { ...analytical, name: 'Apache Doris' };

/** A server that is known by the name of its engine: it tells the version of the MySQL that it is like. */
export interface Member {
  readonly dialect: string;
  readonly grammar: Grammar;
  /** Null where the server's version says which it is. */
  readonly family: Family | null;
  readonly usualPort: number;
  /** Makes a catalog the one in which schemas lie; null where there are none. */
  readonly enterCatalogSql: ((quotedCatalog: string) => string) | null;
  readonly usualCatalog: string | null;
  /** Which column of `SHOW CATALOGS` has their names. */
  readonly catalogColumn: number;
}

const usual: Member = {
  dialect: 'mysql',
  grammar: usualGrammar,
  family: null,
  usualPort: 3306,
  enterCatalogSql: null,
  usualCatalog: null,
  catalogColumn: 0,
};

const members: Readonly<Record<string, Member>> = {
  mysql: usual,
  mariadb: usual,
  tidb: { ...usual, family: tidb, usualPort: 4000 },
  starrocks: {
    dialect: 'starrocks',
    grammar: starrocksGrammar,
    family: starrocks,
    usualPort: 9030,
    enterCatalogSql: (catalog) => `SET CATALOG ${catalog}`,
    usualCatalog: 'default_catalog',
    catalogColumn: 0,
  },
  doris: {
    dialect: 'doris',
    grammar: dorisGrammar,
    family: doris,
    usualPort: 9030,
    enterCatalogSql: (catalog) => `SWITCH ${catalog}`,
    usualCatalog: 'internal',
    // Their numbers come first.
    catalogColumn: 1,
  },
};

/** By the first part of a URI; that of MySQL where it is none of these. */
export function memberOf(backend: string): Member {
  const name = backend === 'pydoris' ? 'doris' : backend;
  return (Object.hasOwn(members, name) ? members[name] : undefined) ?? usual;
}

/** By what a server says of its version. */
export function findFamily(version: string): Family {
  if (/tidb/i.test(version)) return tidb;
  return /mariadb/i.test(version) ? mariadb : mysql;
}
