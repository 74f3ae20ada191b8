import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawForTest, textsOfDrawing, tooltipOfHit } from '../draw-for-tests.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import { layoutBullet } from './layout.ts';
import { View } from './View.tsx';

const table = (revenue: number | null) => tableFromRows([{ revenue }]);
const draw = (form = {}, value: number | null = 60, space = {}) =>
  drawForTest(chart, { form: { metric: 'revenue', ...form }, results: [table(value)] }, space);

it('asks for one row', () => {
  const [query] = chart.toQueries({ viz_type: 'bullet', metric: 'revenue' });
  expect(query).toMatchObject({ columns: [], metrics: ['revenue'], orderby: [] });
});

describe('the scale of a bullet', () => {
  const scaleOf = (form: object, value: number) => {
    const { low, high } = draw(form, value).model;
    return [low, high];
  };

  it('begins at zero and ends with the ranges, or with a round number beyond what lies further', () => {
    expect(scaleOf({}, 842)).toEqual([0, 1000]);
    expect(scaleOf({ ranges: '50,75,90' }, 60)).toEqual([0, 90]);
    expect(scaleOf({ ranges: '50,75' }, 130)).toEqual([0, 150]);
    expect(scaleOf({ markers: '400' }, 10)).toEqual([0, 400]);
    expect(scaleOf({ ranges: '-50,0,50' }, -20)).toEqual([-50, 50]);
  });

  it('has ranges in their order with their labels', () => {
    const { ranges } = draw({ ranges: '90, 50,x', range_labels: 'good, poor' }).model;
    expect(ranges).toEqual([
      { from: 0, to: 50, label: 'poor' },
      { from: 50, to: 90, label: 'good' },
    ]);
  });
});

describe('the words of a bullet', () => {
  const form = { ranges: '50,90', range_labels: 'poor,good', markers: '80', marker_labels: 'Target' };

  it('stand at ranges and markers, and the name with the value beside them', () => {
    const texts = textsOfDrawing(draw(form).options);
    expect(texts).toEqual(expect.arrayContaining(['revenue', '60', 'poor', 'good', 'Target 80', '0']));
  });

  it('do not touch each other, and stay inside', () => {
    const markers = '1500,1510,1520,1990';
    const model = draw({ markers, marker_labels: 'A long target,Another long one,Third,Last of all' }, 900).model;
    for (const width of [700, 240, 90]) {
      const placed = layoutBullet({ model, width, height: 160, write: String });
      const rows = new Map<number, readonly [number, number][]>();
      for (const { text, x, y } of placed.markers) {
        const half = (text.length * 11 * 0.5) / 2;
        for (const [from, to] of rows.get(y) ?? []) expect(x - half >= to || x + half <= from).toBe(true);
        rows.set(y, [...(rows.get(y) ?? []), [x - half, x + half]]);
      }
      expect(placed.strip.x + placed.strip.width).toBeLessThanOrEqual(width);
    }
  });

  it('say in a sentence where the value lies and what it reached', () => {
    expect(draw(form).options.statement?.()).toBe(
      'revenue: 60. It lies in the range good. 0 of 1 markers are reached.',
    );
  });

  it('are escaped in the tooltip of a range', () => {
    const { options } = draw({ ranges: '50,90', range_labels: '<b>poor</b>,good' });
    const html = tooltipOfHit(options, { seriesId: 'ranges', dataIndex: 0 });
    expect(html).toContain('&lt;b&gt;poor&lt;/b&gt;');
    expect(html).toContain('0 – 50');
  });

  it('are those of large values in a currency', () => {
    const { options } = draw({ currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } }, 12_480_000_000);
    expect(textsOfDrawing(options)).toEqual(expect.arrayContaining(['€12.5B', '€4B']));
  });
});

it('says that there is no value', () => {
  const { model, options } = draw({}, null);
  expect(chart.undrawnOf?.(model, { viz_type: 'bullet' })?.isAll).toBe(true);
  expect(options.option.series).toEqual([]);
});

const lists = { ranges: '50,90', markers: '80', marker_lines: '40' };
const set: ControlCases = {
  definition: chart,
  // A view takes form, model and options of its own definition only.
  view: View as ComponentType<ChartViewProps>,
  form: { metric: 'revenue', ...lists },
  results: [table(60.5)],
  cases: {
    metric: { to: 'orders' },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    ranges: { from: '', to: '20,90' },
    range_labels: { to: 'poor,good' },
    markers: { from: '', to: '70' },
    marker_labels: { to: 'Target' },
    marker_lines: { from: '', to: '70' },
    marker_line_labels: { to: 'Last year' },
    number_format: { to: ',.3f' },
    currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
  },
};

describe('the controls of a bullet', () => {
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
});
