import { describe, expect, it } from 'vitest';
import type { SharedCache } from '../../cache/index.ts';
import { openSharedMemory } from '../../cache/shared-memory-for-tests.ts';
import { AppError } from '../../http/index.ts';
import { createCounter } from './limits.ts';

let time = 0;

function counter(shared: SharedCache | null = null, what = 'failures') {
  const counted = createCounter({ now: () => new Date(1_000_000 + time), shared, what, most: 3, withinMs: 60_000 });
  return (key: string): number => {
    try {
      counted.check(key);
      counted.add(key);
      return 0;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Number(error.options.params?.seconds);
    }
  };
}

describe('what strangers do in the name of agents', () => {
  it('is taken so often within a while, of each for itself, and again when the first is old enough', () => {
    const take = counter();
    expect([take('a'), take('a'), take('a'), take('a'), take('b')]).toEqual([0, 0, 0, 60, 0]);
    time += 45_000;
    expect(take('a')).toBe(15);
    time += 15_000;
    expect(take('a')).toBe(0);
  });

  it('is counted together by processes that share a memory, kind by kind, and by each for itself while that is away', () => {
    const { shared, state } = openSharedMemory();
    const said: string[] = [];
    shared.listen('agents: failures', (news) => said.push(news));
    const [one, other] = [counter(shared), counter(shared)];
    const exchanges = counter(shared, 'exchanges');
    expect([one('192.0.2.0'), other('192.0.2.0'), one('192.0.2.0')]).toEqual([0, 0, 0]);
    expect([one('192.0.2.0'), other('192.0.2.0'), exchanges('192.0.2.0')]).toEqual([60, 60, 0]);
    // Where somebody is stays with the process that he came to.
    expect(said).toHaveLength(3);
    expect(said.join()).not.toContain('192.0.2');
    state.isThere = false;
    expect([one('b'), one('b'), one('b'), one('b'), other('b')]).toEqual([0, 0, 0, 60, 0]);
  });

  it('of whoever comes from ever other addresses is forgotten first where it is longest ago, and takes bounded room', () => {
    const take = counter();
    for (let round = 0; round < 3; round += 1) take('first');
    expect(take('first')).toBeGreaterThan(0);
    for (let at = 0; at < 20_000; at += 1) take(`address ${at}`);
    expect(take('first')).toBe(0);
  });

  it('of whoever comes again is remembered, however long ago he came first', () => {
    const take = counter();
    take('again');
    take('once');
    for (let at = 0; at < 10_000; at += 1) take(`before ${at}`);
    take('again');
    take('again');
    for (let at = 0; at < 19_000; at += 1) take(`after ${at}`);
    expect(take('again')).toBeGreaterThan(0);
  });
});
