import { controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import type { EChartOptions } from '../shared/base-options.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { examples } from './examples.ts';
import { chart } from './index.ts';
import { layoutTree } from './layout.ts';
import type { PathNode, Paths } from './paths.ts';
import { View } from './View.tsx';

const form = { viz_type: 'event_flow', entity: 'city', all_columns_x: 'kind' };
const event = (city: string | null, at: number, kind: string | null, age = 1) => ({ __timestamp: at, city, kind, age });
const rows = tableFromRows(
  [
    event('a', 3000, 'pay'),
    event('a', 1000, 'visit', 2),
    event('b', 1000, 'visit', 2),
    event('b', 2000, 'pay'),
    event('c', 1000, 'visit', 3),
    event('d', 1000, 'leave'),
  ],
  ['__timestamp'],
);

function draw(changes: object = {}, results = [rows]) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results }, lightChartTheme);
  // Both are made by this chart's own definition.
  const model = chart.toModel(results, context) as Paths;
  const space = { theme: lightChartTheme, width: 400, height: 200 };
  const options = drawModel(chart, model, { context, space }) as EChartOptions;
  return { model, options, context };
}

const outline = (nodes: readonly PathNode[]): unknown =>
  nodes.map(({ event: name, count, children }) =>
    children.length > 0 ? [name, count, outline(children)] : [name, count],
  );

describe('paths', () => {
  it('are the events of each entity in the order of their time, together as long as they are alike', () => {
    expect(outline(draw().model.roots)).toEqual([
      ['visit', 3, [['pay', 2]]],
      ['leave', 1],
    ]);
  });

  it('know where they end and how long was waited', () => {
    const [visit] = draw().model.roots;
    expect(visit).toMatchObject({ ends: 1, wait: null, step: 1 });
    expect(visit?.children[0]).toMatchObject({ ends: 2, wait: 1500, step: 2 });
  });

  it('say what is known of most who went them', () => {
    const [visit] = draw({ all_columns: ['age'] }).model.roots;
    expect(visit?.metadata).toEqual([{ label: 'age', value: '2', count: 2 }]);
  });

  it('that few went can be left out', () => {
    expect(outline(draw({ min_leaf_node_event_count: 2 }).model.roots)).toEqual([['visit', 3, [['pay', 2]]]]);
  });

  it('without an owner are none, and are counted', () => {
    const { model, context } = draw({}, [tableFromRows([event(null, 1, 'x'), event('a', 1, null)], ['__timestamp'])]);
    expect(outline(model.roots)).toEqual([['<NULL>', 1]]);
    expect(chart.undrawnOf?.(model, context.form)?.title.values).toEqual({ count: 1 });
    const nobody = draw({}, [tableFromRows([event(null, 1, 'x')], ['__timestamp'])]);
    expect(chart.undrawnOf?.(nobody.model, nobody.context.form)?.isAll).toBe(true);
    expect(chart.isEmpty?.(draw({}, []).model)).toBe(true);
  });

  it('are cut where they would be without end, and say so, as where a limit cut them', () => {
    const long = tableFromRows(
      Array.from({ length: 50 }, (_, at) => event('a', at, 'x')),
      ['__timestamp'],
    );
    const { model, context } = draw({}, [long]);
    expect(model.steps).toBe(20);
    expect(chart.undrawnOf?.(model, context.form)?.title.values).toEqual({ count: 1, steps: 20 });
    const answers = [{ limitReached: 50, summable: [] }];
    const limited = chart.toModel([long], { ...context, answers });
    expect(chart.undrawnOf?.(limited, context.form)?.title.text).toContain('paths may lack events');
  });
});

describe('the tree', () => {
  it('gives each bar its share of the height, and each step its column', () => {
    const { model } = draw();
    const { bars } = layoutTree(model, { width: 400, height: 100 });
    expect(bars.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
      [0, 0, 200, 75],
      [200, 0, 200, 50],
      [0, 75, 200, 25],
    ]);
  });

  it('gives no column to steps of which nothing can be seen', () => {
    const many = examples.find(({ name }) => name === 'thousands of long visits')!;
    const { model } = draw(many.form, [...many.results]);
    const { bars, thin, steps, stepWidth } = layoutTree(model, { width: 600, height: 300 });
    expect(steps).toBeLessThan(model.steps);
    expect(Math.max(...[...bars, ...thin].map(({ x }) => x))).toBeCloseTo((steps - 1) * stepWidth);
    expect(steps * stepWidth).toBeCloseTo(600);
  });

  it('puts branches that would be too thin together, and draws no more than can be seen', () => {
    const many = examples.find(({ name }) => name === 'thousands of long visits')!;
    const { model } = draw(many.form, [...many.results]);
    const { bars, thin } = layoutTree(model, { width: 600, height: 300 });
    expect(bars.length).toBeLessThan(600);
    expect(thin.length).toBeGreaterThan(0);
    expect(Math.max(...bars.map(({ y, height }) => y + height))).toBeLessThanOrEqual(300.001);
  });

  it('tells of the path, and lets no name become markup', () => {
    const hard = examples.find(({ name }) => name.startsWith('nulls'))!;
    const { options } = draw(hard.form, [...hard.results]);
    const { formatter } = Object(options.option.tooltip) as { formatter: (hit: unknown) => string };
    const told = [0, 1, 2].map((dataIndex) => formatter({ dataIndex })).join('');
    expect(told).toContain('&lt;img src=x onerror=alert(1)&gt; → &lt;NULL&gt;');
    expect(told).not.toContain('<img');
    expect(draw().options.statement?.()).toBe('2 of 4 paths begin with visit → pay.');
  });
});

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form,
  results: [rows],
  cases: {
    granularity_sqla: { to: 'seen', choices: ['at', 'seen'] },
    time_range: { to: 'Last year' },
    entity: { to: 'age' },
    all_columns_x: { to: 'city' },
    row_limit: { to: 50 },
    order_by_entity: { to: false },
    min_leaf_node_event_count: { to: 2 },
    adhoc_filters: { to: [filter] },
    all_columns: { to: ['age'] },
    color_scheme: { to: 'orchard' },
  },
};

describe('the controls of an event flow', () => {
  it('have a case each', () => {
    expect(Object.keys(cases.cases).sort()).toEqual(
      controlsOf(chart)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.keys(cases.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(cases, name)).toEqual([]);
  });

  it('ask for events as they are, with those of one entity together', () => {
    expect(chart.toQueries({ ...form, granularity_sqla: 'at', all_columns: ['age', 'kind'] })).toMatchObject([
      {
        columns: ['kind', 'city', 'age'],
        metrics: null,
        is_timeseries: true,
        orderby: [['city', true]],
        granularity: 'at',
      },
    ]);
  });
});
