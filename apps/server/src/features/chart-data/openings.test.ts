import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenings } from './openings.ts';

const path = '/api/v1/chart/data/batch';
const page = '/superset/dashboard/1/?year=2026';
const readPath = `${path}?page=${encodeURIComponent(page)}`;

let running: InProcessApp;
let datasetId: number;
let alpha: ApiClient;
let other: ApiClient;
let rulesRole: number;

beforeAll(async () => {
  running = await startInProcess();
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted("CREATE TABLE sales AS SELECT ['EU','US'][1 + i % 2] AS region FROM range(6) AS r(i)");
  const made = await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' });
  datasetId = made.json.id;
  alpha = await running.signInAs('alpha', ['Alpha']);
  other = await running.signInAs('other', ['Alpha']);
  rulesRole = (await store.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()).id;
});
afterAll(() => running.stop());

const itemOf = (key: string, sql: string) => ({
  key,
  payload: {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: sql, label: 'n' }], row_limit: 10 }],
  },
});

interface Line {
  readonly key?: string;
  readonly opening?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly results?: readonly { readonly table: { readonly columns: readonly { readonly values: unknown[] }[] } }[];
}

function linesOf(text: string): readonly Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** What is said to be coming, and each chart's figure or status. */
async function openAgain(client: ApiClient, address = readPath) {
  const answer = await client.get(address);
  expect(answer.status, answer.text).toBe(200);
  const [head, ...lines] = linesOf(answer.text);
  const figures = lines.map(({ key, status, results }) => [
    key,
    status === 200 ? Number(results?.[0]?.table.columns[0]?.values[0]) : status,
  ]);
  return { opening: head?.opening, figures: Object.fromEntries(figures) };
}

const open = (client: ApiClient, hashes: Readonly<Record<string, string>>, requests: readonly object[]) =>
  client.post(path, { requests, opening: { page, hashes } });

describe('what a page asked for when it was opened last', () => {
  it('is asked again by its address, for who opened it and for nobody else', async () => {
    await open(alpha, { a: 'h1', b: 'h2' }, [itemOf('a', 'COUNT(*)'), itemOf('b', "COUNT(*) FILTER (region = 'EU')")]);
    expect(await openAgain(alpha)).toEqual({ opening: { a: 'h1', b: 'h2' }, figures: { a: 6, b: 3 } });
    expect(await openAgain(other)).toEqual({ opening: {}, figures: {} });
    expect(await openAgain(alpha, `${path}?page=%2Fsuperset%2Fdashboard%2F1%2F`)).toEqual({ opening: {}, figures: {} });
  });

  it('is what the page names: charts that are as they were stay, changed ones are replaced, others go', async () => {
    await open(
      other,
      { a: '1', b: '1', c: '1' },
      ['a', 'b', 'c'].map((key) => itemOf(key, 'COUNT(*)')),
    );
    await open(other, { a: '1', b: '2' }, [itemOf('b', 'COUNT(*) * 10')]);
    expect(await openAgain(other)).toEqual({ opening: { a: '1', b: '2' }, figures: { a: 6, b: 60 } });
  });

  it('is not known of a chart that changed and was not asked for again', async () => {
    await open(other, { a: '1' }, [itemOf('a', 'COUNT(*)')]);
    await open(other, { a: '2', b: '1' }, [itemOf('b', 'COUNT(*)')]);
    expect(await openAgain(other)).toEqual({ opening: { b: '1' }, figures: { b: 6 } });
  });

  it('is answered with the rights and the row rules of now', async () => {
    await open(alpha, { a: '1' }, [itemOf('a', 'COUNT(*)')]);
    const { store } = running.app.services;
    const stamp = '2026-11-21T00:00:00Z';
    const rule = await store
      .insertInto('row_level_rules')
      .values({ name: 'r', filter_type: 'Regular', clause: "region = 'EU'", created_on: stamp, changed_on: stamp })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: rulesRole }).execute();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
    expect((await openAgain(alpha)).figures).toEqual({ a: 3 });
    await store.deleteFrom('row_level_rules').where('id', '=', rule.id).execute();
    await running.admin.delete(`/api/v1/dataset/${datasetId}`);
    expect((await openAgain(alpha)).figures).toEqual({ a: 404 });
  });

  it('is nobody’s without a session, without the right to read charts, or without an address', async () => {
    const nobody = await running.signInAs('nobody', []);
    expect((await nobody.get(readPath)).status).toBe(403);
    expect((await fetch(running.url + readPath)).status).toBe(401);
    const missing = await alpha.get(path);
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('page')]);
    const long = await open(alpha, { a: 'h'.repeat(41) }, [itemOf('a', 'COUNT(*)')]);
    expect([long.status, long.text]).toEqual([400, expect.stringContaining('hashes')]);
  });
});

it('what is kept of openings has a bound: the oldest goes first, and what is too long is not kept', () => {
  const openings = createOpenings(() => new Date('2026-11-21T00:00:00Z'));
  const keep = (at: number, characters: number, bytes = characters) => {
    const payload = { datasource: { id: 1 }, queries: [], form_data: { text: 'x'.repeat(characters) } };
    openings.keep(1, { requests: [{ key: 'a', payload }], opening: { page: `/${at}`, hashes: { a: 'h' } } }, bytes);
  };
  const isKept = (at: number) => openings.find(1, `/${at}`) !== undefined;
  for (let at = 0; at < 40; at += 1) keep(at, 900_000);
  expect([isKept(0), isKept(39), Array.from({ length: 40 }, (_, at) => isKept(at)).filter(Boolean).length]).toEqual([
    false,
    true,
    18,
  ]);
  keep(40, 10, 1_000_001);
  keep(41, 10, Number.NaN);
  keep(42, 1_000_001, 10);
  expect([40, 41, 42].map(isKept)).toEqual([false, false, false]);
});
