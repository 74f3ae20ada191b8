import { makeTempFolder, signInWithToken, startServer, testAdmin } from '@powerset/testkit';
import { describe, expect, it } from 'vitest';

const path = '/api/v1/schedule/';
const endless = 'select count(*) as pieces from range(100000000000) a, range(1000) b';

async function open(dataFolder: string) {
  const server = await startServer({ dataFolder });
  return { server, admin: await signInWithToken(server.url, testAdmin) };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function runsWhen({ admin }: Opened, id: number, isReached: (state: string) => boolean) {
  for (;;) {
    const runs = (await admin.get(`${path}${id}/run`)).json.result;
    if (isReached(runs[0]?.state)) return runs;
  }
}

describe('kill -9 in the middle of a scheduled run', () => {
  it('leaves a run that is told as failed, a schedule that goes on, and the dataset of the run before', async () => {
    const folder = await makeTempFolder('powerset-kill-schedule');
    const first = await open(folder.path);
    const query = { label: 'Pieces', db_id: 1, schema: 'main', sql: 'select 42 as pieces' };
    const times = { cron: '0 6 1 1 *', timezone: 'UTC' };
    const made = await first.admin.post(path, { query, ...times, output_table: 'pieces' });
    const { id, result } = made.json;
    await first.admin.post(`${path}${id}/run`);
    expect((await runsWhen(first, id, (state) => state !== 'pending' && state !== 'running'))[0].state).toBe('success');
    await first.admin.put(`/api/v1/saved_query/${result.saved_query_id}`, { sql: endless });
    await first.admin.post(`${path}${id}/run`);
    await runsWhen(first, id, (state) => state === 'running');
    await first.server.kill9();

    const second = await open(folder.path);
    const [broken, kept] = await runsWhen(second, id, (state) => state !== 'running');
    expect(kept.state).toBe('success');
    expect(broken).toMatchObject({
      state: 'failed',
      error: 'The server was stopped during this run. The next one comes at its time.',
    });
    const after = (await second.admin.get(`${path}${id}`)).json.result;
    expect(after).toMatchObject({ is_active: true, next_run_on: result.next_run_on });
    const question = { datasource: { id: after.dataset_id, type: 'table' }, queries: [{ columns: ['pieces'] }] };
    const { json } = await second.admin.post('/api/v1/chart/data', question);
    expect(json.result[0].data).toEqual([{ pieces: 42 }]);
    await second.admin.put(`/api/v1/saved_query/${result.saved_query_id}`, { sql: 'select 43 as pieces' });
    expect((await second.admin.post(`${path}${id}/run`)).status).toBe(202);
    expect((await runsWhen(second, id, (state) => state !== 'pending' && state !== 'running'))[0].state).toBe(
      'success',
    );
    await second.server.stop();
    await folder.remove();
  }, 60_000);
});
