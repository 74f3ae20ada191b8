import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;
/** What keeps the engine's answer back, once its rows were handed on. */
let gate: Promise<void> = Promise.resolve();

const rowCount = 40_000;

beforeAll(async () => {
  running = await startInProcess();
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `CREATE TABLE steps AS SELECT i AS id, 'step ' || i AS name, TIMESTAMP '2026-01-01' + to_days(CAST(i AS INTEGER)) AS at FROM range(${rowCount}) t(i)`,
  );
  const created = await running.admin.post('/api/v1/dataset/', { database: databaseId, table_name: 'steps' });
  datasetId = created.json.id;
  const run = engine.run.bind(engine);
  Object.assign(engine, {
    run: async (request: Parameters<typeof run>[0]) => {
      const result = await run(request);
      await gate;
      return result;
    },
  });
});
afterAll(() => running.stop());

const question = (result_format: string, force = true) =>
  JSON.stringify({
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns: ['id', 'name', 'at'], metrics: null, row_limit: rowCount }],
    ...{ result_format, force },
  });

const ask = (body: string) =>
  fetch(`${running.url}/api/v1/chart/data`, {
    method: 'POST',
    headers: { ...running.admin.headers, 'content-type': 'application/json' },
    body,
  });

it('rows as Arrow leave while the engine still reads, and are the same from the cache', async () => {
  let open: () => void = () => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const answer = await ask(question('arrow'));
  const parts: Uint8Array[] = [];
  let received = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    received += part.length;
    // Most of the rows are here before the engine's answer is.
    if (received > 500_000) open();
  }
  const early = new Uint8Array(Buffer.concat(parts));
  const again = new Uint8Array(await (await ask(question('arrow', false))).arrayBuffer());
  expect(Buffer.compare(again, early)).toBe(0);
  const table = tableFromIPC(early);
  expect([table.numRows, table.getChild('name').at(rowCount - 1)]).toEqual([rowCount, `step ${rowCount - 1}`]);
  expect(answer.headers.get('content-disposition')).toMatch(/filename=".*\.arrow"/);
});

it('a reading that fails under way breaks the stream off', async () => {
  gate = Promise.reject(new Error('lost'));
  gate.catch(() => undefined);
  const answer = await ask(question('arrow'));
  await expect(answer.arrayBuffer()).rejects.toThrow();
  gate = Promise.resolve();
});

it('other formats are answered when all rows are there', async () => {
  const csv = await (await ask(question('csv'))).text();
  expect(csv.split('\r\n')).toHaveLength(rowCount + 2);
});
