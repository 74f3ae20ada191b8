import { describe, expect, it } from 'vitest';
import { lazyView } from './lazy-view.ts';

const View = () => null;

describe('a view whose code arrives late', () => {
  it('is made ready once its code is there, and never without being asked', async () => {
    const done: string[] = [];
    const lazy = lazyView(async () => {
      done.push('loaded');
      return { View, prepare: () => done.push('prepared') };
    });
    await lazy.load();
    expect(done).toEqual(['loaded']);
    await lazy.prepare();
    expect(done).toEqual(['loaded', 'prepared']);
  });

  it('says what went wrong with its code to who prepares it, and is tried anew', async () => {
    let tries = 0;
    const lazy = lazyView(async () => {
      tries += 1;
      if (tries === 1) throw new Error('gone');
      return { View };
    });
    await expect(lazy.prepare()).rejects.toThrow('gone');
    await lazy.prepare();
    expect(lazy.find()).toBe(View);
  });
});
