import type { Generated } from 'kysely';
import type { Optional } from './table-columns.ts';

/** Keys with which programs call as a person. */
export interface ApiKeysTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** How the key begins, by which people tell theirs apart. */
  key_prefix: string;
  key_hash: string;
  scopes: string;
  created_on: string;
  expires_on: string;
  revoked_on: Optional<string>;
  last_used_on: Optional<string>;
}
