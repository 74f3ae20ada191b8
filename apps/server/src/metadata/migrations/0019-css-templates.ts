import { type Kysely, sql } from 'kysely';

/** CSS under a name, to be loaded into dashboards. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('css_templates')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('uuid', 'text', (column) => column.notNull())
    .addColumn('template_name', 'text', (column) => column.notNull())
    .addColumn('css', 'text', (column) => column.notNull())
    .addColumn('created_on', 'text', (column) => column.notNull())
    .addColumn('changed_on', 'text', (column) => column.notNull())
    .addColumn('created_by_fk', 'integer')
    .addColumn('changed_by_fk', 'integer')
    .execute();
  await sql`create unique index ux_css_templates_uuid on css_templates (uuid)`.execute(db);
}
