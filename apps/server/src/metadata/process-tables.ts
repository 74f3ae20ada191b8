import { type RawBuilder, sql } from 'kysely';

/** A server process that shares the store with others. */
export interface ProcessesTable {
  id: string;
  /** Where the others reach it. */
  address: string;
  /** Tells whether two processes have the same key, and nothing of it. */
  key_check: string;
  version: string;
  started_on: string;
  /** Seconds since 1970 by the store's own clock, which is the same for all. */
  seen_at: number;
}

/** Now, by the clock of the server that keeps the store. */
export const storeSeconds: RawBuilder<number> = sql<number>`cast(extract(epoch from current_timestamp) as bigint)`;
