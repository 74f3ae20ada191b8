import type { Generated } from 'kysely';
import type { Optional } from './table-columns.ts';

/** A saved query as it was after one save. */
export interface SavedQueryVersionsTable {
  id: Generated<number>;
  saved_query_id: number;
  /** From 1, each higher than those before. */
  number: number;
  label: string;
  description: Optional<string>;
  sql: string;
  catalog: Optional<string>;
  schema: Optional<string>;
  db_id: Optional<number>;
  template_parameters: Optional<string>;
  /** Which of the fields differ from the version before, with commas between. */
  changed_fields: string;
  lines_added: number;
  lines_removed: number;
  /** The number of the version that this one brought back. */
  restored_from: Optional<number>;
  changed_by_fk: Optional<number>;
  changed_on: string;
}
