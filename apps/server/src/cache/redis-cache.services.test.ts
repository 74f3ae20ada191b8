import { randomUUID } from 'node:crypto';
import { serviceUrl, startTcpProxy } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRedisCache } from './redis-cache.ts';
import type { SharedCache } from './shared-cache.ts';

const url = serviceUrl('redis') ?? '';

interface Noted {
  readonly words: string;
}

function openLog() {
  const lines: Noted[] = [];
  const note = (_facts: object | string, words = '') => void lines.push({ words: words || String(_facts) });
  return { lines, log: { warn: note, info: note } };
}

describe.skipIf(url === '')('a cache on a Redis server', () => {
  const prefix = `test:${randomUUID()}:`;
  let one: SharedCache;
  let other: SharedCache;
  beforeAll(async () => {
    const { log } = openLog();
    [one, other] = await Promise.all([openRedisCache({ url, prefix, log }), openRedisCache({ url, prefix, log })]);
    await vi.waitUntil(() => one.isThere() && other.isThere(), 5000);
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  it('gives one process what another one wrote, byte for byte, and to no other installation', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    await one.write('rows', bytes, 60);
    await one.write('words', 'grüße', 60);
    const [rows, words, none] = await other.read(['rows', 'words', 'none']);
    expect([...(rows ?? [])]).toEqual([...bytes]);
    expect([Buffer.from(words ?? []).toString(), none]).toEqual(['grüße', null]);
    const stranger = await openRedisCache({ url, prefix: 'test:stranger:', log: openLog().log });
    await expect.poll(() => stranger.isThere()).toBe(true);
    expect(await stranger.read(['rows'])).toEqual([null]);
    await stranger.close();
  });

  it('forgets after the time that was given', async () => {
    await one.write('short', 'here', 1);
    expect((await other.read(['short']))[0]).not.toBeNull();
    await expect.poll(async () => (await other.read(['short']))[0], { timeout: 5000 }).toBeNull();
  });

  it('lets a key be claimed by one alone, until that one gives it back or says nothing any more', async () => {
    expect(await one.claim('key', 'one', 5000)).toBe(true);
    expect([await other.claim('key', 'other', 5000), await one.claim('key', 'one', 5000)]).toEqual([false, true]);
    await other.release('key', 'other');
    expect(await other.claim('key', 'other', 5000)).toBe(false);
    await one.release('key', 'one');
    expect(await other.claim('key', 'other', 100)).toBe(true);
    await expect.poll(() => one.claim('key', 'one', 5000), { timeout: 5000 }).toBe(true);
  });

  it('tells all what one says, until they listen no more', async () => {
    const heard: string[] = [];
    other.listen('sports', () => heard.push('of another topic'));
    // Who cannot read what is said keeps nobody else from it.
    other.listen('weather', () => {
      throw new Error('unreadable');
    });
    const stop = other.listen('weather', (news) => heard.push(news));
    await expect
      .poll(() => {
        one.tell('weather', 'hello');
        return heard.length;
      })
      .toBeGreaterThan(0);
    expect(heard).not.toContain('of another topic');
    stop();
    const before = heard.length;
    one.tell('weather', 'again');
    await one.read(['rows']);
    expect(heard).toHaveLength(before);
  });
});

describe.skipIf(url === '')('a Redis server that goes', () => {
  const open = async () => {
    const proxy = await startTcpProxy(Number(new URL(url).port));
    const { lines, log } = openLog();
    const cache = await openRedisCache({
      url: `redis://127.0.0.1:${proxy.port}`,
      prefix: `test:${randomUUID()}:`,
      log,
    });
    await expect.poll(() => cache.isThere()).toBe(true);
    return { proxy, lines, cache, close: () => Promise.all([cache.close(), proxy.close()]) };
  };

  it('is done without at once, which is said once, and is used again when it is back', async () => {
    const { proxy, lines, cache, close } = await open();
    const heard: string[] = [];
    cache.listen('weather', (news) => heard.push(news));
    await proxy.close();
    await expect.poll(() => cache.isThere()).toBe(false);
    const before = performance.now();
    expect([await cache.read(['a']), await cache.claim('a', 'one', 1000)]).toEqual([[null], null]);
    await cache.write('a', 'b', 10);
    expect(performance.now() - before).toBeLessThan(50);
    await expect.poll(() => lines.length, { timeout: 3000 }).toBe(1);
    await proxy.open();
    await expect.poll(() => cache.isThere(), { timeout: 15_000 }).toBe(true);
    await cache.write('a', 'b', 10);
    expect(Buffer.from((await cache.read(['a']))[0] ?? []).toString()).toBe('b');
    expect(lines.map(({ words }) => words)).toEqual([
      'the shared cache is away: each process answers for itself',
      'the shared cache is there again',
    ]);
    // What was listened to is listened to again.
    await expect
      .poll(() => {
        cache.tell('weather', 'back');
        return heard;
      })
      .toContain('back');
    await close();
  });

  it('that is silent is waited for once, and left in peace for a while', async () => {
    const { proxy, lines, cache, close } = await open();
    proxy.setMode('silent');
    const waitOf = async () => {
      const before = performance.now();
      expect(await cache.read(['a'])).toEqual([null]);
      return performance.now() - before;
    };
    const [first, second] = [await waitOf(), await waitOf()];
    expect(first).toBeLessThan(1000);
    expect(second).toBeLessThan(50);
    expect(lines).toHaveLength(1);
    proxy.setMode('pass');
    await expect.poll(() => cache.isThere(), { timeout: 15_000 }).toBe(true);
    await close();
  });

  it('is no reason not to start', async () => {
    const { lines, log } = openLog();
    const cache = await openRedisCache({ url: 'redis://127.0.0.1:1', prefix: 'test:', log });
    expect(await cache.read(['a'])).toEqual([null]);
    await expect.poll(() => lines.length).toBe(1);
    await cache.close();
  });
});
