import type { Generated } from 'kysely';
import type { Optional } from './table-columns.ts';

/** What people did. */
export interface LogsTable {
  id: Generated<number>;
  user_id: Optional<number>;
  action: string;
  json: Optional<string>;
  dttm: string;
  dashboard_id: Optional<number>;
  slice_id: Optional<number>;
  duration_ms: Optional<number>;
  referrer: Optional<string>;
}
