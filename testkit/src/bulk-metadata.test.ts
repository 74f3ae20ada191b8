import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInWithToken } from './api-client.ts';
import { addBulkMetadata, bulkReader } from './bulk-metadata.ts';
import { makeDataset } from './factories.ts';
import { type InProcessApp, startInProcess } from './in-process.ts';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

it('grows to the sizes asked for, and its reader may see everything by grants', async () => {
  await makeDataset(running, 'orders');
  for (const size of [10, 25]) {
    await addBulkMetadata(join(running.dataFolder, 'metadata.db'), size);
    running.app.services.accounts.forget();
    const reader = await signInWithToken(running.url, bulkReader);
    const counts = [];
    for (const list of ['dashboard', 'chart', 'dataset'])
      counts.push((await reader.get(`/api/v1/${list}/?q=(page_size:1)`)).json.count);
    expect(counts).toEqual([size, size, size + 1]);
    const people = (await reader.get('/api/v1/dashboard/related/owners')).json.count;
    expect(people).toBe(size + 2);
    expect((await reader.get('/api/v1/log/recent_activity/?q=(page_size:20)')).json.result.length).toBeGreaterThan(0);
  }
});
