import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../access/index.ts';
import { openStore, type Store } from '../metadata/index.ts';
import { findIds } from './pages.ts';
import { tableRules } from './rules.ts';
import { chartResource, usersOfVisible } from './visible-users.ts';

const stamp = '2026-01-01T00:00:00.000Z';
let store: Store;
const statements: string[] = [];
const recorder: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements.push('statement');
    return result;
  },
};
beforeAll(async () => {
  store = await openStore(':memory:', () => stamp);
  const rows = Array.from({ length: 7 }, (_, at) => ({
    ...{ uuid: `c${at}`, slice_name: `chart ${at}`, viz_type: 'pie', datasource_type: 'table', params: '{}' },
    ...{ created_on: stamp, changed_on: stamp },
  }));
  await store.insertInto('charts').values(rows).execute();
});
afterAll(() => store.destroy());

const page = (offset: number, isSifted: boolean) => {
  statements.length = 0;
  const selection = store.withPlugin(recorder).selectFrom('charts');
  const order = { by: sql.ref('charts.slice_name'), isDescending: false };
  return findIds(selection, { id: 'charts.id', order, page: { limit: 3, offset }, isSifted });
};

describe('a page of a long list', () => {
  it('and how many rows there are come in one go where something is asked of each row', async () => {
    expect(await page(3, true)).toEqual({ count: 7, ids: [4, 5, 6] });
    expect(statements).toHaveLength(1);
    expect(await page(3, false)).toEqual({ count: 7, ids: [4, 5, 6] });
    expect(statements).toHaveLength(2);
  });

  it('that is empty tells how many rows there are all the same', async () => {
    expect(await page(30, true)).toEqual({ count: 7, ids: [] });
  });
});

async function planOf(query: { compile(): CompiledQuery }): Promise<string> {
  const { sql: text, parameters } = query.compile();
  const { rows } = await store.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  );
  return rows.map(({ detail }) => detail).join('\n');
}

describe('filters by what stands in other tables', () => {
  const rules = tableRules('charts');
  const rulesByName = {
    owners: rules.owners('chart'),
    tags: rules.tags('chart'),
    tagNames: rules.tagNames('chart'),
    dashboards: rules.pairedIn({ table: 'dashboard_charts', own: 'chart_id', other: 'dashboard_id' }),
  };
  it.each(Object.entries(rulesByName))('%s find the rows, and are not asked of each', async (_, rule) => {
    const query = store
      .selectFrom('charts')
      .select('charts.id')
      .where((builder) => rule(1, builder as never, 'rel_m_m'));
    expect(await planOf(query)).not.toMatch(/SCAN charts|CORRELATED/);
  });
});

describe('people to choose from', () => {
  it('are asked by an index whether they made or changed anything, where everything may be seen', async () => {
    const everything = new Set(['all_datasource_access on all_datasource_access']);
    const user: User = {
      ...{ id: 7, username: 'ada', firstName: 'Ada', lastName: 'Abe', email: '', isAnonymous: false, tokenEpoch: 0 },
      ...{ roles: [{ id: 1, name: 'Alpha' }], permissions: everything },
    };
    const condition = await usersOfVisible({ store, config: { featureFlags: {} } as never }, user, chartResource);
    const plan = await planOf(
      store
        .selectFrom('users')
        .select('users.id')
        .where(() => condition),
    );
    expect(plan).toContain('ix_charts_created_by_fk_datasource_id (created_by_fk=?)');
    expect(plan).toContain('ix_charts_changed_by_fk_datasource_id (changed_by_fk=?)');
    expect(plan).not.toContain('SCAN charts');
  });
});
