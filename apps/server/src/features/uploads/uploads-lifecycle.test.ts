import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUploadJobs, type JobWork } from './jobs.ts';
import { createStaging } from './staging.ts';
import { createUploadClient, toBody, type UploadClient } from './uploads-fixture.ts';

let started: InProcessApp;
let uploads: UploadClient;

beforeAll(async () => {
  started = await startInProcess();
  uploads = await createUploadClient(started.admin);
});
afterAll(() => started.stop());

const owner = async () => (await started.admin.get('/api/v1/me/')).json.result.id as number;

/** Work that goes on until it is told to stop. */
function endless(userId: number): JobWork {
  return {
    userId,
    payload: {},
    run: ({ signal, onProgress }) => {
      onProgress(0.4);
      return new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('stopped'))));
    },
    describe: () => 'not asked for',
  };
}

describe('a load that is stopped', () => {
  it('leaves no table and no dataset, and its file can be loaded again', async () => {
    const preview = await uploads.preview('long.csv', `a,b\n${'1,x\n'.repeat(3_000_000)}`);
    const start = await started.admin.post(`${uploads.base}/upload/`, toBody(preview));
    const id = start.json.result.job_id;
    expect((await started.admin.delete(`${uploads.base}/upload/${id}`)).status).toBe(200);
    expect(await uploads.ended(id)).toMatchObject({
      state: 'cancelled',
      result: null,
      error: 'The upload was stopped.',
    });
    const tables = await started.admin.get(`${uploads.base}/tables/?q=(schema_name:main)`);
    expect(tables.text).not.toContain('"long"');
    expect((await started.admin.get('/api/v1/dataset/')).json.count).toBe(0);
    expect(await readdir(join(started.dataFolder, 'engine', 'staging'))).toEqual([`upload-${preview.upload_id}.csv`]);
    expect(await uploads.load(preview)).toMatchObject({ state: 'done', progress: 1, result: { row_count: 3_000_000 } });
    expect(await readdir(join(started.dataFolder, 'engine', 'staging'))).toEqual([]);
  });

  it('by the end of the server is recorded before the store closes', async () => {
    const jobs = createUploadJobs(started.app.services);
    const userId = await owner();
    const { job_id: id, state } = await jobs.start(endless(userId));
    expect(state).toBe('running');
    await jobs.close();
    expect(await jobs.get(id, userId)).toMatchObject({ state: 'cancelled', progress: 0.4 });
  });
});

describe('after a crash', () => {
  it('no load is under way for ever: it says that the file has to come again', async () => {
    const userId = await owner();
    const crashed = createUploadJobs(started.app.services);
    const { job_id: id } = await crashed.start(endless(userId));
    const next = createUploadJobs(started.app.services);
    await next.sweep();
    expect(await next.get(id, userId)).toMatchObject({ state: 'failed', error: expect.stringContaining('again') });
    await crashed.close();
  });

  it('neither files nor what was being made of them stay', async () => {
    const folder = join(started.dataFolder, 'left');
    await mkdir(folder);
    for (const name of ['upload-1.csv', 'upload-2.part', 'staged-3.parquet', 'text-4'])
      await writeFile(join(folder, name), 'x');
    await createStaging({ folder, maxMb: 1, now: () => new Date() }).sweep();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('files that nobody comes back for', () => {
  const take = (staging: ReturnType<typeof createStaging>, name: string) =>
    staging.take({ name, stream: Readable.from(['a,b\n1,2\n']), userId: 1, databaseId: 1 });

  it('are removed after a day', async () => {
    const folder = join(started.dataFolder, 'forgotten');
    let hour = 0;
    const staging = createStaging({ folder, maxMb: 1, now: () => new Date(hour * 3_600_000) });
    const old = await take(staging, 'old.csv');
    hour = 23;
    const fresh = await take(staging, 'fresh.csv');
    hour = 25;
    await take(staging, 'next.csv');
    expect(() => staging.get(old.id, old)).toThrow();
    expect(staging.get(fresh.id, fresh).name).toBe('fresh.csv');
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('are at most ten of one person', async () => {
    const folder = join(started.dataFolder, 'many');
    const staging = createStaging({ folder, maxMb: 1, now: () => new Date() });
    for (let count = 0; count < 12; count += 1) await take(staging, `${count}.csv`);
    expect(await readdir(folder)).toHaveLength(10);
  });
});
