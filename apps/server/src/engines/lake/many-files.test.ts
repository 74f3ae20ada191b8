import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { leastOfRounds, longestTurnMs, makeTempFolder } from '@powerset/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { type LakeFixture, makeLake } from './lake-fixture.ts';
import { ObjectCache } from './object-cache.ts';
import { openStorage } from './storage.ts';
import { testKey } from './storage-fixture.ts';
import { type StorageProcess, startStorageProcess } from './storage-process-fixture.ts';

const parts = 500;
const tables = 9500;
/** On a machine with other things to do; alone each takes less than 10 ms. */
const boundMs = 20;
let lake: LakeFixture;
let storage: StorageProcess;
let temp: Awaited<ReturnType<typeof makeTempFolder>>;

beforeAll(async () => {
  lake = await makeLake();
  temp = await makeTempFolder('lake-copies');
  const objects = new Map<string, string>();
  for (let at = 0; at < parts + tables; at += 1) {
    const [name, text] =
      at < parts
        ? [`visits/day=${at % 100}/part-${at}.csv`, `id,page\n${at},home\n`]
        : [`lists/list_${at}_of_${String.fromCharCode(97 + (at % 26)).repeat(1 + (at % 7))}.csv`, `id\n${at}\n`];
    objects.set(name, text);
    const file = path.join(lake.folder, name);
    if (at < 100 || at === parts) await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  storage = await startStorageProcess({ bucket: 'warehouse', pageSize: 1000, objects, folder: temp.path });
}, 120_000);
afterAll(async () => {
  await lake.end();
  await storage.end();
  await temp.remove();
});

async function openBucket(): Promise<Engine> {
  const place = { host: '127.0.0.1', port: storage.port, isEncrypted: false, region: 'eu-test-1', bucket: 'warehouse' };
  const keys = { accessKeyId: testKey.id, secretKey: testKey.secret, prefix: '', serverCertificate: null };
  const policy = { allowsPrivateHosts: true };
  const cache = new ObjectCache({
    folder: await realpath(temp.path),
    maxBytes: 100_000_000,
    nowMs: () => performance.now(),
  });
  return lake.openOver(await openStorage({ settings: { ...place, ...keys, policy }, allowed: ['*/warehouse'], cache }));
}

for (const kind of ['folder', 'bucket'])
  it(`of ten thousand files in a ${kind} each step lets others have their turn`, async () => {
    const slow: string[] = [];
    const open = () => (kind === 'folder' ? lake.open() : openBucket());
    const works: Readonly<Record<string, (engine: Engine) => Promise<unknown>>> = {
      list: async (engine) => expect((await engine.listTables('main')).length).toBeGreaterThan(0),
      search: (engine) => engine.searchCatalog({ text: 'visits', limit: 100 }),
      read: async (engine) => {
        const { table } = await engine.run({
          ...{ sql: 'SELECT count(*) FROM visits', maxRows: 1, timeoutMs: 60_000, fairnessKey: 'reader' },
        });
        expect(String(table.columns[0]?.values[0])).toBe(String(parts));
      },
    };
    for (const [name, work] of Object.entries(works)) {
      const startedAt = performance.now();
      const ms = await leastOfRounds(boundMs, async () => {
        const engine = await open();
        return longestTurnMs(work(engine));
      });
      if (process.env.TELL_TURNS) console.info(kind, name, ms.toFixed(1), (performance.now() - startedAt).toFixed(0));
      if (ms >= boundMs) slow.push(`${name}: ${Math.round(ms)} ms`);
    }
    expect(slow).toEqual([]);
  }, 240_000);
