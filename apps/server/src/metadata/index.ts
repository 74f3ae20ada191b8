/**
 * METADATA. The store of users, roles, databases, datasets, charts, dashboards, queries.
 * In: a file. Out: typed queries (Kysely) on tables that are up to date, or a sentence that says why not.
 */
export { claimDataFolder, type DataFolder } from './data-folder.ts';
export { type Document, isDocument, isJson, parseDocument } from './documents.ts';
export { writeUnlessFull } from './full-disk.ts';
export { toSlug } from './slugs.ts';
export { describeWayBack, takeDailySnapshot } from './snapshots.ts';
export { allMigrations, catalogVersion, closeStore, isDamage, openStore, type Store, StoreError } from './store.ts';
export type { MetadataTables, NewRow, Row, RowChange } from './tables.ts';
