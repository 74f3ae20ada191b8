import type { ColumnType } from 'kysely';
import type { Optional } from './table-columns.ts';

/** Dashboards that other sites may show. */
export interface EmbeddedDashboardsTable {
  uuid: string;
  dashboard_id: number;
  /** JSON list of origins; an empty one lets every site. */
  allow_domain_list: string;
  created_on: ColumnType<string, string, never>;
  changed_on: string;
  created_by_fk: Optional<number>;
  changed_by_fk: Optional<number>;
}
