import { type Kysely, sql } from 'kysely';

/** Dashboards that pages of other sites may show: under which name, and on which sites. A dashboard has at most one name. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table embedded_dashboards (
      uuid text primary key,
      dashboard_id integer not null,
      allow_domain_list text not null,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer,
      changed_by_fk integer
    )`.execute(db);
  await sql`create unique index ux_embedded_dashboards_dashboard_id on embedded_dashboards (dashboard_id)`.execute(db);
}
