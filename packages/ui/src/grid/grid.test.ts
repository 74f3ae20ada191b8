import { describe, expect, it, vi } from 'vitest';
import { cellText, groupDigits, plainText } from './cell-text.ts';
import { fillWidths } from './column-widths.ts';
import { toCopiedText, toTabbedText } from './copy-formats.ts';
import {
  heightsOf,
  ROW_HEIGHT,
  revealRow,
  toScrollTop,
  toVirtualTop,
  visibleColumns,
  visibleRows,
} from './geometry.ts';
import { boundsOf, moveFocus, rangeOfColumns, rangeOfRows } from './selection.ts';
import { createWindowCache, type GridWindow, windowsOf } from './window-cache.ts';

describe('scrolling', () => {
  const small = { rowCount: 1000, viewHeight: 500 };
  const huge = { rowCount: 10_000_000, viewHeight: 500, maxScrollPx: 15_000_000 };

  it('is one to one as long as the browser can draw the height', () => {
    expect(heightsOf(small)).toEqual({ virtual: 28_000, physical: 28_000 });
    expect(toVirtualTop(12_345, { scrollTop: 0, virtualTop: 0 }, small)).toBe(12_345);
  });

  it('stays under the limit of height above it, and both ends meet', () => {
    expect(heightsOf(huge)).toEqual({ virtual: 280_000_000, physical: 15_000_000 });
    expect(toVirtualTop(0, { scrollTop: 50, virtualTop: 50 }, huge)).toBe(0);
    expect(toVirtualTop(15_000_000 - 500, { scrollTop: 0, virtualTop: 0 }, huge)).toBe(280_000_000 - 500);
    expect(toScrollTop(280_000_000 - 500, huge)).toBe(15_000_000 - 500);
  });

  it('moves rows by the wheel pixel for pixel, and by the dragged bar to the same share', () => {
    expect(toVirtualTop(7_000_100, { scrollTop: 7_000_000, virtualTop: 130_000_000 }, huge)).toBe(130_000_100);
    const half = toVirtualTop((15_000_000 - 500) / 2, { scrollTop: 0, virtualTop: 0 }, huge);
    expect(half).toBeCloseTo((280_000_000 - 500) / 2, 3);
  });

  it('draws the rows in view and a few around, never beyond the last', () => {
    expect(visibleRows(280, small, 2)).toEqual({ first: 8, end: 30 });
    expect(visibleRows(27_500, small, 2).end).toBe(1000);
    expect(visibleRows(0, { rowCount: 0, viewHeight: 500 })).toEqual({ first: 0, end: 0 });
  });

  it('draws only the columns in view', () => {
    expect(visibleColumns([0, 100, 200, 300, 400], 150, 100)).toEqual({ first: 1, end: 3 });
  });

  it('moves just as far as a row needs to be seen', () => {
    expect(revealRow(0, 100, 500)).toBe(0);
    expect(revealRow(10, 0, 500)).toBe(0);
    expect(revealRow(20, 0, 500)).toBe(21 * ROW_HEIGHT - 500);
  });
});

describe('cells', () => {
  it('keeps integers beyond 2^53 and decimals exact, grouped by thin spaces [SQL-045]', () => {
    expect(cellText(9_007_199_254_740_993n, 'number')).toBe('9\u202f007\u202f199\u202f254\u202f740\u202f993');
    expect(cellText('82024.010', 'number')).toBe('82\u202f024.010');
    expect(cellText(-1234.5, 'number')).toBe('\u22121\u202f234.5');
    expect(cellText(2015, 'number', 'years')).toBe('2015');
    expect(cellText(2015, 'number')).toBe('2\u202f015');
    expect(cellText(12015, 'number', 'years')).toBe('12\u202f015');
    expect(cellText(2015.5, 'number', 'years')).toBe('2\u202f015.5');
    expect(cellText(1233074, 'number', 'plain')).toBe('1233074');
    expect(cellText('-9007199254740993', 'number', 'plain')).toBe('-9007199254740993');
    expect(groupDigits('1e21')).toBe('1e21');
  });

  it('shows dates without a time at midnight, and NULL has no text', () => {
    expect(cellText(Date.UTC(2026, 10, 16), 'temporal')).toBe('2026-11-16');
    expect(cellText(Date.UTC(2026, 10, 16, 22, 3, 14, 5), 'temporal')).toBe('2026-11-16 22:03:14.005');
    expect(cellText(Date.UTC(-43, 2, 15, 10), 'temporal')).toBe('0044-03-15 (BC) 10:00:00');
    expect(cellText(null, 'string')).toBeNull();
    expect(cellText('', 'string')).toBe('');
  });

  it('copies plain values with quotes where a cell holds tabs, lines or quotes', () => {
    expect(plainText(1_234_567, 'number')).toBe('1234567');
    const columns = [
      { name: 'a', type: 'number', values: [1, null] },
      { name: 'b\tc', type: 'string', values: ['x\ny', 'say "hi"'] },
    ] as const;
    expect(toTabbedText(columns, true)).toBe('a\t"b\tc"\n1\t"x\ny"\n\t"say ""hi"""');
  });
});

