import type { ColumnType, Generated } from 'kysely';
import type { Optional } from './table-columns.ts';

export interface TagsTable {
  id: Generated<number>;
  name: string;
  description: Optional<string>;
  created_on: ColumnType<string, string, never>;
  changed_on: string;
  created_by_fk: Optional<number>;
  changed_by_fk: Optional<number>;
}

/** Which tags an object carries. */
export interface TaggedObjectsTable {
  /** `chart`, `dashboard`, `dataset` or `saved_query`. */
  object_type: string;
  object_id: number;
  tag_id: number;
  created_on: ColumnType<string, string, never>;
  created_by_fk: Optional<number>;
}
