import { computedMs, leastOfRounds, longestTurnMs } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let database: number;
const width = 1000;
/**
 * Of the page's part and the server's together, as both are this process, on a machine with other things to do. Without turns
 * the same saves take a hundred and more.
 */
const boundMs = 20;

beforeAll(async () => {
  running = await startInProcess();
  database = (await running.admin.get('/api/v1/database/')).json.ids[0];
});
afterAll(() => running.stop());

const names = Array.from({ length: width }, (_none, at) => `column_${at}`);

async function makeWide(name: string): Promise<number> {
  const sql = `select ${names.map((column, at) => `${at} as ${column}`).join(', ')}`;
  const body = { database, schema: 'main', table_name: name, sql };
  const answer = await running.admin.post('/api/v1/dataset/', body);
  expect(answer.status, answer.text.slice(0, 500)).toBe(201);
  return answer.json.id;
}

/** A body that is worded before it is sent, and an answer that nobody reads: what is measured is the server. */
async function put(path: string, body: string): Promise<void> {
  const { headers } = running.admin;
  const init = { method: 'PUT', body, headers: { ...headers, 'content-type': 'application/json' } };
  const answer = await fetch(`${running.url}${path}`, init);
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
}

describe('a dataset of a thousand columns', () => {
  it('keeps nobody waiting while it is made, changed, copied, read, asked and read again from its source', async () => {
    const id = await makeWide('wide');
    const path = `/api/v1/dataset/${id}`;
    const readBundle = async () =>
      (await fetch(`${running.url}/api/v1/dataset/export/?q=!(${id})`, { headers: running.admin.headers })).blob();
    const bundle = await readBundle();
    const { columns } = (await running.admin.get(path)).json.result;
    const own = columns.map(({ id, column_name, uuid }: Record<string, unknown>) => ({ id, column_name, uuid }));
    const metrics = names.map((name) => ({ metric_name: `sum of ${name}`, expression: `SUM(${name})` }));
    let round = 0;
    const saved = (part: (at: number) => object) => () => {
      round += 1;
      return put(path, JSON.stringify(part(round)));
    };
    const works: Readonly<Record<string, () => Promise<unknown>>> = {
      columns: saved((at) => ({ columns: own.map((one: object) => ({ ...one, description: `Round ${at}` })) })),
      'other columns': async () => {
        const body = JSON.stringify({ columns: names.map((name) => ({ column_name: name })) });
        await put(`${path}?override_columns=true`, body);
      },
      metrics: saved((at) => ({
        metrics: metrics.map((one) => ({ ...one, metric_name: `${one.metric_name} ${at}` })),
      })),
      read: () => running.admin.get(`${path}?q=(columns:!(id))`),
      refresh: () => put(`${path}/refresh`, '{}'),
      make: () => {
        round += 1;
        return makeWide(`wide ${round}`);
      },
      duplicate: async () => {
        round += 1;
        const body = { base_model_id: id, table_name: `copy ${round}` };
        expect((await running.admin.post('/api/v1/dataset/duplicate', body)).status).toBe(201);
      },
      export: readBundle,
      import: async () => {
        const form = new FormData();
        form.append('formData', bundle, 'wide.zip');
        form.append('overwrite', 'true');
        const init = { method: 'POST', body: form, headers: running.admin.headers };
        expect((await fetch(`${running.url}/api/v1/dataset/import/`, init)).status).toBe(200);
      },
      'all columns of its rows': async () => {
        const queries = [{ columns: names, row_limit: 10 }];
        const body = { datasource: { id, type: 'table' }, force: true, queries };
        expect((await running.admin.post('/api/v1/chart/data', body)).status).toBe(200);
      },
    };
    const slow: string[] = [];
    for (const [name, work] of Object.entries(works)) {
      const startedAt = computedMs();
      const ms = await leastOfRounds(boundMs, () => longestTurnMs(work()));
      if (process.env.TELL_TURNS) console.info(name, ms.toFixed(1), (computedMs() - startedAt).toFixed(0));
      if (ms >= boundMs) slow.push(`${name}: ${Math.round(ms)} ms`);
    }
    expect(slow).toEqual([]);
  }, 120_000);
});