describe('copying', () => {
  const columns = [
    { name: 'order_id', type: 'number', values: [1233074, 1233075, null] },
    { name: 'Customer name', type: 'string', values: ["O'Neil", 'a|b,\n"c"', ''] },
    { name: 'paid', type: 'boolean', values: [true, false, null] },
    { name: 'at', type: 'temporal', values: ['2026-11-16 22:03:14', Date.UTC(2026, 10, 16), null] },
  ] as const;
  const copy = (format: Parameters<typeof toCopiedText>[1], some: readonly (typeof columns)[number][] = columns) =>
    toCopiedText(some, format, { hasHeader: true, table: 'orders' });

  it('writes CSV in which an empty text is no NULL', () => {
    expect(copy('csv')).toBe(
      [
        'order_id,Customer name,paid,at',
        "1233074,O'Neil,true,2026-11-16 22:03:14",
        '1233075,"a|b,',
        '""c""",false,2026-11-16',
        ',"",,',
      ].join('\n'),
    );
    expect(copy('csv', [{ name: 'city, country', type: 'string', values: ['Rome, Italy'] } as never])).toBe(
      '"city, country"\n"Rome, Italy"',
    );
  });

  it('writes a Markdown table whose cells hold no bars and lines of their own', () => {
    expect(copy('markdown').split('\n')).toEqual([
      '| order_id | Customer name | paid | at |',
      '| ---: | --- | --- | --- |',
      "| 1233074 | O'Neil | true | 2026-11-16 22:03:14 |",
      '| 1233075 | a\\|b,<br>"c" | false | 2026-11-16 |',
      '|  |  |  |  |',
    ]);
  });

  it('writes INSERT statements with literals that a database reads back', () => {
    expect(copy('insert')).toBe(
      `INSERT INTO orders (order_id, "Customer name", paid, at) VALUES
  (1233074, 'O''Neil', TRUE, '2026-11-16 22:03:14'),
  (1233075, 'a|b,\n"c"', FALSE, '2026-11-16'),
  (NULL, '', NULL, NULL);`,
    );
  });

  it('writes each value of a column once as IN, and rows of several columns', () => {
    expect(copy('in', [{ name: 'x', type: 'number', values: [1, 2, 1, null] } as never])).toBe('IN (1, 2)');
    expect(copy('in', columns.slice(0, 2))).toBe(
      `(order_id, "Customer name") IN ((1233074, 'O''Neil'), (1233075, 'a|b,\n"c"'))`,
    );
  });
});

describe('selecting', () => {
  const size = { rowCount: 100, columnCount: 5, pageRows: 20 };
  const from = { row: 10, column: 2 };
  const move = (key: string, hasCommand = false) => moveFocus(from, { key, hasCommand }, size);

  it('walks by keys and stops at the edges', () => {
    expect(move('ArrowDown')).toEqual({ row: 11, column: 2 });
    expect(move('PageUp')).toEqual({ row: 0, column: 2 });
    expect(move('End', true)).toEqual({ row: 99, column: 4 });
    expect(move('Home')).toEqual({ row: 10, column: 0 });
    expect(move('x')).toBeNull();
  });

  it('spans a rectangle in any direction', () => {
    expect(boundsOf({ anchor: { row: 5, column: 3 }, focus: { row: 2, column: 4 } })).toEqual({
      top: 2,
      bottom: 5,
      left: 3,
      right: 4,
    });
  });
});

describe('selecting whole rows and columns', () => {
  it('spans all cells of them, and keys go on from the first', () => {
    expect(boundsOf(rangeOfRows(7, 3, 5))).toEqual({ top: 3, bottom: 7, left: 0, right: 4 });
    expect(rangeOfRows(7, 3, 5).focus).toEqual({ row: 3, column: 0 });
    expect(boundsOf(rangeOfColumns(1, 2, 100))).toEqual({ top: 0, bottom: 99, left: 1, right: 2 });
    expect(rangeOfColumns(1, 2, 100).focus).toEqual({ row: 0, column: 2 });
  });
});

