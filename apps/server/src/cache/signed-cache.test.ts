import { describe, expect, it } from 'vitest';
import { openSharedMemory } from './shared-memory-for-tests.ts';
import { signedCache } from './signed-cache.ts';

const keyOf = (byte: number) => new Uint8Array(32).fill(byte);
const textOf = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes).toString() : null);

describe('what is signed in a shared cache', () => {
  it('comes back as it was written, to who has the key', async () => {
    const { shared } = openSharedMemory();
    const [one, other] = [signedCache(shared, keyOf(1)), signedCache(shared, keyOf(1))];
    await one.write('a', 'grüße', 60);
    await one.write('b', Uint8Array.of(0, 255), 60);
    const [words, bytes, none] = await other.read(['a', 'b', 'c']);
    expect([textOf(words), [...(bytes ?? [])], none]).toEqual(['grüße', [0, 255], null]);
  });

  it('of another installation, changed by another hand, or moved to another name, is nothing', async () => {
    const { shared, values } = openSharedMemory();
    const cache = signedCache(shared, keyOf(1));
    await cache.write('a', 'mine', 60);
    expect(await signedCache(shared, keyOf(2)).read(['a'])).toEqual([null]);
    const held = values.get('a') ?? new Uint8Array();
    values.set('b', held);
    values.set(
      'c',
      held.map((byte, at) => (at === held.length - 1 ? byte ^ 1 : byte)),
    );
    for (const size of [0, 10, 32, 200]) values.set(`of ${size}`, new Uint8Array(size));
    expect(await cache.read(['b', 'c', 'of 0', 'of 10', 'of 32', 'of 200'])).toEqual(Array(6).fill(null));
    expect(textOf((await cache.read(['a']))[0])).toBe('mine');
  });

  it('is heard of who has the key, about that topic', () => {
    const { shared } = openSharedMemory();
    const [one, other] = [signedCache(shared, keyOf(1)), signedCache(shared, keyOf(2))];
    const heard: string[] = [];
    const stop = one.listen('weather', (news) => heard.push(news));
    let said = '';
    shared.listen('weather', (text) => {
      said = text;
    });
    one.tell('weather', 'rain and  wind');
    other.tell('weather', 'snow');
    one.tell('sports', 'won');
    one.listen('sports', (news) => heard.push(news));
    for (const wrong of ['', 'hail', ' hail', `${'A'.repeat(43)} hail`]) shared.tell('weather', wrong);
    one.tell('weather', '');
    shared.tell('sports', said);
    expect(heard).toEqual(['rain and  wind', '']);
    stop();
    one.tell('weather', 'sun');
    expect(heard).toHaveLength(2);
  });
});
