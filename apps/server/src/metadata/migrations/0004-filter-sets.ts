import { type Kysely, sql } from 'kysely';

/** Named states of a dashboard's filters; they go with their dashboard. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table filter_sets (
      id integer primary key autoincrement,
      dashboard_id integer not null references dashboards (id) on delete cascade,
      owner_type text not null,
      owner_id integer not null,
      name text not null,
      description text,
      json_metadata text not null,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer,
      changed_by_fk integer,
      unique (dashboard_id, owner_type, owner_id, name)
    )`.execute(db);
}
