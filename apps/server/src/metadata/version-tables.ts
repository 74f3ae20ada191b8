import type { Generated } from 'kysely';
import type { Optional } from './table-columns.ts';

/** A chart, dashboard or dataset as it was after one save. */
export interface ObjectVersionsTable {
  id: Generated<number>;
  /** `chart`, `dashboard` or `dataset`. */
  object_type: string;
  object_id: number;
  /** From 1, each higher than those before. */
  number: number;
  name: string;
  /** JSON list of what differs from the version before. */
  changed_fields: string;
  /** The number of the version that this one brought back. */
  restored_from: Optional<number>;
  changed_by_fk: Optional<number>;
  changed_on: string;
  /** Letters of its document. */
  size: number;
  /** JSON of its fields. */
  document: string;
}
