import { describe, expect, it } from 'vitest';
import { lazyView } from './lazy-view.ts';

const View = () => null;

describe('a view whose code arrives late', () => {
  it('is found once its code is there, which is fetched once for all who ask', async () => {
    let times = 0;
    const lazy = lazyView(async () => {
      times += 1;
      return { View };
    });
    expect(lazy.find()).toBeUndefined();
    await Promise.all([lazy.load(), lazy.load()]);
    expect(lazy.find()).toBe(View);
    expect(times).toBe(1);
  });

  it('says what went wrong with its code to who asks for it, and is tried anew', async () => {
    let tries = 0;
    const lazy = lazyView(async () => {
      tries += 1;
      if (tries === 1) throw new Error('gone');
      return { View };
    });
    await expect(lazy.load()).rejects.toThrow('gone');
    await lazy.load();
    expect(lazy.find()).toBe(View);
  });
});
