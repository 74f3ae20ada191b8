import { Kysely, PostgresDialect, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { serverWording } from './server-wording.ts';
import type { MetadataTables } from './tables.ts';

const store = new Kysely<MetadataTables>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('Nothing is asked.')) }),
  plugins: [serverWording()],
});

describe('an order that a server is told', () => {
  const charts = store.selectFrom('charts').select('id');
  it('says where nothing stands, as the embedded store has it', () => {
    expect(charts.orderBy('certified_by', 'desc').compile().sql).toMatch(/"certified_by" desc nulls last$/);
    expect(charts.orderBy(sql.ref('datasets.table_name')).compile().sql).toMatch(/"table_name" nulls first$/);
  });

  it('does not for columns that are never empty, whose indexes it then reads from either end', () => {
    expect(charts.orderBy('changed_on', 'desc').orderBy('id', 'desc').compile().sql).not.toContain('nulls');
    expect(charts.orderBy(sql.ref('charts.changed_on'), 'desc').compile().sql).not.toContain('nulls');
  });
});

it('a set that is gathered first is an array to a server, which else goes through all rows', () => {
  const query = sql`select id from charts where id in (select * from (select object_id from owners union select 1))`;
  const { sql: text } = query.compile(store);
  expect(text).toBe('select id from charts where id = any(array(select object_id from owners union select 1))');
});

it('a column that the embedded store is to take no index of is an ordinary one to a server', () => {
  const query = sql`select 1 from dashboard_datasets where +dashboard_datasets.dataset_id in (1)`;
  expect(query.compile(store).sql).toBe('select 1 from dashboard_datasets where dashboard_datasets.dataset_id in (1)');
});
