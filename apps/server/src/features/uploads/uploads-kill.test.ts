import { makeTempFolder, signInWithToken, startServer, testAdmin } from '@powerset/testkit';
import { describe, expect, it } from 'vitest';
import { createUploadClient, toBody } from './uploads-fixture.ts';

const largeRows = 1_500_000;
const large = `a,b\n${'1,some text\n'.repeat(largeRows)}`;
const small = `a,b\n${'1,x\n'.repeat(50)}`;
/** How far the load is when the server is killed. */
const moments = [0, 0.01, 0.3];

interface Listed {
  readonly id: number;
  readonly table_name: string;
}

async function open(dataFolder: string) {
  const server = await startServer({ dataFolder });
  const admin = await signInWithToken(server.url, testAdmin);
  return { server, admin, uploads: await createUploadClient(admin) };
}

describe('kill -9 in the middle of a load', () => {
  it('keeps every acknowledged dataset with all its rows, and leaves no half-loaded one, without repair', async () => {
    const folder = await makeTempFolder('powerset-kill-upload');
    const acknowledged = new Map<number, number>();
    const assertWhole = async ({ admin, uploads }: Awaited<ReturnType<typeof open>>) => {
      const listed: readonly Listed[] = (await admin.get('/api/v1/dataset/')).json.result;
      for (const [id, rows] of acknowledged) {
        expect(listed.map((dataset) => dataset.id)).toContain(id);
        expect(await uploads.rowCount(id)).toBe(rows);
      }
      // A load that ended just before the kill was not acknowledged, but is whole.
      for (const { id } of listed.filter((dataset) => !acknowledged.has(dataset.id)))
        expect(await uploads.rowCount(id)).toBe(largeRows);
      return listed;
    };
    for (const [round, moment] of moments.entries()) {
      const running = await open(folder.path);
      const { server, admin, uploads } = running;
      await assertWhole(running);
      const kept = await uploads.load(await uploads.preview(`kept_${round}.csv`, small));
      acknowledged.set(Number(kept.result?.dataset_id), 50);
      const preview = await uploads.preview(`half_${round}.csv`, large);
      const started = await admin.post(`${uploads.base}/upload/`, toBody(preview));
      expect(started.status, started.text).toBe(202);
      for (let isThere = false; !isThere; ) {
        const { result } = (await admin.get(`${uploads.base}/upload/${started.json.result.job_id}`)).json;
        isThere = result.state !== 'running' || result.progress >= moment;
      }
      await server.kill9();
    }
    const last = await open(folder.path);
    const listed = await assertWhole(last);
    expect(listed.length).toBeLessThan(moments.length * 2);
    const again = await last.uploads.preview('half_0.csv', large);
    const loaded = await last.uploads.load(again, { already_exists: 'replace' });
    expect(loaded).toMatchObject({ state: 'done', result: { row_count: largeRows } });
    await last.server.stop();
    await folder.remove();
  }, 120_000);
});
