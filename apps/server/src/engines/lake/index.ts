/**
 * LAKE. Files as tables, read by the embedded engine: `folder` is where they lie, `grouping` finds which of them are one table,
 * `views` write the SELECTs by which the engine reads them, over lists of files that are written out; `catalog` keeps these as the
 * files are. Statements of people see the views alone. In: a folder that the administrator opened, SQL. Out: an `Engine`.
 */
export { openFolder } from './folder.ts';
export { filesKind } from './kinds.ts';
export { openLake } from './open.ts';
export { fromFilesUri } from './uri.ts';
