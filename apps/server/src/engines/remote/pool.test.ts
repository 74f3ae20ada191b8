import { describe, expect, it } from 'vitest';
import { ConnectionLender } from './pool.ts';

function makeLender(
  options: { readonly size?: number; readonly idleMs?: number; readonly fails?: () => boolean } = {},
) {
  const state = { made: 0, closed: [] as number[], broken: new Set<number>() };
  const lender = new ConnectionLender<number>({
    size: options.size ?? 2,
    idleMs: options.idleMs ?? 60_000,
    open: async () => {
      if (options.fails?.()) throw new Error('nobody answers');
      state.made += 1;
      return state.made;
    },
    close: (connection) => state.closed.push(connection),
    isOpen: (connection) => !state.broken.has(connection),
  });
  return { lender, state };
}

describe('a pool of connections', () => {
  it('is closed once the last connection that is lent has come back', async () => {
    const { lender, state } = makeLender();
    const [one, two] = [await lender.lend(), await lender.lend()];
    lender.giveBack(two, true);
    let isOver = false;
    const closing = lender.close().then(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    expect([isOver, state.closed]).toEqual([false, [two]]);
    lender.giveBack(one, true);
    await closing;
    expect(state.closed).toEqual([two, one]);
    await makeLender().lender.close();
  });

  it('makes no more than it may, and lends each to the next who waits', async () => {
    const { lender, state } = makeLender();
    const [one, two] = [await lender.lend(), await lender.lend()];
    const third = lender.lend();
    expect(lender.figures).toEqual({ used: 2, idle: 0, waiting: 1 });
    lender.giveBack(one, true);
    expect(await third).toBe(one);
    lender.giveBack(two, true);
    expect([await lender.lend(), state.made]).toEqual([two, 2]);
  });

  it('does not lend what is broken, and makes another in its place', async () => {
    const { lender, state } = makeLender({ size: 1 });
    const one = await lender.lend();
    const waiting = lender.lend();
    lender.giveBack(one, false);
    expect([await waiting, state.closed]).toEqual([2, [1]]);
    lender.giveBack(2, true);
    state.broken.add(2);
    expect([await lender.lend(), state.closed]).toEqual([3, [1, 2]]);
  });

  it('tells who waits that none can be made, each his own try', async () => {
    let tries = 0;
    const { lender } = makeLender({ size: 1, fails: () => ++tries < 3 });
    const asked = await Promise.allSettled([lender.lend(), lender.lend(), lender.lend()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('forgets who stops waiting, and leaves the connection to the next', async () => {
    const { lender } = makeLender({ size: 1 });
    const one = await lender.lend();
    const stopping = new AbortController();
    const left = lender.lend(stopping.signal);
    const next = lender.lend();
    stopping.abort(new Error('stopped'));
    await expect(left).rejects.toThrow('stopped');
    lender.giveBack(one, true);
    expect(await next).toBe(one);
    await expect(lender.lend(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  it('closes what nobody has used for long, and everything at its end', async () => {
    const { lender, state } = makeLender({ idleMs: 1 });
    lender.giveBack(await lender.lend(), true);
    await expect.poll(() => state.closed).toEqual([1]);
    const two = await lender.lend();
    const [third, fourth] = [await lender.lend(), lender.lend()];
    lender.close();
    await expect(fourth).rejects.toThrow('closed');
    lender.giveBack(two, true);
    lender.giveBack(third, true);
    expect(state.closed).toEqual([1, 2, 3]);
    await expect(lender.lend()).rejects.toThrow('closed');
  });
});
