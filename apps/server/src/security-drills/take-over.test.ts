import type { ApiClient } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRole, type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
let taker: ApiClient;
let takerId: number;
let adminId: number;
beforeAll(async () => {
  world = await startDrillWorld();
  const { running, openDataset } = world;
  // May write everything, sees the data, and owns nothing.
  await addRole(running, 'Taker', [['datasource_access', `[Powerset].[sales](id:${openDataset})`]]);
  taker = await running.signInAs('taker', ['Alpha', 'sql_lab', 'Taker']);
  takerId = (await taker.get('/api/v1/me/')).json.result.id;
  adminId = (await world.admin.get('/api/v1/me/')).json.result.id;
});
afterAll(() => world.running.stop());

interface Prey {
  readonly path: string;
  readonly changes: readonly object[];
  /** What its owner reads of it. */
  readonly read: () => Promise<unknown>;
}

async function makeDashboard(): Promise<Prey> {
  const made = await world.admin.post('/api/v1/dashboard/', { dashboard_title: 'Mine', published: true });
  const path = `/api/v1/dashboard/${made.json.id}`;
  return {
    path,
    changes: [
      { owners: [takerId] },
      { owners: [takerId, adminId] },
      { dashboard_title: 'Taken' },
      { published: false },
    ],
    read: async () => {
      const { owners, dashboard_title, published } = (await world.admin.get(path)).json.result;
      return [owners.map((owner: { readonly id: number }) => owner.id), dashboard_title, published];
    },
  };
}

async function makeChart(): Promise<Prey> {
  const body = { slice_name: 'Mine', viz_type: 'table', datasource_id: world.openDataset, datasource_type: 'table' };
  const made = await world.admin.post('/api/v1/chart/', body);
  const path = `/api/v1/chart/${made.json.id}`;
  return {
    path,
    changes: [{ owners: [takerId] }, { slice_name: 'Taken' }, { params: '{}' }, { datasource_id: world.secretDataset }],
    read: async () => {
      const { owners, slice_name, params } = (await world.admin.get(path)).json.result;
      return [owners.map((owner: { readonly id: number }) => owner.id), slice_name, params];
    },
  };
}

async function makeDataset(): Promise<Prey> {
  const path = `/api/v1/dataset/${world.openDataset}`;
  return {
    path,
    changes: [{ owners: [takerId] }, { sql: 'SELECT * FROM pay' }, { description: 'Taken' }, { is_sqllab_view: true }],
    read: async () => {
      const { owners, sql, description } = (await world.admin.get(path)).json.result;
      return [owners.map((owner: { readonly id: number }) => owner.id), sql, description];
    },
  };
}

async function makeSavedQuery(): Promise<Prey> {
  const body = { label: 'Mine', db_id: world.databaseId, sql: 'SELECT 1' };
  const made = await world.admin.post('/api/v1/saved_query/', body);
  const path = `/api/v1/saved_query/${made.json.id}`;
  return {
    path,
    changes: [{ label: 'Taken' }, { sql: 'SELECT 2' }],
    read: async () => {
      const { label, sql } = (await world.admin.get(path)).json.result;
      return [label, sql];
    },
  };
}

describe('what belongs to somebody else', () => {
  it.each([
    ['a dashboard', makeDashboard],
    ['a chart', makeChart],
    ['a dataset', makeDataset],
    ['a saved query', makeSavedQuery],
  ] as const)('cannot be taken, changed or deleted by who may write such things: %s [PRM-006]', async (_name, make) => {
    const prey = await make();
    const before = await prey.read();
    for (const change of prey.changes) {
      const answer = await taker.put(prey.path, change);
      expect([change, [403, 404].includes(answer.status)]).toEqual([change, true]);
    }
    const list = prey.path.replace(/\d+$/, '');
    const id = prey.path.split('/').at(-1);
    for (const answer of [await taker.delete(prey.path), await taker.delete(`${list}?q=!(${id})`)])
      expect([403, 404]).toContain(answer.status);
    expect(await prey.read()).toEqual(before);
    // It is there for its owner, so that the refusals above are about the other.
    expect((await world.admin.put(prey.path, prey.changes.at(-1))).status).toBe(200);
  });

  it('keeps the owner who saves, and takes no owner who is not there', async () => {
    const made = await taker.post('/api/v1/dashboard/', { dashboard_title: 'His own' });
    const path = `/api/v1/dashboard/${made.json.id}`;
    const ownersOf = async () => {
      const { owners } = (await taker.get(path)).json.result;
      return owners.map((owner: { readonly id: number }) => owner.id).sort();
    };
    expect((await taker.put(path, { owners: [987_654] })).status).toBe(422);
    await taker.put(path, { owners: [] });
    expect(await ownersOf()).toEqual([takerId]);
    await taker.put(path, { owners: [adminId] });
    expect(await ownersOf()).toEqual([takerId, adminId].sort());
  });

  it('hides whether it exists: keys and ids of others answer as those that never were', async () => {
    const { admin, schemer } = world;
    const secret = await admin.post('/api/v1/chart/', {
      slice_name: 'Pay',
      viz_type: 'table',
      datasource_id: world.secretDataset,
      datasource_type: 'table',
    });
    const draft = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Draft' });
    const saved = await admin.post('/api/v1/saved_query/', { label: 'x', db_id: world.databaseId, sql: 'SELECT 1' });
    const doors = [
      ['/api/v1/chart/', secret.json.id, ''],
      ['/api/v1/dashboard/', draft.json.id, ''],
      ['/api/v1/dashboard/', draft.json.id, '/charts'],
      ['/api/v1/dashboard/', draft.json.id, '/datasets'],
      ['/api/v1/dataset/', world.secretDataset, ''],
      ['/api/v1/saved_query/', saved.json.id, ''],
    ] as const;
    for (const [base, id, tail] of doors) {
      const forbidden = await schemer.get(`${base}${id}${tail}`);
      const missing = await schemer.get(`${base}987654${tail}`);
      expect([base + tail, forbidden.status, forbidden.text]).toEqual([base + tail, missing.status, missing.text]);
    }
  });
});
