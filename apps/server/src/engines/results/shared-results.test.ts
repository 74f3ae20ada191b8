import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder, type TempFolder } from '@powerset/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EngineFixture, failureOf, openTestEngine, openTestFileEngine } from '../duckdb/engine-fixture.ts';
import type { FileEngine } from '../duckdb/file-engine.ts';
import { startStorage, type TestStorage, testKey } from '../lake/storage-fixture.ts';
import { openResultPlace } from './open-storage.ts';
import type { PlacedFile, ResultPlace } from './result-place.ts';
import { createResultStore, type ResultStore } from './result-store.ts';
import { openSharedResults, type SharedResults } from './shared-results.ts';

let storage: TestStorage;
let temp: TempFolder;
let maker: EngineFixture;
const engines: FileEngine[] = [];
const warned: string[] = [];

beforeAll(async () => {
  storage = await startStorage('kept');
  temp = await makeTempFolder('powerset-shared-results');
  maker = await openTestEngine();
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await maker.end();
  await storage.end();
  await temp.remove();
});

const bucketUri = () =>
  `s3://${testKey.id}:${encodeURIComponent(testKey.secret)}@127.0.0.1:${storage.port}/kept/results?region=eu-test-1&secure=false`;
const folder = () => path.join(temp.path, 'shared');

function share(setting: string, key = 'one key for all of an installation'): SharedResults {
  const warn = (_error: unknown, words: string) => void warned.push(words);
  return openSharedResults({ place: openResultPlace(setting), key: new TextEncoder().encode(key), warn });
}

/** The results of a process that has made none of them. */
async function openOther(shared: SharedResults): Promise<ResultStore> {
  const own = path.join(temp.path, `process-${engines.length}`);
  await mkdir(path.join(own, 'results'), { recursive: true });
  const fileEngine = await openTestFileEngine(own);
  engines.push(fileEngine);
  const folders = { resultsFolder: path.join(own, 'results'), stagingFolder: path.join(own, 'staging') };
  return createResultStore({ ...folders, fileEngine, defusesFormulas: true, shared });
}

async function make(rows = 1000): Promise<{ readonly id: string; readonly file: string }> {
  const id = randomUUID();
  const limits = { maxRows: 1_000_000, timeoutMs: 30_000, fairnessKey: 'ada' };
  await maker.engine.storeResult({
    ...limits,
    resultId: id,
    sql: `SELECT i AS n, i * 2 AS twice FROM range(${rows}) t(i)`,
  });
  return { id, file: path.join(maker.folder, 'results', `${id}.duckdb`) };
}

