import { FairQueue } from '../fair-queue.ts';
import { type CatalogSettings, ConnectionPool, type ServerFacts } from './client.ts';
import type { ConnectionSettings } from './driver.ts';

/** What the engines of one server share, whichever of its catalogs they are in. */
export interface SharedServer {
  readonly pool: ConnectionPool;
  readonly fairQueue: FairQueue;
  /** Once it has answered. */
  facts: ServerFacts | null;
}

/** Queries at once; two more connections of the pool are left for questions about tables. */
const slots = 6;

export function toSharedServer(
  settings: ConnectionSettings & CatalogSettings,
  log: (line: string) => void,
): SharedServer {
  return { pool: new ConnectionPool(settings, log), fairQueue: new FairQueue(slots), facts: null };
}
