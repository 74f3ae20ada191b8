/**
 * MYSQL. The engine that speaks to MariaDB, MySQL and servers that speak like them. `reading` understands SQL without a server,
 * `families` says in what servers differ, `driver` is the only file that knows the driver's package, `values` turns what it brings into cells.
 * In: where the server is, SQL. Out: an `Engine`.
 */

export { type Member, memberOf } from './families.ts';
export { mysqlKinds, mysqlMembers } from './kinds.ts';
export { type MysqlOptions, openMysql } from './open.ts';
export { dorisGrammar, readMysqlScript, starrocksGrammar } from './reading/index.ts';
export { findUriProblem, fromUri } from './uri.ts';
