import type { Generated } from 'kysely';
import type { Optional } from './table-columns.ts';

/** What was deleted and can be brought back. */
export interface TrashTable {
  id: Generated<number>;
  /** `chart`, `dashboard`, `dataset` or `saved_query`. */
  object_type: string;
  object_id: number;
  uuid: string;
  name: string;
  deleted_on: string;
  deleted_by_fk: Optional<number>;
  /** JSON of its rows, by table. */
  document: string;
}
