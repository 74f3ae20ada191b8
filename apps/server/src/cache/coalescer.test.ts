import { describe, expect, it } from 'vitest';
import { Coalescer } from './coalescer.ts';

/** Work that ends when it is told to, and counts how often it was begun. */
function openWork() {
  const seen = { begun: 0, signal: new AbortController().signal, tell: (_fraction: number): void => undefined };
  let finish: (value: string) => void = () => undefined;
  const start = (signal: AbortSignal, tell: (fraction: number) => void) => {
    Object.assign(seen, { begun: seen.begun + 1, signal, tell });
    return new Promise<string>((resolve, reject) => {
      finish = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return { seen, start, finish: (value: string) => finish(value) };
}

describe('identical work in flight', () => {
  it('is done once for all who wait, and again for who comes after its end', async () => {
    const { seen, start, finish } = openWork();
    const coalescer = new Coalescer<string, number>();
    const both = [coalescer.join({ key: 'a', start }), coalescer.join({ key: 'a', start })];
    finish('once');
    expect(await Promise.all(both)).toEqual(['once', 'once']);
    const later = coalescer.join({ key: 'a', start });
    finish('twice');
    expect([await later, seen.begun]).toEqual(['twice', 2]);
  });

  it('is not shared by other keys', async () => {
    const coalescer = new Coalescer<string, number>();
    const join = (key: string) => coalescer.join({ key, start: async () => key });
    expect(await Promise.all([join('a'), join('b')])).toEqual(['a', 'b']);
  });

  it('goes on when one leaves, and is cancelled when the last one leaves', async () => {
    const { seen, start } = openWork();
    const coalescer = new Coalescer<string, number>();
    const [first, second] = [new AbortController(), new AbortController()];
    const left = coalescer.join({ key: 'a', signal: first.signal, start });
    const last = coalescer.join({ key: 'a', signal: second.signal, start });
    first.abort(new Error('first'));
    await expect(left).rejects.toThrow('first');
    expect(seen.signal.aborted).toBe(false);
    second.abort(new Error('second'));
    await expect(last).rejects.toThrow('second');
    expect(seen.signal.aborted).toBe(true);
  });

  it('is begun anew for who comes after it was cancelled', async () => {
    const { seen, start, finish } = openWork();
    const coalescer = new Coalescer<string, number>();
    const leaving = new AbortController();
    const left = coalescer.join({ key: 'a', signal: leaving.signal, start });
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const next = coalescer.join({ key: 'a', start });
    finish('new');
    expect([await next, seen.begun]).toEqual(['new', 2]);
  });

  it('is not begun by who has left already', async () => {
    const { seen, start } = openWork();
    const joining = { key: 'a', signal: AbortSignal.abort(new Error('gone')), start };
    await expect(new Coalescer<string, number>().join(joining)).rejects.toThrow('gone');
    expect(seen.begun).toBe(0);
  });

  it('tells what it says of itself to all who wait for it', async () => {
    const { seen, start, finish } = openWork();
    const coalescer = new Coalescer<string, number>();
    const told: string[] = [];
    const join = (name: string) =>
      coalescer.join({ key: 'a', start, onNews: (fraction) => told.push(`${name} ${fraction}`) });
    const both = [join('one'), join('other')];
    seen.tell(0.5);
    finish('done');
    await Promise.all(both);
    seen.tell(1);
    expect(told).toEqual(['one 0.5', 'other 0.5']);
  });

  it('fails for all who wait, and is not remembered', async () => {
    const coalescer = new Coalescer<string, number>();
    const fail = () => coalescer.join({ key: 'a', start: () => Promise.reject(new Error('broken')) });
    const both = await Promise.allSettled([fail(), fail()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await coalescer.join({ key: 'a', start: async () => 'well' })).toBe('well');
  });
});
