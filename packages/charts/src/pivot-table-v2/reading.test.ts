import { lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { fixedWidths } from './fixed-widths.ts';
import { isFolded, nothingFolded, readFolded, withKey, withLevel, writeFolded } from './folds.ts';
import { chart } from './index.ts';
import { spansOf, toLines } from './lines.ts';
import { isSortedBy, nextSort, readSort, sortedRows } from './sorted-axis.ts';

const form = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['country', 'segment'],
  groupbyColumns: ['channel'],
  metrics: ['revenue'],
};
const small = [
  { country: 'DE', segment: 'A', channel: 'Web', revenue: 1 },
  { country: 'DE', segment: 'B', channel: 'Web', revenue: 2 },
  { country: 'FR', segment: 'A', channel: 'Web', revenue: 4 },
  { country: 'FR', segment: 'A', channel: 'Store', revenue: 8 },
  { country: 'FR', segment: 'C', channel: 'Store', revenue: 9 },
];

function pivot(rows: readonly Record<string, string | number>[], changes: Record<string, unknown> = {}) {
  const given = toModelContext(chart, { form: { ...form, ...changes }, results: [] }, lightChartTheme);
  const context = { ...given, theme: lightChartTheme, width: 400, height: 200, locale: 'en', selectedLabels: [] };
  const model = chart.toModel([tableFromRows(rows)], context);
  return { model, options: chart.toOptions(model, context) };
}

const rules = { hasTotal: false, hasSubtotals: false, isSubtotalFirst: false, folded: nothingFolded };
const labelsOf = (lines: ReturnType<typeof toLines>) =>
  lines.map(({ nodes, kind }) => `${nodes.map(({ label }) => label).join('/')}${kind === 'leaf' ? '' : ` ${kind}`}`);

describe('folding', () => {
  it('of a whole level shows a line with its sum for each key', () => {
    const { model } = pivot(small);
    const lines = toLines(model.rows, { ...rules, folded: withLevel(nothingFolded, 1, true) });
    expect(labelsOf(lines)).toEqual(['DE folded', 'FR folded']);
    const [web] = toLines(model.columns, rules).filter(({ nodes }) => nodes.at(-1)?.label === 'Web');
    expect(lines.map(({ path }) => model.figureAt(path, web?.path ?? []))).toEqual([3, 4]);
  });

  it('of a level leaves keys open that are opened by hand, until the level is opened', () => {
    const { model } = pivot(small);
    const path = model.rows.nodes[0]?.path ?? [];
    const folded = withKey(withLevel(nothingFolded, 1, true), path);
    expect(labelsOf(toLines(model.rows, { ...rules, folded }))).toEqual(['DE/A', 'DE/B', 'FR folded']);
    expect(isFolded(withLevel(folded, 1, false), path)).toBe(false);
  });

  it('is kept as it was; what is no folding is none', () => {
    const folded = withKey(withLevel(nothingFolded, 2, true), ['string:DE']);
    expect(readFolded(JSON.parse(JSON.stringify(writeFolded(folded))))).toEqual(folded);
    for (const stored of [null, 7, {}, { levels: 'x', keys: [3, null] }])
      expect(readFolded(stored)).toEqual(nothingFolded);
  });

  it('of a column lets its head reach down over the levels below', () => {
    const { model } = pivot(small, { groupbyRows: [], groupbyColumns: ['country', 'segment'] });
    const folded = withLevel(nothingFolded, 2, true);
    const lines = toLines(model.columns, { ...rules, folded });
    expect(spansOf(lines, 1, 3).map(({ depth }) => depth)).toEqual([2, 2]);
    expect(spansOf(lines, 2, 3)).toEqual([]);
  });
});

describe('ordering rows by a column', () => {
  const byStore = (desc: boolean, changes = {}) => {
    const { model } = pivot(small, changes);
    const store = toLines(model.columns, rules).find(({ nodes }) => nodes.at(-1)?.label === 'Store');
    return labelsOf(toLines(sortedRows(model, { column: store?.path ?? [], desc }), rules));
  };

  it('keeps groups together, orders them by their sums, and puts what has no figure last', () => {
    expect(byStore(true)).toEqual(['FR/C', 'FR/A', 'DE/A', 'DE/B']);
    expect(byStore(false)).toEqual(['FR/A', 'FR/C', 'DE/A', 'DE/B']);
  });

  it('goes from the largest to the smallest and back to the chart’s own order', () => {
    const first = nextSort(null, ['a']);
    expect(first).toEqual({ column: ['a'], desc: true });
    const second = nextSort(first, ['a']);
    expect(second).toEqual({ column: ['a'], desc: false });
    expect(nextSort(second, ['a'])).toBeNull();
    expect(nextSort(second, ['b'])).toEqual({ column: ['b'], desc: true });
    expect(isSortedBy(first, [])).toBe(false);
    expect(readSort({ column: ['a'], desc: true })).toEqual(first);
    expect([null, {}, { column: 'a' }].map(readSort)).toEqual([null, null, null]);
  });
});

describe('a pivot of many columns', () => {
  const wide = Array.from({ length: 40 }, (_, at) => ({ country: 'DE', segment: 'A', channel: `C${at}`, revenue: at }));
  const widthsOf = (rows: typeof small, width: number) => {
    const { model, options } = pivot(rows);
    const lines = { rows: toLines(model.rows, rules), columns: toLines(model.columns, rules) };
    return fixedWidths(lines, { model, options, width });
  };

  it('has fixed widths, so that only those in sight are drawn; one of few columns fits itself', () => {
    expect(widthsOf(wide, 800)?.columns).toHaveLength(40);
    expect(widthsOf(small, 800)).toBeNull();
  });

  it('keeps keys in sight as long as they leave half of the width', () => {
    expect(widthsOf(wide, 800)?.held).toBe(2);
    expect(widthsOf(wide, 200)?.held).toBe(1);
    expect(widthsOf(wide, 60)?.held).toBe(0);
  });
});

describe('rules of a pivot', () => {
  it('color the text, or set a sign, where they say so', () => {
    const rule = { column: 'revenue', colorScheme: '#ff0000', operator: '>', targetValue: 4 };
    const looks = (objectFormatting: string) => {
      const { options } = pivot(small, { conditional_formatting: [{ ...rule, objectFormatting }] });
      return options.looksOf('revenue');
    };
    expect(looks('TEXT_COLOR')?.toneOf(8)).toBe('#ff0000');
    expect(looks('TEXT_COLOR')?.groundOf(8)).toBeUndefined();
    expect(looks('ICON')?.signOf(8)).toEqual({ text: '▲', color: '#ff0000' });
    expect(looks('ICON')?.signOf(2)).toBeUndefined();
    expect(looks('BACKGROUND_COLOR')?.groundOf(8)).toBeDefined();
  });
});
