import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true });
  databaseId = (await running.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
}, 60_000);
afterAll(() => running.stop());

const keyOf = async (sql: string) => {
  const answer = await running.admin.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.json.query.resultsKey);
};
const ask = (after: string, before: string, client: ApiClient = running.admin) =>
  client.get(`/api/v1/sqllab/results/${after}/figures?before=${before}`);

async function compared(before: string, after: string) {
  const answer = await ask(await keyOf(after), await keyOf(before));
  expect(answer.status, answer.text).toBe(200);
  return answer.json.result;
}

it('figures of two results are matched by what names their rows: texts, times and identifiers', async () => {
  const rows = (factor: number) =>
    `SELECT 'r' || (range % 2) AS region, range AS order_id, range * ${factor} AS n, DATE '2026-01-01' AS day FROM range(4)`;
  const found = await compared(rows(1), rows(2));
  expect(found).toMatchObject({ figures: 4, changed: 3, gone: 0, added: 0, is_matched: true, paired: 0 });
  expect(found.columns.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`)).toEqual([
    ...['region key', 'order_id key', 'n figure', 'day key'],
  ]);
  expect(found.changes[0]).toMatchObject({ key: ['r1', 3, Date.UTC(2026, 0, 1)], before: 3, after: 6, share: 1 });
});

it('rows that share their names are compared whole', async () => {
  const found = await compared(
    "SELECT * FROM (VALUES ('a', 1), ('a', 2)) AS v(k, n)",
    "SELECT * FROM (VALUES ('a', 1), ('a', 3), ('a', 3)) AS v(k, n)",
  );
  expect(found).toMatchObject({ figures: 0, gone: 1, added: 2 });
  expect(found.changes).toMatchObject([
    { kind: 'gone', key: ['a', 2], rows: 1 },
    { kind: 'added', key: ['a', 3], rows: 2 },
  ]);
});

it('of results beyond the bound the first rows are compared, and that is said', async () => {
  const found = await compared('SELECT range AS row_id FROM range(60000)', 'SELECT 0 AS row_id');
  expect(found).toMatchObject({ limits: { before: 50_000, after: null }, row_counts: { before: 50_000, after: 1 } });
  expect(found).toMatchObject({ gone: 49_999, added: 0 });
  expect(found.changes).toHaveLength(500);
});

it('both results have to be the caller’s, and to be there', async () => {
  const own = await keyOf('SELECT 1 AS n');
  const other = await running.signInAs('other', ['sql_lab', 'Gamma']);
  expect((await ask(own, own, other)).status).toBe(404);
  expect((await ask(own, own, await running.signInAs('reader', ['Gamma']))).status).toBe(403);
  expect((await ask(own, own, apiClient(running.url))).status).toBe(401);
  expect((await ask(own, 'none')).status).toBe(404);
  expect((await ask('none', own)).status).toBe(404);
  const missing = await running.admin.get(`/api/v1/sqllab/results/${own}/figures`);
  expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('before')]);
});