describe.each([
  ['a folder that all mount', folder],
  ['a bucket', bucketUri],
])('results that are kept in %s', (_name, settingOf) => {
  let shared: SharedResults;
  let other: ResultStore;
  beforeAll(async () => {
    shared = share(settingOf());
    other = await openOther(share(settingOf()));
  });
  afterAll(() => shared.close());
  beforeEach(() => {
    warned.length = 0;
  });
  const keptBytes = async (id: string): Promise<Buffer> =>
    storage.objects.get(`results/${id}.result`) ?? (await readFile(path.join(folder(), `${id}.result`)));

  it('are read by a process that has not made them, in windows, sorted, filtered and as files, after their maker is gone', async () => {
    const { id, file } = await make();
    await shared.keep(id, file);
    await rm(file);
    expect(await other.isAtHand(id)).toBe(true);
    const { table, rowCount } = await other.window({
      ...{ resultId: id, offset: 0, limit: 2, sort: [{ column: 'n', isDescending: true }] },
      filters: [{ column: 'n', operator: '<', value: '500' }],
    });
    expect([rowCount, table.columns[1]?.values]).toEqual([500, [998, 996]]);
    const exported = await other.exportResult({
      resultId: id,
      format: 'csv',
      selection: {},
      signal: new AbortController().signal,
    });
    expect((await readFile(exported.path, 'utf8')).trim().split(/\r?\n/)).toHaveLength(1001);
    await exported.remove();
  });

  it('are told as gone where none is kept, and not sought where the name is none', async () => {
    expect(await other.isAtHand('never-made')).toBe(false);
    expect(await other.isAtHand('../secret')).toBe(false);
    expect((await failureOf(other.describe('never-made'))).code).toBe('RESULTS_BACKEND_ERROR');
  });

  it('are said to be damaged when they are: cut, changed, of another result, or sealed with another key', async () => {
    const put = async (id: string, bytes: Buffer) => {
      if (settingOf === bucketUri) storage.objects.set(`results/${id}.result`, bytes);
      else await writeFile(path.join(folder(), `${id}.result`), bytes);
    };
    const [first, second, third, foreign] = [await make(), await make(), await make(), await make()];
    const [taken, whole] = [await make(), await make()];
    for (const { id, file } of [first, second, third, taken, whole]) await shared.keep(id, file);
    await share(settingOf(), 'the key of another installation').keep(foreign.id, foreign.file);
    const changed = Buffer.from(await keptBytes(first.id));
    changed[5000] = (changed[5000] ?? 0) ^ 1;
    await put(first.id, changed);
    await put(second.id, (await keptBytes(second.id)).subarray(0, 9000));
    await put(third.id, await keptBytes(foreign.id));
    // Sealed with the right key, as the rows of another.
    await put(taken.id, await keptBytes(whole.id));
    for (const { id } of [first, second, third, foreign, taken]) {
      const failure = await failureOf(other.describe(id));
      expect(failure.message).toBe('The kept rows of this result are damaged. Run its query again.');
    }
    const empty = randomUUID();
    await put(empty, Buffer.alloc(0));
    expect((await failureOf(other.describe(empty))).message).toContain('damaged');
  });

  it('are fetched once, however many ask at once', async () => {
    const { id, file } = await make();
    await shared.keep(id, file);
    const before = storage.asked.length;
    const headers = await Promise.all(Array.from({ length: 8 }, () => other.describe(id)));
    expect(headers.map(({ rowCount }) => rowCount)).toEqual(Array.from({ length: 8 }, () => 1000));
    if (settingOf === bucketUri) expect(storage.asked.length - before).toBe(1);
  });

  it('go when they are old, and the oldest when all are too big; nothing else that lies there is touched', async () => {
    const { id, file } = await make();
    const sweeper = share(settingOf());
    await sweeper.keep(id, file);
    await sweeper.keep(`-12-0-${randomUUID()}`, file);
    const foreign = [
      ...['of-somebody-else.txt', 'model.result', `${randomUUID()}.result.bak`, '.part-of-a-download'],
      `team/${randomUUID()}.result`,
    ];
    await mkdir(path.join(folder(), 'team'), { recursive: true });
    for (const name of foreign)
      if (settingOf === folder) {
        await writeFile(path.join(folder(), name), 'mine');
        await utimes(path.join(folder(), name), 1, 1);
      } else storage.objects.set(`results/${name}`, Buffer.from('mine'));
    const far = new Date(Date.now() + 40 * 86_400_000);
    await sweeper.sweep({ maxAgeMs: 30 * 86_400_000, maxBytes: 10 ** 12, now: far });
    const left = settingOf === folder ? await readdir(folder(), { recursive: true }) : [...storage.objects.keys()];
    expect(
      left
        .map((name) => name.replace(/^results\//, ''))
        .filter((name) => name !== 'team')
        .toSorted(),
    ).toEqual(foreign.toSorted());
    await sweeper.close();
  });
});

it('results in a bucket all go when they are old, however many there are', async () => {
  const [sweeper, count] = [share(bucketUri()), 70];
  const names = Array.from({ length: count }, () => `results/${randomUUID()}.result`);
  for (const name of names) storage.objects.set(name, Buffer.from('old'));
  const far = new Date(Date.now() + 40 * 86_400_000);
  await sweeper.sweep({ maxAgeMs: 30 * 86_400_000, maxBytes: 10 ** 12, now: far });
  expect(names.filter((name) => storage.objects.has(name))).toEqual([]);
  await sweeper.close();
});

it('results are kept while as many are fetched at once as may be', async () => {
  const never = new Promise<never>(() => {});
  const kept: string[] = [];
  const place = {
    get: () => never,
    put: async ({ name }: { readonly name: string }) => void kept.push(name),
    close: () => {},
  } as unknown as ResultPlace;
  const shared = openSharedResults({ place, key: new Uint8Array(32), warn: () => {} });
  for (let at = 0; at < 10; at += 1) void shared.bring(`any-${at}`, path.join(temp.path, 'any')).catch(() => {});
  const { id, file } = await make(10);
  await shared.keep(id, file);
  expect(kept).toEqual([`${id}.result`]);
  await shared.close();
});

/** A place that holds what it is told to, and is asked for nothing else. */
const sharedIn = (place: Partial<ResultPlace>, warn: (words: string) => void = () => {}) =>
  openSharedResults({
    place: { close: () => {}, ...place } as ResultPlace,
    key: new Uint8Array(32),
    warn: (_error, words) => warn(words),
  });

describe('what removes results from the storage', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const minutesAgo = (minutes: number) => now.getTime() - minutes * 60_000;
  const resultOf = (minutes: number) => ({
    ...{ name: `${randomUUID()}.result`, bytes: 100, changedMs: minutesAgo(minutes) },
  });
  const sweptOf = async (files: readonly PlacedFile[], limits: { maxAgeMs: number; maxBytes: number }) => {
    const removed: string[] = [];
    let looks = 0;
    const shared = sharedIn({
      list: async () => {
        looks += 1;
        return files;
      },
      remove: async (name) => void removed.push(name),
    });
    await shared.sweep({ ...limits, now });
    await shared.sweep({ ...limits, now });
    await shared.close();
    return { removed, looks };
  };

  it('lets the newest stay that together are not too big, and looks no more than every few minutes', async () => {
    const [oldest, middle, newest] = [resultOf(30), resultOf(20), resultOf(10)];
    const limits = { maxAgeMs: 3_600_000, maxBytes: 250 };
    const { removed, looks } = await sweptOf([oldest, newest, middle], limits);
    expect([removed, looks]).toEqual([[oldest.name], 1]);
  });

  it('leaves alone what is being written, and takes away what was left half written', async () => {
    const part = (minutes: number) => ({ ...resultOf(minutes), name: `.part-${randomUUID()}` });
    const [left, written] = [part(21), part(19)];
    const { removed } = await sweptOf([left, written], { maxAgeMs: 60_000, maxBytes: 10 ** 9 });
    expect(removed).toEqual([left.name]);
  });
});

describe('a process that ends', () => {
  const ofPut = (putting: Promise<void>) => {
    const signals: AbortSignal[] = [];
    const shared = sharedIn({
      put: ({ signal }) => {
        signals.push(signal);
        return Promise.race([
          putting,
          new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ]);
      },
    });
    return { shared, signals };
  };

  it('lets a result be kept that is on its way, and does not wait for ever for a storage that takes nothing', async () => {
    const { id, file } = await make(10);
    let arrived = () => {};
    const slow = ofPut(
      new Promise((resolve) => {
        arrived = resolve;
      }),
    );
    void slow.shared.keepSoon(id, file);
    await expect.poll(() => slow.signals.length).toBe(1);
    let hasClosed = false;
    const closing = slow.shared.close().then(() => {
      hasClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([hasClosed, slow.signals[0]?.aborted]).toEqual([false, false]);
    arrived();
    await closing;
    const never = ofPut(new Promise(() => {}));
    void never.shared.keepSoon(id, file);
    await expect.poll(() => never.signals.length).toBe(1);
    await never.shared.close();
    expect(never.signals[0]?.aborted).toBe(true);
  });
});

describe('whoever waits in a call for rows', () => {
  const slowPlace = (takesMs: number, kept: string[]) =>
    ({
      put: async ({ name }: { readonly name: string }) => {
        await new Promise((resolve) => setTimeout(resolve, takesMs));
        kept.push(name);
      },
      close: () => {},
    }) as unknown as ResultPlace;

  it('has them when they are where all processes reach them', async () => {
    const kept: string[] = [];
    const shared = openSharedResults({ place: slowPlace(50, kept), key: new Uint8Array(32), warn: () => {} });
    const { id, file } = await make(10);
    await shared.keepSoon(id, file);
    expect(kept).toEqual([`${id}.result`]);
    await shared.close();
  });

  it('waits no longer than a moment for a slow storage, where they come all the same', async () => {
    const kept: string[] = [];
    const shared = openSharedResults({ place: slowPlace(1500, kept), key: new Uint8Array(32), warn: () => {} });
    const { id, file } = await make(10);
    const startedAt = performance.now();
    await shared.keepSoon(id, file);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(kept).toEqual([]);
    await expect.poll(() => kept, { timeout: 5000 }).toEqual([`${id}.result`]);
    await shared.close();
  });
});

describe('a storage of results that is away', () => {
  it('is told of in a sentence to who reads, and in the log, whatever went wrong with it', async () => {
    const words: string[] = [];
    const shared = sharedIn({ get: () => Promise.reject(new Error('EIO: i/o error, /srv/secret')) }, (one) => {
      words.push(one);
    });
    const failure = await failureOf(shared.bring(randomUUID(), path.join(temp.path, 'none')));
    expect([failure.code, failure.message]).toEqual([
      'ENGINE_UNAVAILABLE_ERROR',
      'The storage of results does not answer. Try again in a moment.',
    ]);
    expect(words).toEqual(['the storage of results could not be read']);
    await shared.close();
  });

  it('is said to be so, and is tried again later by whoever wanted to keep something', async () => {
    const shared = share(bucketUri());
    const other = await openOther(shared);
    storage.answer = (_request, response) => {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return true;
    };
    expect((await failureOf(other.describe('any'))).message).toContain('does not let this access key');
    const { id, file } = await make(10);
    await shared.keepSoon(id, file);
    await expect.poll(() => warned).toContain('a result could not be kept in the storage of results');
    storage.answer = null;
    await expect.poll(() => storage.objects.has(`results/${id}.result`), { timeout: 15_000 }).toBe(true);
    await shared.close();
  });

  it('keeps nobody from removing the copies that were fetched, and each fetch is told of', async () => {
    const shared = share(folder());
    const { id, file } = await make(10);
    await shared.keep(id, file);
    const away = {
      ...share(folder()),
      bring: shared.bring.bind(shared),
      sweep: () => Promise.reject(new Error('away')),
    };
    const other = await openOther(away);
    let fetched = 0;
    other.onFetch(() => {
      fetched += 1;
    });
    await other.describe(id);
    await other.describe(id);
    expect(fetched).toBe(1);
    const copies = path.join(temp.path, `process-${engines.length - 1}`, 'results');
    expect(await readdir(copies)).toHaveLength(1);
    await expect(other.sweep({ maxAgeMs: 10 ** 9, maxBytes: 0, now: new Date() })).rejects.toThrow('away');
    expect(await readdir(copies)).toEqual([]);
    await shared.close();
  });

  it('has no half a result when a copy breaks off', async () => {
    const { id, file } = await make(200_000);
    const shared = share(folder());
    await shared.keep(id, file);
    await truncate(path.join(folder(), `${id}.result`), 100_000);
    const other = await openOther(shared);
    expect((await failureOf(other.describe(id))).message).toContain('damaged');
    await shared.keep(id, file);
    expect((await other.describe(id)).rowCount).toBe(200_000);
    await shared.close();
  });
});
