import type { FairQueue } from '../fair-queue.ts';
import type { DatabasePools } from './databases.ts';

export interface KnownNames {
  readonly names: ReadonlySet<string>;
  readonly readAt: number;
}

/** What is kept of a database: numbers of types, schemas and functions are its own. */
export interface Known {
  readonly typeNames: Map<string, string>;
  ownFunctions: KnownNames | null;
  schemas: KnownNames | null;
}

/** What the engines of one server share, whichever of its databases they are in. */
export interface SharedServer {
  readonly pools: DatabasePools;
  readonly fairQueue: FairQueue;
  readonly known: Map<string, Known>;
}

/** Of more, what is known is read again. */
const mostKnown = 50;

export function knownOf({ known }: SharedServer, database: string): Known {
  const found = known.get(database) ?? { typeNames: new Map(), ownFunctions: null, schemas: null };
  known.delete(database);
  known.set(database, found);
  const [oldest = database] = known.keys();
  if (known.size > mostKnown) known.delete(oldest);
  return found;
}
