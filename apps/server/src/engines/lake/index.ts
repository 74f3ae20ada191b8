/**
 * LAKE. Files as tables, read by the embedded engine: they lie in a `folder`, or in a `storage` from which they are copied into an
 * `object-cache`; `grouping` finds which of them are one table,
 * `views` write the SELECTs by which the engine reads them, over lists of files that are written out; `catalog` keeps these as the
 * files are. Statements of people see the views alone. In: a folder that the administrator opened, SQL. Out: an `Engine`.
 */

export type { CatalogServer } from './catalog-server.ts';
export { openFolder } from './folder.ts';
export type { LakeTable } from './grouping.ts';
export { catalogOption, filesKind, storageKind } from './kinds.ts';
export { homeSchema, toName } from './names.ts';
export { ObjectCache, partEnding } from './object-cache.ts';
export { openLake } from './open.ts';
export { type Bringing, fileGone, type LakeObject } from './source.ts';
export { openStorage } from './storage.ts';
export { isObjectGone, StorageClient, type StorageSettings } from './storage-client.ts';
export type { TableSource } from './table-source.ts';
export { fromFilesUri, fromStorageUri } from './uri.ts';
