import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDeadline } from '../deadline.ts';
import { EngineReplacedError } from './child-process.ts';
import { Repeats } from './repeats.ts';

const timeoutMs = 3000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Work whose every attempt ends when the test says how. */
function openWork(repeats: Repeats) {
  const attempts: { readonly isSuspect: boolean; readonly end: (error?: Error) => void }[] = [];
  const done = withDeadline({ timeoutMs }, (signal, limit) =>
    repeats.repeat(
      { signal, limit },
      (isSuspect) =>
        new Promise<string>((resolve, reject) => {
          attempts.push({ isSuspect, end: (error) => (error ? reject(error) : resolve('done')) });
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    ),
  );
  done.catch(() => undefined);
  return { attempts, done };
}

describe('work that is done again', () => {
  it('has all of its time again', async () => {
    const { attempts, done } = openWork(new Repeats());
    vi.advanceTimersByTime(timeoutMs - 1);
    attempts[0]!.end(new EngineReplacedError(false));
    await setImmediate();
    vi.advanceTimersByTime(timeoutMs - 1);
    attempts[1]!.end();
    expect(await done).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loses no time while another suspect has its turn', async () => {
    const repeats = new Repeats();
    const works = [openWork(repeats), openWork(repeats)];
    for (const { attempts } of works) attempts[0]!.end(new EngineReplacedError(true));
    await setImmediate();
    vi.advanceTimersByTime(timeoutMs);
    await expect(works[0]!.done).rejects.toMatchObject({ details: { code: 'BACKEND_TIMEOUT_ERROR' } });
    await setImmediate();
    expect(works[1]!.attempts.map(({ isSuspect }) => isSuspect)).toEqual([false, true]);
    vi.advanceTimersByTime(timeoutMs - 1);
    works[1]!.attempts[1]!.end();
    expect(await works[1]!.done).toBe('done');
  });

  it('ends at its time limit all the same, and after four repeats', async () => {
    const late = openWork(new Repeats());
    late.attempts[0]!.end(new EngineReplacedError(false));
    await setImmediate();
    vi.advanceTimersByTime(timeoutMs);
    await expect(late.done).rejects.toMatchObject({ details: { code: 'BACKEND_TIMEOUT_ERROR' } });
    const unlucky = openWork(new Repeats());
    for (let attempt = 0; attempt < 5; attempt += 1) {
      unlucky.attempts[attempt]!.end(new EngineReplacedError(false));
      await setImmediate();
    }
    await expect(unlucky.done).rejects.toBeInstanceOf(EngineReplacedError);
    expect(unlucky.attempts).toHaveLength(5);
  });
});
