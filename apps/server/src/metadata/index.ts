/**
 * METADATA. The store of users, roles, databases, datasets, charts, dashboards, queries.
 * In: a file, or the address of a server. Out: typed queries (Kysely) on tables that are up to date, or a sentence that says why not.
 */

import type { ServerStoreRequest } from './server-store.ts';
import type { Store } from './tables.ts';

export { catalogVersion, readingVersion, rightsVersion } from './catalog-version.ts';
export { type CopiedTable, copyStore } from './copy-store.ts';
export { claimDataFolder, type DataFolder } from './data-folder.ts';
export { type Document, isDocument, isJson, parseDocument } from './documents.ts';
export { writeUnlessFull } from './full-disk.ts';
export { goOnAfterHighest, highestNumber } from './last-numbers.ts';
export { allMigrations } from './migrations.ts';
export { type ProcessRole, storeSeconds } from './process-tables.ts';
export { toSlug } from './slugs.ts';
export { describeWayBack, takeDailySnapshot } from './snapshots.ts';
export { closeStore, isDamage, openStore } from './store.ts';
export { isAwayAtStart, isStoreAway, untilStoreIsBack } from './store-away.ts';
export { createStoreClock, type StoreClock } from './store-clock.ts';
export { StoreError } from './store-error.ts';
export { openForReading, readStoreFacts, type StoreFacts } from './store-facts.ts';
export type { MetadataTables, NewRow, Row, RowChange, Store } from './tables.ts';
export { hearOfWork, tellOfWork } from './work-calls.ts';

/** Opens the metadata store of a PostgreSQL server; the driver is read where there is one. */
export async function openServerStore(request: ServerStoreRequest): Promise<Store> {
  return (await import('./server-store.ts')).openServerStore(request);
}
