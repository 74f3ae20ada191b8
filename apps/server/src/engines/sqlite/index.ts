/**
 * SQLITE. The engine that reads database files of a folder which the administrator opened. `reading` cuts SQL as the engine does,
 * `file` holds every path to the folder, `process` and `pool` run what blocks where it can be ended, `child` is the program there:
 * its `connection` is the only file that knows the driver, its `gate` looks once more before anything runs. In: a path, SQL.
 * Out: an `Engine`.
 */

export { openSqlite, type SqliteOptions } from './open.ts';
export { type ReadFileOptions, readFileTables } from './read-tables.ts';
export { findUriProblem, fromUri } from './uri.ts';
