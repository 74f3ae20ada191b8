import { lightChartTheme } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { lazyView } from './lazy-view.ts';

const View = () => null;

describe('a view whose code arrives late', () => {
  it('is made ready once its code is there, and never without being asked', async () => {
    const done: string[] = [];
    const lazy = lazyView(async () => {
      done.push('loaded');
      return { View, prepare: ({ font }) => done.push(`prepared in ${font}`) };
    });
    await lazy.load();
    expect(done).toEqual(['loaded']);
    await lazy.prepare(lightChartTheme);
    expect(done).toEqual(['loaded', `prepared in ${lightChartTheme.font}`]);
  });

  it('says what went wrong with its code to who prepares it, and is tried anew', async () => {
    let tries = 0;
    const lazy = lazyView(async () => {
      tries += 1;
      if (tries === 1) throw new Error('gone');
      return { View };
    });
    await expect(lazy.prepare(lightChartTheme)).rejects.toThrow('gone');
    await lazy.prepare(lightChartTheme);
    expect(lazy.find()).toBe(View);
  });
});
