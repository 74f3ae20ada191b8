import { CompiledQuery, type KyselyPlugin, type SelectQueryBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MetadataTables, openStore, type Store } from '../metadata/index.ts';
import { createAccounts } from './accounts.ts';
import { type DataScope, isWide, loadDataScope } from './data-scope.ts';
import type { User } from './policy.ts';
import { listedCharts, listedDashboards, ownedCharts, visibleDashboards } from './visibility.ts';

const stamp = '2026-01-01T00:00:00.000Z';
const person: User = {
  ...{ id: 7, username: 'ada', firstName: 'Ada', lastName: 'Abe', email: '' },
  ...{ isAnonymous: false, tokenEpoch: 0, roles: [{ id: 1, name: 'Gamma' }], permissions: new Set<string>() },
};
const few: DataScope = { isAll: false, datasetIds: [1, 2, 3] };
const many: DataScope = { isAll: false, datasetIds: Array.from({ length: 2000 }, (_, at) => at + 1) };

let store: Store;
beforeAll(async () => {
  store = await openStore(':memory:', () => stamp);
});
afterAll(() => store.destroy());

/** How the store would go about it: `SCAN` goes through all rows, `SEARCH` finds some. */
async function planOf(query: SelectQueryBuilder<MetadataTables, keyof MetadataTables, object>): Promise<string> {
  const { sql, parameters } = query.compile();
  const { rows } = await store.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  );
  return rows.map(({ detail }) => detail).join('\n');
}

const charts = (scope: DataScope) =>
  store
    .selectFrom('charts')
    .select('charts.id')
    .where(() => listedCharts(person, scope));
const newestFirst = (scope: DataScope) =>
  charts(scope).orderBy('charts.changed_on', 'desc').orderBy('charts.id', 'desc').limit(25);

describe('of very many charts and dashboards', () => {
  it('what a person owns is found by the person, not among what anybody owns', async () => {
    const plan = await planOf(
      store
        .selectFrom('charts')
        .select('charts.id')
        .where(() => ownedCharts(person)),
    );
    expect(plan).toContain('(user_id=? AND object_type=?)');
    expect(plan).not.toContain('SCAN charts');
  });

  it('those of a few datasets are found by these', async () => {
    expect(isWide(few)).toBe(false);
    const plan = await planOf(newestFirst(few));
    expect(plan).toContain('(datasource_id=?)');
    expect(plan).not.toContain('SCAN charts');
  });

  it('a page of those of most datasets is read in its order, and the rest left alone', async () => {
    expect(isWide(many)).toBe(true);
    const plan = await planOf(newestFirst(many));
    expect(plan).toContain('SCAN charts USING COVERING INDEX ix_charts_changed_on_datasource_id');
    expect(plan).not.toContain('B-TREE FOR ORDER BY');
  });

  it('dashboards are asked for their datasets one by one only where most of them may be seen', async () => {
    const listed = (scope: DataScope) =>
      planOf(
        store
          .selectFrom('dashboards')
          .select('dashboards.id')
          .where(() => listedDashboards(person, scope, false)),
      );
    const plan = await listed(few);
    expect(plan).not.toMatch(/SCAN dashboards|CORRELATED/);
    expect(plan).toContain('ix_dashboard_datasets_dataset_id_dashboard_id');
    expect(await listed(many)).toContain('CORRELATED');
  });

  it('each of them is asked which datasets it has, and not for each dataset that may be read', async () => {
    const plan = await planOf(
      store
        .selectFrom('dashboards')
        .select('dashboards.id')
        .where(() => listedDashboards(person, many, false)),
    );
    expect(plan).toContain('SEARCH dashboard_datasets USING COVERING INDEX');
    expect(plan).toContain('(dashboard_id=?)');
    expect(plan).not.toContain('(dashboard_id=? AND dataset_id=?)');
  });

  it('one dashboard is asked for its own datasets alone', async () => {
    const one = store
      .selectFrom('dashboards')
      .select('dashboards.id')
      .where('dashboards.id', '=', 1)
      .where(() => visibleDashboards(person, few, false));
    expect(await planOf(one)).toMatch(/SEARCH dashboards USING INTEGER PRIMARY KEY/);
    expect(await planOf(one)).not.toContain('ix_dashboard_datasets_dataset_id_dashboard_id');
  });
});

/** Counts the rows that come from the store. */
function counting(): { readonly plugin: KyselyPlugin; readonly seen: { rows: number } } {
  const seen = { rows: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen.rows += result.rows.length;
      return result;
    },
  };
  return { plugin, seen };
}

describe('of very many datasets', () => {
  it('a person who may read two brings two, and not all to look at each', async () => {
    const database = { uuid: 'd', database_name: 'main', backend: 'b', sqlalchemy_uri: 's', extra: '{}' };
    const times = { created_on: stamp, changed_on: stamp };
    await store
      .insertInto('databases')
      .values({ ...database, ...times, configuration_method: 'm' })
      .execute();
    const rows = Array.from({ length: 400 }, (_, at) => ({
      ...{ uuid: `s${at}`, database_id: 1, schema: 'main', table_name: `sales_${at}` },
      ...times,
    }));
    await store.insertInto('datasets').values(rows).execute();
    const granted = ['[main].[sales_4](id:5)', '[main].[sales_8](id:9)', '[main].[renamed](id:11)'];
    const reader = { ...person, permissions: new Set(granted.map((view) => `datasource_access on ${view}`)) };
    const { plugin, seen } = counting();
    expect(await loadDataScope(store.withPlugin(plugin), reader)).toEqual({ isAll: false, datasetIds: [5, 9] });
    expect(seen.rows).toBeLessThan(10);
    const ofSchema = { ...person, permissions: new Set(['schema_access on [main].[main]']) };
    expect(await loadDataScope(store, ofSchema)).toMatchObject({ datasetIds: { length: 400 } });
  });
});

describe('of very many people', () => {
  it('those who hold the same roles share what these permit', async () => {
    const own = await openStore(':memory:', () => stamp);
    const options = { now: () => new Date(stamp), publicRoleLike: null, requiredFactor: 'nobody' as const };
    const accounts = createAccounts({ store: own, ...options });
    await accounts.syncRoles();
    const ids: number[] = [];
    for (const username of ['ada', 'ben', 'cleo'])
      ids.push(await accounts.create({ username, password: 'correct horse battery', roles: ['Gamma'] }));
    const [first = 0, second = 0] = ids;
    const ada = await accounts.findUser(first);
    const ben = await accounts.findUser(second);
    expect(ben?.permissions).toBe(ada?.permissions);
    await own.destroy();
  });

  it('nothing is forgotten when one of them comes in', async () => {
    const own = await openStore(':memory:', () => stamp);
    const options = { now: () => new Date(stamp), publicRoleLike: null, requiredFactor: 'nobody' as const };
    const accounts = createAccounts({ store: own, ...options });
    await accounts.syncRoles();
    const id = await accounts.create({ username: 'ada', password: 'correct horse battery', roles: ['Gamma'] });
    const ada = await accounts.findUser(id);
    await own.updateTable('users').set({ last_login: stamp, login_count: 3 }).where('id', '=', id).execute();
    expect(await accounts.findUser(id)).toBe(ada);
    await own.updateTable('users').set({ last_login: stamp, first_name: 'Ida' }).where('id', '=', id).execute();
    expect((await accounts.findUser(id))?.firstName).toBe('Ida');
    await own.destroy();
  });
});