describe('widths', () => {
  it('share what is left, to the last pixel, and never shrink', () => {
    expect(fillWidths([100, 100, 100], 1000).reduce((sum, width) => sum + width, 0)).toBe(1000);
    expect(fillWidths([600, 600], 1000)).toEqual([600, 600]);
  });
});

describe('windows of rows', () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

  function source(rowCount: number) {
    const asked: number[] = [];
    const signals: AbortSignal[] = [];
    const pending: (() => void)[] = [];
    const fetchWindow = (offset: number, limit: number, signal: AbortSignal) => {
      asked.push(offset);
      signals.push(signal);
      return new Promise<GridWindow>((resolve) =>
        pending.push(() => resolve({ offset, columns: [Array.from({ length: limit }, (_, row) => offset + row)] })),
      );
    };
    let changes = 0;
    const cache = createWindowCache({
      fetchWindow,
      rowCount,
      windowSize: 100,
      maxWindows: 3,
      onChange: () => {
        changes += 1;
      },
    });
    return {
      cache,
      asked,
      signals,
      answer: async () => {
        for (const reply of pending.splice(0)) reply();
        await settle();
      },
      changes: () => changes,
    };
  }

  it('are those that the rows in view touch', () => {
    expect(windowsOf(90, 110, 100)).toEqual([0, 1]);
    expect(windowsOf(100, 200, 100)).toEqual([1]);
    expect(windowsOf(5, 5, 100)).toEqual([]);
  });

  it('are asked for once, and the last one only as far as the rows go', async () => {
    const { cache, asked, answer, changes } = source(130);
    cache.ensure(90, 120);
    cache.ensure(91, 121);
    expect(asked).toEqual([0, 100]);
    expect(cache.valueAt(95, 0)).toBeUndefined();
    await answer();
    expect([cache.valueAt(95, 0), cache.valueAt(129, 0), cache.valueAt(130, 0), changes()]).toEqual([
      95,
      129,
      undefined,
      2,
    ]);
  });

  it('are given up when they leave the view before they came', async () => {
    const { cache, signals, answer } = source(1000);
    cache.ensure(0, 50);
    cache.ensure(800, 850);
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    await answer();
    expect([cache.valueAt(0, 0), cache.valueAt(800, 0)]).toEqual([undefined, 800]);
  });

  it('are forgotten oldest first, never those in view', async () => {
    const { cache, answer } = source(1000);
    for (const row of [0, 100, 200, 300]) {
      cache.ensure(row, row + 10);
      await answer();
    }
    expect([cache.valueAt(0, 0), cache.valueAt(300, 0)]).toEqual([undefined, 300]);
  });

  it('are not asked for while they fly past, but once the view rests', () => {
    vi.useFakeTimers();
    const asked: number[] = [];
    const fetchWindow = (offset: number) => {
      asked.push(offset);
      return new Promise<GridWindow>(() => {});
    };
    const cache = createWindowCache({ fetchWindow, rowCount: 10_000, windowSize: 100, restMs: 50, onChange: () => {} });
    for (const row of [0, 2000, 4000, 6000]) cache.ensure(row, row + 10);
    expect(asked).toEqual([0]);
    vi.advanceTimersByTime(60);
    expect(asked).toEqual([0, 6000]);
    vi.useRealTimers();
  });

  it('start with rows that are there already', () => {
    const first = { offset: 0, columns: [[7, 8, 9]] };
    const cache = createWindowCache({
      fetchWindow: () => new Promise<GridWindow>(() => {}),
      rowCount: 3,
      first,
      onChange: () => {},
    });
    expect(cache.valueAt(2, 0)).toBe(9);
  });

  it('say what failed, ask no further, and try again when told to', async () => {
    let attempts = 0;
    const fetchWindow = async (offset: number): Promise<GridWindow> => {
      attempts += 1;
      if (attempts === 1) throw new Error('The result is gone');
      return { offset, columns: [[1]] };
    };
    const cache = createWindowCache({ fetchWindow, rowCount: 1, onChange: () => {} });
    cache.ensure(0, 1);
    await settle();
    cache.ensure(0, 1);
    expect([cache.error()?.message, attempts]).toEqual(['The result is gone', 1]);
    cache.retry();
    await settle();
    expect([cache.error(), cache.valueAt(0, 0)]).toEqual([null, 1]);
  });
});
