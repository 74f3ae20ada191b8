import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { leastOfRounds, longestTurnMs, makeTempFolder } from '@powerset/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { type LakeFixture, makeLake } from './lake-fixture.ts';
import { ObjectCache } from './object-cache.ts';
import { openStorage } from './storage.ts';
import { startStorage, type TestStorage, testKey } from './storage-fixture.ts';

const parts = 500;
const tables = 9500;
/** Of the storage, too, where it is this process, on a machine with other things to do. */
const boundMs = 20;
let lake: LakeFixture;
let storage: TestStorage;
let temp: Awaited<ReturnType<typeof makeTempFolder>>;

beforeAll(async () => {
  lake = await makeLake();
  temp = await makeTempFolder('lake-copies');
  storage = await startStorage('warehouse', 1000);
  for (let at = 0; at < parts + tables; at += 1) {
    const [name, text] =
      at < parts
        ? [`visits/day=${at % 100}/part-${at}.csv`, `id,page\n${at},home\n`]
        : [`lists/list_${at}_of_${String.fromCharCode(97 + (at % 26)).repeat(1 + (at % 7))}.csv`, `id\n${at}\n`];
    storage.objects.set(name, Buffer.from(text));
    const file = path.join(lake.folder, name);
    if (at < 100 || at === parts) await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
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
