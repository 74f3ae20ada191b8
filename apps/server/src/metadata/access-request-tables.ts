import type { Generated } from 'kysely';
import type { Flag, Optional } from './table-columns.ts';

/** Who asked to be let see what. Times are ISO, in UTC. */
export interface AccessRequestsTable {
  id: Generated<number>;
  user_id: number;
  object_type: string;
  /** What was asked for, as it was written. */
  object_ref: string;
  /** Null where nothing of that name was there when it was asked for. */
  object_id: Optional<number>;
  message: Optional<string>;
  state: string;
  passed_on_by_fk: Optional<number>;
  decided_by_fk: Optional<number>;
  decided_on: Optional<string>;
  answer: Optional<string>;
  /** Whoever asked has seen what became of it. */
  is_seen: Flag;
  created_on: string;
}
