import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Which datasets the charts of a dashboard stand on. Who may see a dashboard follows from them, for all dashboards of a list at
 * once; through the charts that is a hundred times as many rows. The store itself keeps them right, whoever places or changes charts.
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dashboard_datasets')
    .addColumn('dashboard_id', 'integer', (column) => column.notNull())
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('pk_dashboard_datasets', ['dashboard_id', 'dataset_id'])
    .execute();
  await db.schema
    .createIndex('ix_dashboard_datasets_dataset_id_dashboard_id')
    .on('dashboard_datasets')
    .columns(['dataset_id', 'dashboard_id'])
    .execute();
  await sql`insert into dashboard_datasets (dashboard_id, dataset_id)
    select distinct dashboard_charts.dashboard_id, charts.datasource_id
    from dashboard_charts join charts on charts.id = dashboard_charts.chart_id
    where charts.datasource_id is not null`.execute(db);
  await (db.getExecutor().adapter instanceof PostgresAdapter ? onServer(db) : inFile(db));
}

async function inFile(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger dashboard_datasets_of_placed_chart after insert on dashboard_charts
    begin
      insert or ignore into dashboard_datasets (dashboard_id, dataset_id)
        select new.dashboard_id, datasource_id from charts where id = new.chart_id and datasource_id is not null;
    end`.execute(db);
  await sql`
    create trigger dashboard_datasets_without_chart after delete on dashboard_charts
    begin
      delete from dashboard_datasets where dashboard_id = old.dashboard_id
        and (dataset_id = (select datasource_id from charts where id = old.chart_id)
          or not exists (select 1 from charts where id = old.chart_id))
        and not exists (select 1 from dashboard_charts join charts on charts.id = dashboard_charts.chart_id
          where dashboard_charts.dashboard_id = old.dashboard_id and charts.datasource_id = dashboard_datasets.dataset_id);
    end`.execute(db);
  await sql`
    create trigger dashboard_datasets_follow_chart after update of datasource_id on charts
    when old.datasource_id is not new.datasource_id
    begin
      insert or ignore into dashboard_datasets (dashboard_id, dataset_id)
        select dashboard_id, new.datasource_id from dashboard_charts
        where chart_id = new.id and new.datasource_id is not null;
      delete from dashboard_datasets where dataset_id = old.datasource_id
        and dashboard_id in (select dashboard_id from dashboard_charts where chart_id = new.id)
        and not exists (select 1 from dashboard_charts join charts on charts.id = dashboard_charts.chart_id
          where dashboard_charts.dashboard_id = dashboard_datasets.dashboard_id and charts.datasource_id = old.datasource_id);
    end`.execute(db);
}

/** The same for a server. A chart that is placed is held, so that nobody gives it another dataset unseen meanwhile. */
async function onServer(db: Kysely<unknown>): Promise<void> {
  // All of a count: the rows themselves are long, and the server has nothing shorter to go through.
  await db.schema.createIndex('ix_dashboards_published_id').on('dashboards').columns(['published', 'id']).execute();
  await sql`
    create function dashboard_datasets_of_placed_chart() returns trigger language plpgsql as $$
    begin
      insert into dashboard_datasets (dashboard_id, dataset_id)
        select new.dashboard_id, datasource_id from charts where id = new.chart_id and datasource_id is not null for share
        on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger dashboard_datasets_of_placed_chart after insert on dashboard_charts
    for each row execute function dashboard_datasets_of_placed_chart()`.execute(db);
  await sql`
    create function dashboard_datasets_without_chart() returns trigger language plpgsql as $$
    begin
      delete from dashboard_datasets where dashboard_id = old.dashboard_id
        and (dataset_id = (select datasource_id from charts where id = old.chart_id)
          or not exists (select 1 from charts where id = old.chart_id))
        and not exists (select 1 from dashboard_charts join charts on charts.id = dashboard_charts.chart_id
          where dashboard_charts.dashboard_id = old.dashboard_id and charts.datasource_id = dashboard_datasets.dataset_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger dashboard_datasets_without_chart after delete on dashboard_charts
    for each row execute function dashboard_datasets_without_chart()`.execute(db);
  await sql`
    create function dashboard_datasets_follow_chart() returns trigger language plpgsql as $$
    begin
      insert into dashboard_datasets (dashboard_id, dataset_id)
        select dashboard_id, new.datasource_id from dashboard_charts
        where chart_id = new.id and new.datasource_id is not null
        on conflict do nothing;
      delete from dashboard_datasets where dataset_id = old.datasource_id
        and dashboard_id in (select dashboard_id from dashboard_charts where chart_id = new.id)
        and not exists (select 1 from dashboard_charts join charts on charts.id = dashboard_charts.chart_id
          where dashboard_charts.dashboard_id = dashboard_datasets.dashboard_id and charts.datasource_id = old.datasource_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger dashboard_datasets_follow_chart after update of datasource_id on charts
    for each row when (old.datasource_id is distinct from new.datasource_id)
    execute function dashboard_datasets_follow_chart()`.execute(db);
}
