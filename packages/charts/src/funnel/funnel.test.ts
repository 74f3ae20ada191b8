import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawForTest, textsOfDrawing, tooltipOfHit } from '../draw-for-tests.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import { layoutUpright } from './layout.ts';
import { View } from './View.tsx';

const stepsTable = (rows: readonly (readonly [string, number | null])[]) =>
  tableFromRows(rows.map(([city, revenue]) => ({ city, revenue })));
const steps = stepsTable([
  ['Visit', 200],
  ['Basket', 50],
  ['Paid', 20.5],
]);
const base = { groupby: ['city'], metric: 'revenue', show_legend: false };
const draw = (form = {}, results = [steps], space = {}) =>
  drawForTest(chart, { form: { ...base, ...form }, results }, space);

it('asks for one row per step, the largest first unless told otherwise', () => {
  const form = { viz_type: 'funnel', ...base };
  const [query] = chart.toQueries({ ...form, sort_by_metric: true });
  expect(query).toMatchObject({ columns: ['city'], metrics: ['revenue'], orderby: [['revenue', false]] });
  expect(chart.toQueries({ ...form, sort_by_metric: false })[0]?.orderby).toEqual([]);
});

describe('the percentages of a funnel', () => {
  const shares = (percent_calculation_type: string, answers?: readonly { limitReached: null; summable: string[] }[]) =>
    draw({ percent_calculation_type, label_type: 2 }, [steps], answers ? { answers } : {}).model.steps.map(
      ({ share }) => share && Math.round(share * 1000) / 1000,
    );

  it('are of the first step, of the one before or of the total', () => {
    expect(shares('first_step')).toEqual([1, 0.25, 0.103]);
    expect(shares('prev_step')).toEqual([1, 0.25, 0.41]);
    expect(shares('total')).toEqual([0.739, 0.185, 0.076]);
  });

  it('are none of a total that averages do not have, and the values stand for them', () => {
    const averages = [{ limitReached: null, summable: [] }];
    expect(shares('total', averages)).toEqual([null, null, null]);
    const drawn = draw({ percent_calculation_type: 'total', label_type: 2 }, [steps], { answers: averages });
    expect(textsOfDrawing(drawn.options)).toEqual(['200', '50', '20.5'].flatMap((text) => [text]));
    expect(drawn.undrawn).toContain('do not add up');
  });

  it('are none of a first step of zero', () => {
    const zero = stepsTable([
      ['a', 0],
      ['b', 0],
    ]);
    expect(draw({}, [zero]).model.steps.map(({ share }) => share)).toEqual([null, null]);
  });
});

describe('the steps of a funnel', () => {
  const rows = stepsTable([
    ['2 Basket', 30],
    ['10 Paid', 40],
    ['1 Visit', 100],
  ]);
  const order = (funnel_sort: string) => draw({ funnel_sort }, [rows]).model.steps.map(({ name }) => name);

  it('stand by value, by their numbers or as they came', () => {
    expect(order('descending')).toEqual(['1 Visit', '10 Paid', '2 Basket']);
    expect(order('name')).toEqual(['1 Visit', '2 Basket', '10 Paid']);
    expect(order('none')).toEqual(['2 Basket', '10 Paid', '1 Visit']);
  });

  it('are said to grow where a later one is larger, with the mend', () => {
    expect(draw({ funnel_sort: 'name' }, [rows]).undrawn).toBe(
      'One of {{all}} steps is larger than the step before it.',
    );
    expect(draw({}, [rows]).undrawn).toBeUndefined();
  });

  it('without a value or below zero are left out and counted', () => {
    const { model, undrawn } = draw({}, [stepsTable([...[['a', 5] as const, ['b', null] as const], ['c', -1]])]);
    expect(model.steps.map(({ name }) => name)).toEqual(['a']);
    expect(undrawn).toContain('no room below zero');
    expect(chart.undrawnOf?.(draw({}, [stepsTable([['b', null]])]).model, { viz_type: 'funnel' })?.isAll).toBe(true);
  });

  it('are drawn up to sixty, and the others are said', () => {
    const many = stepsTable(Array.from({ length: 3000 }, (_, at) => [`s${at}`, 3000 - at]));
    const { model, undrawn } = draw({}, [many]);
    expect(model.steps).toHaveLength(60);
    expect(undrawn).toContain('are drawn');
  });

  it('are as long as their values, and the joins lead from one to the next', () => {
    const blank = { name: '', value: '', share: '' };
    const given = { labels: [blank, blank], gap: 0.3, heading: '', space: { x: 0, y: 0, width: 200, height: 100 } };
    const [first, second] = layoutUpright({ ...given, values: [100, 25] }).steps;
    expect([first?.bar.width, second?.bar.width]).toEqual([200, 50]);
    expect(first?.join[2]?.[0]).toBe(125);
    expect(second?.join).toEqual([]);
  });
});

