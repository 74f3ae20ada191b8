import type { CreateTableBuilder, Kysely } from 'kysely';

/** Layers of annotations, and the moments and spans that stand in them. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await audited(db.schema.createTable('annotation_layers'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('descr', 'text')
    .execute();
  await audited(db.schema.createTable('annotations'))
    .addColumn('layer_id', 'integer', (column) => column.notNull())
    .addColumn('short_descr', 'text', (column) => column.notNull())
    .addColumn('long_descr', 'text')
    .addColumn('start_dttm', 'text', (column) => column.notNull())
    .addColumn('end_dttm', 'text', (column) => column.notNull())
    .addColumn('json_metadata', 'text')
    .execute();
  await unique(db, 'annotation_layers', ['name']);
  await unique(db, 'annotations', ['layer_id', 'short_descr']);
}

function audited(table: CreateTableBuilder<string>): CreateTableBuilder<string, string> {
  return table
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('created_on', 'text', (column) => column.notNull())
    .addColumn('changed_on', 'text', (column) => column.notNull())
    .addColumn('created_by_fk', 'integer')
    .addColumn('changed_by_fk', 'integer');
}

async function unique(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(`ux_${table}_${columns.join('_')}`)
    .unique()
    .on(table)
    .columns([...columns])
    .execute();
}
