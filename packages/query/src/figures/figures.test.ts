import type { CellValue, ColumnType, ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { compareFigures, firstRows, namingColumns } from './index.ts';

type Columns = Readonly<Record<string, readonly CellValue[]>>;

function typeOf(values: readonly CellValue[]): ColumnType {
  const value = values.find((one) => one !== null);
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'number';
}

const table = (columns: Columns): ResultTable => ({
  rowCount: Object.values(columns)[0]?.length ?? 0,
  columns: Object.entries(columns).map(([name, values]) => ({
    ...{ name, values, nativeType: '' },
    type: typeOf(values),
  })),
});

const compare = (before: Columns, after: Columns, keys: readonly string[], most = 100) =>
  compareFigures(table(before), table(after), { keys, most });

describe('the figures of two results', () => {
  it('are matched by what names their rows, whatever the order, and told with the largest change first', () => {
    const found = compare(
      { region: ['EMEA', 'APAC', 'LATAM'], revenue: [1_200_000, 300_000, 5], orders: [10, 20, 30] },
      { region: ['LATAM', 'EMEA', 'APAC'], revenue: [5, 1_400_000, 330_000], orders: [30, 10, 19] },
      ['region'],
    );
    expect(found).toMatchObject({ isMatched: true, figures: 6, changed: 3, gone: 0, added: 0, paired: 0 });
    expect(found.changes.map(({ key, column, difference }) => [key, column, difference])).toEqual([
      [['EMEA'], 'revenue', 200_000],
      // A share of what its column counts in: one order of thirty is more than 30,000 of 1.4 million.
      [['APAC'], 'orders', -1],
      [['APAC'], 'revenue', 30_000],
    ]);
    expect(found.changes[0]?.share).toBeCloseTo(1 / 6);
    expect(found.columns).toEqual([
      { name: 'region', type: 'string', role: 'key', in: 'both' },
      { name: 'revenue', type: 'number', role: 'figure', in: 'both' },
      { name: 'orders', type: 'number', role: 'figure', in: 'both' },
    ]);
  });

  it('that only one result has are told with their rows, and columns of one result are named', () => {
    const found = compare({ day: ['1', '2'], n: [4, 5], old: [1, 1] }, { day: ['2', '3'], n: [5, 9], fresh: [2, 2] }, [
      'day',
    ]);
    expect(found).toMatchObject({ figures: 1, changed: 0, gone: 1, added: 1 });
    expect(found.columns.map(({ name, in: place }) => [name, place])).toEqual([
      ['day', 'both'],
      ['n', 'both'],
      ['fresh', 'after'],
      ['old', 'before'],
    ]);
    expect(found.changes).toMatchObject([
      { kind: 'gone', key: ['1'], column: 'old', before: 1, after: null, difference: null },
      { kind: 'gone', key: ['1'], column: 'n', before: 4 },
      { kind: 'added', key: ['3'], column: 'n', before: null, after: 9 },
      { kind: 'added', key: ['3'], column: 'fresh', after: 2 },
    ]);
  });

  it('are the same where they differ by the noise of adding up, and others where whole numbers differ by one', () => {
    const big = 2n ** 60n;
    const found = compare(
      { k: ['a', 'b', 'c', 'd', 'e'], n: [0.1 + 0.2, 9_000_000_000_000_000, big, 5n, Number.NaN] },
      { k: ['a', 'b', 'c', 'd', 'e'], n: [0.3, 9_000_000_000_000_001, big + 1n, 5, Number.NaN] },
      ['k'],
    );
    expect(found.changes.map(({ key, difference }) => [key[0], difference])).toEqual([
      ['b', 1],
      ['c', 1],
    ]);
  });

  it('that come from nothing, go to nothing or stop being numbers have no difference, and no share of zero', () => {
    const found = compare(
      { k: ['a', 'b', 'c', 'd'], n: [null, 3, 0, 2] },
      { k: ['a', 'b', 'c', 'd'], n: [4, null, 4, Number.NaN] },
      ['k'],
    );
    expect(found.changes.map(({ key, difference, share }) => [key[0], difference, share])).toEqual([
      ['d', null, null],
      ['a', null, null],
      ['c', 4, null],
      ['b', null, null],
    ]);
  });

  it('that became infinite, or were, are others than every number, and the same as themselves', () => {
    const far = Number.POSITIVE_INFINITY;
    const found = compare(
      { k: ['a', 'b', 'c', 'd', 'e'], n: [1.5, far, far, far, 2n] },
      { k: ['a', 'b', 'c', 'd', 'e'], n: [far, 3, -far, far, -far] },
      ['k'],
    );
    expect(found.changes.map(({ key, difference }) => [key[0], difference])).toEqual([
      ['a', null],
      ['b', null],
      ['c', null],
      ['e', null],
    ]);
  });

  it('of names that nobody has are those of null alone, apart from a text that looks like it', () => {
    const found = compare({ k: [null, '_', 'null'], n: [1, 2, 3] }, { k: ['_', 'null', null], n: [2, 3, 1] }, ['k']);
    expect(found).toMatchObject({ figures: 3, changed: 0, gone: 0, added: 0 });
  });

  it('are compared as texts where they are none', () => {
    const found = compare({ k: ['a', 'b'], who: ['Ann', 'Bo'] }, { k: ['a', 'b'], who: ['Ann', 'Cy'] }, ['k']);
    expect(found).toMatchObject({ figures: 2, changed: 1 });
    expect(found.changes).toMatchObject([{ column: 'who', before: 'Bo', after: 'Cy', difference: null }]);
  });

  it('that are long texts are told by their beginning, and compared whole', () => {
    const long = 'x'.repeat(10_000);
    const found = compare({ k: [long], who: [`${long}a`] }, { k: [long], who: [`${long}b`] }, ['k']);
    expect(found.changed).toBe(1);
    expect(JSON.stringify(found.changes).length).toBeLessThan(1200);
  });

  it('of rows that share their name: those alike are the same, others are paired in their order and counted', () => {
    const found = compare({ k: ['a', 'a', 'a'], n: [1, 2, 3] }, { k: ['a', 'a'], n: [2, 7] }, ['k']);
    expect(found).toMatchObject({ figures: 2, changed: 1, paired: 1, gone: 1, added: 0 });
    expect(found.changes).toMatchObject([
      { kind: 'changed', before: 1, after: 7 },
      { kind: 'gone', before: 3 },
    ]);
  });

  it('of raw rows are the rows: how many of those that are alike came and went', () => {
    const before = { who: ['Ann', 'Ann', 'Bo'], n: [1, 1, 2] };
    const after = { who: ['Ann', 'Cy', 'Cy'], n: [1, 3, 3] };
    const found = compare(before, after, ['who', 'n']);
    expect(found).toMatchObject({ figures: 0, changed: 0, gone: 2, added: 2 });
    expect(found.changes).toMatchObject([
      { kind: 'gone', key: ['Ann', 1], column: null, rows: 1 },
      { kind: 'gone', key: ['Bo', 2], rows: 1 },
      { kind: 'added', key: ['Cy', 3], rows: 2 },
    ]);
  });

  it('are joined by the columns that both name rows by, and by none where they share none', () => {
    const byRegion = { region: ['a', 'b'], n: [1, 2] };
    const finer = { region: ['a', 'b'], product: ['x', 'y'], n: [1, 3] };
    expect(compare(byRegion, finer, ['region', 'product'])).toMatchObject({ isMatched: true, figures: 2, changed: 1 });
    const byProduct = { product: ['x', 'y'], n: [1, 2] };
    const apart = compare(byRegion, byProduct, ['region', 'product']);
    expect(apart).toMatchObject({ isMatched: false, figures: 0, changed: 0, gone: 2, added: 2 });
    expect(apart.changes[0]).toMatchObject({ kind: 'gone', key: [null, 'b'], column: 'n', before: 2 });
  });

  it('of one row each need no name', () => {
    expect(compare({ total: [3] }, { total: [4] }, [])).toMatchObject({ isMatched: true, figures: 1, changed: 1 });
  });

  it('of results without the columns that should name them are told apart by what is no number', () => {
    expect(compare({ bin: ['a', 'b'], n: [1, 2] }, { bin: ['b', 'a'], n: [2, 1] }, ['x'])).toMatchObject({
      changed: 0,
    });
  });

  it('are told as many of each kind as wanted, and counted all', () => {
    const rows = Array.from({ length: 1000 }, (_, at) => at);
    const found = compare(
      { k: rows.map(String), n: rows },
      { k: rows.map(String), n: rows.map((n) => n * 2) },
      ['k'],
      3,
    );
    expect(found.changed).toBe(999);
    expect(found.changes.map(({ difference }) => difference)).toEqual([999, 998, 997]);
  });

  it('of fifty thousand rows take less than five seconds', () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => at);
    const of = (by: number) => ({ k: rows.map((at) => `name ${at}`), n: rows.map((at) => at * by), m: rows });
    const start = performance.now();
    expect(compare(of(1), of(1.5), ['k'])).toMatchObject({ figures: 100_000, changed: 49_999 });
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('what names rows of which nothing is known', () => {
  const isName = (name: string) => name.endsWith('_id');

  it('is what is no number, and numbers that are names', () => {
    const one = table({ order_id: [1, 2], region: ['a', 'a'], n: [1, 2] });
    expect(namingColumns(one, one, isName)).toEqual(['order_id', 'region']);
  });

  it('is the whole row where rows share it', () => {
    const one = table({ region: ['a', 'a'], n: [1, 2] });
    expect(namingColumns(one, one, isName)).toEqual(['region', 'n']);
  });
});

it('the first rows of a result are a result of their own, and all of them the result itself', () => {
  const many = table({ a: [1, 2, 3, 4], b: [1, 2, 3, 4] });
  expect(firstRows(many, 3)).toMatchObject({ rowCount: 3, columns: [{ values: [1, 2, 3] }, { values: [1, 2, 3] }] });
  expect(firstRows(many, 4)).toBe(many);
});