it('says with what share of the first the last is left, and where most are lost', () => {
  const { options } = draw();
  expect(options.statement?.()).toMatch(
    /^10\.3.% of Visit are left at Paid\. The largest drop is at Basket, where 25\.0.% are left\.$/,
  );
});

it('escapes names in its tooltip, and says of what the share is', () => {
  const { options } = draw({}, [stepsTable([['<img src=x>', 5]])]);
  const html = tooltipOfHit(options, { seriesId: 'step:0' });
  expect(html).toContain('&lt;img src=x&gt;');
  expect(html).toContain('of the first');
});

it('writes currencies and the formats of the dataset', () => {
  const euros = { label_type: 1, currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } };
  const large = stepsTable([['a', 9_000_000_000]]);
  expect(textsOfDrawing(draw(euros, [large]).options)).toEqual(['€9B']);
  const saved = draw({ label_type: 1 }, [steps], { columnFormats: { revenue: '.2f' } });
  expect(textsOfDrawing(saved.options)).toContain('20.50');
});

const places = ['top', 'bottom', 'left', 'right'];
const set: ControlCases = {
  definition: chart,
  // A view takes form, model and options of its own definition only.
  view: View as ComponentType<ChartViewProps>,
  form: base,
  results: [steps],
  cases: {
    groupby: { to: ['kind'] },
    metric: { to: 'orders' },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    row_limit: { to: 50 },
    sort_by_metric: { to: false },
    percent_calculation_type: {
      to: 'prev_step',
      form: { label_type: 2 },
      choices: ['first_step', 'prev_step', 'total'],
    },
    color_scheme: { to: 'orchard' },
    funnel_sort: { to: 'ascending', choices: ['descending', 'ascending', 'name', 'none'] },
    orientation: { to: 'horizontal', choices: ['vertical', 'horizontal'] },
    gap: { to: 60 },
    show_legend: { from: false, to: true },
    legendOrientation: { to: 'right', form: { show_legend: true }, choices: places, hiddenBy: {} },
    legendMargin: { to: 90, form: { show_legend: true }, hiddenBy: {} },
    legendSort: { to: 'asc', form: { show_legend: true }, choices: ['asc', 'desc', null], hiddenBy: {} },
    label_type: { to: 5, choices: [0, 1, 2, 3, 4, 5, 6, 7], hiddenBy: { show_labels: false } },
    label_template: { to: '{percent} {name}', form: { label_type: 7 }, hiddenBy: {} },
    tooltip_label_type: { to: 1, choices: [0, 1, 2, 3, 4, 5], hiddenBy: { show_tooltip_labels: false } },
    number_format: { to: ',.3f' },
    currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
    show_labels: { to: false },
  },
};

describe('the controls of a funnel', () => {
  it('have a case each, but for the switch of the tooltip', () => {
    const names = controlsOf(chart).map(({ name }) => name);
    expect([...Object.keys(set.cases), 'show_tooltip_labels'].sort()).toEqual([...names].sort());
    expect(draw({ show_tooltip_labels: false }).options.option.tooltip).toMatchObject({ show: false });
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });
});
