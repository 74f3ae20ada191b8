import type { Generated } from 'kysely';
import type { Optional } from './table-columns.ts';

/** By which a person asks a database as himself; named as the reference names it. */
export interface DatabaseUserOauth2TokensTable {
  id: Generated<number>;
  user_id: number;
  database_id: number;
  /** Sealed: both tokens, when the first ends, and for which connection they were given. */
  secret: string;
  /** One more with each change: who would change an older one has come too late. */
  version: number;
  /** Until when one process has the renewal for itself. */
  renewing_until: Optional<string>;
  created_on: string;
  changed_on: string;
}
