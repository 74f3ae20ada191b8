import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { IdleTaskPreempted } from './engine.ts';
import { FairQueue } from './fair-queue.ts';

const anyone = new AbortController().signal;

/** A task that ends when it is told to. */
function openTask() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const run = () => {
    begin();
    return ended;
  };
  return { run, begun, end };
}

describe('a turn', () => {
  it('is waited for by as many as are counted', async () => {
    const fairQueue = new FairQueue(1);
    const first = openTask();
    const running = fairQueue.take('ann', anyone, first.run);
    await first.begun;
    const leaving = new AbortController();
    const left = fairQueue.take('bob', leaving.signal, async () => undefined).catch(() => 'left');
    const others = ['ann', 'bob'].map((key) => fairQueue.take(key, anyone, async () => undefined));
    expect(fairQueue.waiting).toBe(3);
    leaving.abort();
    expect([await left, fairQueue.waiting]).toEqual(['left', 2]);
    first.end();
    await Promise.all([running, ...others]);
    expect(fairQueue.waiting).toBe(0);
  });

  it('is given on as soon as its task is told to stop, and once', async () => {
    const fairQueue = new FairQueue(1);
    const stopping = new AbortController();
    const deaf = openTask();
    const running = fairQueue.take('ann', stopping.signal, deaf.run);
    await deaf.begun;
    const [second, third] = [openTask(), openTask()];
    const others = [second, third].map(({ run }) => fairQueue.take('bob', anyone, run));
    stopping.abort();
    await second.begun;
    deaf.end();
    await running;
    let hasBegun = false;
    void third.begun.then(() => {
      hasBegun = true;
    });
    await setImmediate();
    expect(hasBegun).toBe(false);
    second.end();
    await third.begun;
    third.end();
    await Promise.all(others);
  });
});

describe('idle tasks', () => {
  it('begins only when nobody has a turn any more', async () => {
    const fairQueue = new FairQueue(2);
    const order: string[] = [];
    const first = openTask();
    const running = fairQueue.take('ann', anyone, first.run);
    const idle = fairQueue.takeIdle(anyone, async () => void order.push('idle'));
    await first.begun;
    const second = fairQueue.take('bob', anyone, async () => void order.push('bob'));
    await second;
    order.push('ann ends');
    first.end();
    await Promise.all([running, idle]);
    expect(order).toEqual(['bob', 'ann ends', 'idle']);
  });

  it('comes to as many as may ever wait, in their order', { timeout: 30_000 }, async () => {
    const fairQueue = new FairQueue(3);
    const many = 20_000;
    const order: number[] = [];
    const startedMs = performance.now();
    await Promise.all(
      Array.from({ length: many }, (_, number) =>
        // Each with a signal of its own: the platform looks through all that listen to one.
        fairQueue.take('ann', new AbortController().signal, async () => void order.push(number)),
      ),
    );
    expect(order.every((number, at) => number === at) && order.length).toBe(many);
    expect(performance.now() - startedMs).toBeLessThan(6000);
  });

  it('ends as soon as somebody wants a turn, who does not wait for it', async () => {
    const fairQueue = new FairQueue(1);
    const order: string[] = [];
    const background = openTask();
    const idle = fairQueue.takeIdle(anyone, async (signal) => {
      signal.addEventListener('abort', () => order.push('told to end'));
      await background.run();
      signal.throwIfAborted();
    });
    await background.begun;
    await fairQueue.take('ann', anyone, async () => void order.push('ann'));
    background.end();
    await expect(idle).rejects.toBeInstanceOf(IdleTaskPreempted);
    expect(order).toEqual(['told to end', 'ann']);
  });

  it('is given to one task after the other, and to none that was given up', async () => {
    const fairQueue = new FairQueue(2);
    const order: number[] = [];
    const leaving = new AbortController();
    const given = fairQueue.takeIdle(leaving.signal, async () => void order.push(0));
    const others = [1, 2].map((number) => fairQueue.takeIdle(anyone, async () => void order.push(number)));
    leaving.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    await Promise.all(others);
    expect(order).toEqual([1, 2]);
  });
});
