import type { Kysely } from 'kysely';

/** Name, table and columns; each brings all that its question asks for, so that the rows themselves are left alone. */
const indexes: readonly (readonly [name: string, table: string, ...columns: string[]])[] = [
  // What somebody owns was found among all that anybody owns, as that index alone held the whole answer.
  ['ix_owners_user_id_object_type_object_id', 'owners', 'user_id', 'object_type', 'object_id'],
  ['ix_dashboard_charts_chart_id_dashboard_id', 'dashboard_charts', 'chart_id', 'dashboard_id'],
  // Lists in their orders, with what says who may see a chart.
  ['ix_charts_changed_on_datasource_id', 'charts', 'changed_on', 'datasource_id'],
  ['ix_charts_slice_name_datasource_id', 'charts', 'slice_name', 'datasource_id'],
  ['ix_charts_viz_type_datasource_id', 'charts', 'viz_type', 'datasource_id'],
  // What stands behind a dashboard's documents in its row is far to read.
  ['ix_dashboards_changed_on_published', 'dashboards', 'changed_on', 'published'],
  ['ix_dashboards_dashboard_title_slug_published', 'dashboards', 'dashboard_title', 'slug', 'published'],
  // Pickers of people ask whether somebody made or changed anything that may be seen.
  ['ix_charts_created_by_fk_datasource_id', 'charts', 'created_by_fk', 'datasource_id'],
  ['ix_charts_changed_by_fk_datasource_id', 'charts', 'changed_by_fk', 'datasource_id'],
  ['ix_dashboards_created_by_fk', 'dashboards', 'created_by_fk'],
  ['ix_dashboards_changed_by_fk', 'dashboards', 'changed_by_fk'],
  // All runs, newest first, as administrators see them.
  ['ix_queries_start_time', 'queries', 'start_time'],
  ['ix_queries_changed_on', 'queries', 'changed_on'],
];

/** The beginnings of indexes above. */
const replaced = [
  'ix_owners_user_id_object_type',
  'ix_dashboard_charts_chart_id',
  'ix_charts_changed_on',
  'ix_dashboards_changed_on',
];

/** With a hundred thousand charts and thousands of people, what was read through is found. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, ...columns] of indexes)
    await db.schema.createIndex(name).on(table).columns(columns).execute();
  for (const name of replaced) await db.schema.dropIndex(name).execute();
}
