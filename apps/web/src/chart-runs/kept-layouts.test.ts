import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepLayout, readKeptLayout } from './kept-layouts.ts';

describe('the layouts of tables that a browser keeps', () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
    });
  });
  afterEach(() => {
    stored.clear();
    vi.unstubAllGlobals();
  });
  const layout = { order: ['b', 'a'], widths: { a: 90 }, pinned: [] };

  it('are those of each chart, without the page and the order of its rows', () => {
    keepLayout(7, { layout, currentPage: 3, sortBy: [{ key: 'a', desc: true }] });
    keepLayout(8, { layout: { ...layout, pinned: ['a'] } });
    expect(readKeptLayout(7)).toEqual({ layout });
    expect(readKeptLayout(8)).toEqual({ layout: { ...layout, pinned: ['a'] } });
    expect(readKeptLayout(9)).toBeUndefined();
  });

  it('are forgotten when columns are put back, and are none where a chart is not saved', () => {
    keepLayout(7, { layout });
    keepLayout(7, { layout: { order: [], widths: {}, pinned: [] } });
    keepLayout(undefined, { layout });
    expect(readKeptLayout(7)).toBeUndefined();
    expect(readKeptLayout(undefined)).toBeUndefined();
  });

  it('are none where what is kept cannot be read', () => {
    for (const text of ['{', '"x"', '[["7", 1], [7, {}], null]']) {
      stored.set('powerset:table-layouts', text);
      expect(readKeptLayout(7)).toBeUndefined();
    }
  });
});
