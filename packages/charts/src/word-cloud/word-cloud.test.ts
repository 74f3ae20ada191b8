import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawForTest, textsOfDrawing, tooltipOfHit } from '../draw-for-tests.ts';
import { estimateTextWidth } from '../shared/text-widths.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import { type PlacedWord, placeWords } from './place-words.ts';
import { View } from './View.tsx';

const wordsTable = (count: number) =>
  tableFromRows(Array.from({ length: count }, (_, at) => ({ city: `word${at}`, revenue: 1000 / (at + 1) })));
const base = { series: 'city', metric: 'revenue' };
const draw = (form = {}, results = [wordsTable(20)], space = {}) =>
  drawForTest(chart, { form: { ...base, ...form }, results }, space);
const wanted = (count: number, angle = 0) =>
  Array.from({ length: count }, (_, at) => ({ text: `word${at}`, size: 10 + 60 / (at + 1), angle }));

it('asks for its words in their order, or by the metric', () => {
  const form = { viz_type: 'word_cloud', ...base };
  expect(chart.toQueries(form)[0]).toMatchObject({
    columns: ['city'],
    metrics: ['revenue'],
    orderby: [['city', true]],
  });
  expect(chart.toQueries({ ...form, sort_by_metric: true })[0]?.orderby).toEqual([
    ['revenue', false],
    ['city', true],
  ]);
});

describe('the places of words', () => {
  const space = { width: 480, height: 280 };
  const sidesOf = ({ x, y, text, size, angle }: PlacedWord) => {
    const [long, high] = [estimateTextWidth(text, size), size * 0.8];
    const [width, height] = angle === 90 ? [high, long] : [long, high];
    return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  };

  it.each([0, 90])('do not lie over each other, nor outside, at %d degrees', (angle) => {
    const sides = placeWords(wanted(120, angle), space).placed.map(sidesOf);
    expect(sides.length).toBeGreaterThan(60);
    for (const [at, one] of sides.entries()) {
      expect(Math.min(one.left, one.top)).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(space.width);
      expect(one.bottom).toBeLessThanOrEqual(space.height);
      const isFree = (other: typeof one) =>
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      expect(sides.slice(at + 1).every(isFree)).toBe(true);
    }
  });

  it('are the same each time, the largest in the middle', () => {
    const first = placeWords(wanted(60), space);
    expect(placeWords(wanted(60), space)).toEqual(first);
    expect(first.placed[0]).toMatchObject({ at: 0, x: 240, y: 140 });
  });

  it('hold all words where these can be made smaller, and none in no space', () => {
    expect(placeWords(wanted(80), { width: 400, height: 240 }).placed).toHaveLength(80);
    expect(placeWords(wanted(80), { width: 4, height: 2 }).placed).toEqual([]);
  });
});

it('says how many words found no room', () => {
  const size = { width: 200, height: 100 };
  const crowd = draw({ size_from: 60 }, [wordsTable(300)], size);
  expect(textsOfDrawing(crowd.options, size).join()).toMatch(/\d+ more words have no room/);
});

it('draws the 300 largest, leaves out what has no size, and says both', () => {
  const many = draw({}, [wordsTable(2000)]);
  expect(many.model.words).toHaveLength(300);
  expect(many.undrawn).toBe('The {{count}} largest of {{all}} words are drawn.');
  const sizeless = tableFromRows([
    { city: 'a', revenue: null },
    { city: 'b', revenue: -1 },
    { city: 'c', revenue: 0 },
  ]);
  const few = draw({}, [sizeless]);
  expect(few.model.words.map(({ text }) => text)).toEqual(['c']);
  expect(few.undrawn).toContain('below zero');
});

it('says that larger words may lie beyond a limit that was reached in their order', () => {
  const space = { answers: [{ limitReached: 20, summable: [] }] };
  expect(draw({}, [wordsTable(20)], space).undrawn).toContain('larger ones may be missing');
  expect(draw({ sort_by_metric: true }, [wordsTable(20)], space).undrawn).toBeUndefined();
});

it('writes values in the currency of the metric and escapes words in its tooltip', () => {
  const table = tableFromRows([{ city: '<img src=x>', revenue: 9_000_000_000 }]);
  const currencies = { revenue: { symbol: 'EUR', symbolPosition: 'prefix' as const } };
  const { options } = draw({}, [table], { currencies });
  expect(tooltipOfHit(options, { dataIndex: 0 })).toContain('&lt;img src=x&gt;');
  expect(tooltipOfHit(options, { dataIndex: 0 })).toContain('€9B');
  expect(options.statement?.()).toBe('<img src=x> is the largest of 1: €9B.');
});

const set: ControlCases = {
  definition: chart,
  // A view takes form, model and options of its own definition only.
  view: View as ComponentType<ChartViewProps>,
  form: base,
  results: [wordsTable(20)],
  cases: {
    series: { to: 'kind' },
    metric: { to: 'orders' },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    row_limit: { to: 50 },
    sort_by_metric: { to: true },
    size_from: { to: 20 },
    size_to: { to: 40 },
    rotation: { to: 'flat', choices: ['random', 'flat', 'square'] },
    color_scheme: { to: 'orchard' },
  },
};

describe('the controls of a word cloud', () => {
  it('have a case each', () => {
    expect(Object.keys(set.cases).sort()).toEqual(
      controlsOf(chart)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });

  it('turn words at random by their letters', () => {
    const anglesOf = (rotation: string) => {
      const [series] = draw({ rotation }).options.option.series as readonly {
        readonly data: readonly unknown[];
        readonly renderItem: (given: { readonly dataIndex: number }) => { readonly rotation: number };
      }[];
      return new Set(
        series?.data.map((_, dataIndex) => Math.round((series.renderItem({ dataIndex }).rotation * 180) / Math.PI)),
      );
    };
    expect(anglesOf('flat')).toEqual(new Set([0]));
    expect([...anglesOf('square')].sort()).toEqual([0, 90]);
    expect(anglesOf('random').size).toBeGreaterThan(3);
  });
});
