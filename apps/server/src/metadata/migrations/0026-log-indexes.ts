import type { Kysely } from 'kysely';

/** The log is searched by what was done, and where; hundreds of thousands of rows are read through for neither. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  for (const column of ['action', 'dashboard_id', 'slice_id'])
    await db.schema.createIndex(`ix_logs_${column}_dttm`).on('logs').columns([column, 'dttm']).execute();
}
