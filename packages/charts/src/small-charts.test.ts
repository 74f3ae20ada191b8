import { darkChartTheme, lightChartTheme, parseColor } from '@powerset/chart-kit';
import { expect, it } from 'vitest';
import { chartDefinitions } from './definitions.ts';
import { chartExamples } from './examples.ts';
import { drawModel, toModelContext } from './shared/draw-chart.ts';

type Layer = Readonly<Record<string, unknown>>;

function optionOf(key: string, name: string, [width, height]: readonly [number, number], theme = lightChartTheme) {
  const definition = chartDefinitions.find((one) => one.key === key)!;
  const example = chartExamples[key]!.find((one) => one.name === name)!;
  const context = toModelContext(definition, example, theme);
  const model = definition.toModel(example.results, context);
  const drawn = drawModel(definition, model, { context, space: { theme, width, height } });
  // Each of these is drawn by ECharts.
  return (drawn as { readonly option: Readonly<Record<string, Layer | readonly Layer[]>> }).option;
}

const namesOf = (option: ReturnType<typeof optionOf>) =>
  [option.xAxis, option.yAxis].flat().flatMap((axis) => (axis?.name ? [axis.name] : []));

it.each([
  ['gantt_chart', 'with owners and hours in the tooltip', ['Half year', 'Team']],
  ['mixed_timeseries', 'the same channels in both queries', ['Revenue', 'Orders']],
  ['bubble_v2', 'one kind, with titles', ['Price in EUR', 'Margin']],
  ['compare', 'one measure of a kind and another', ['Month', 'Change']],
])('%s names its axes where they leave room for the marks', (key, name, names) => {
  expect(namesOf(optionOf(key, name, [560, 320]))).toEqual(names);
  expect(namesOf(optionOf(key, name, [150, 100]))).toEqual([]);
});

it.each([
  ['gantt_chart', 'one color'],
  ['box_plot', 'order value by month'],
])('%s gives a low chart to its marks instead of its slider, and still zooms', (key, name) => {
  const kindsAt = (height: number) =>
    [optionOf(key, name, [330, height]).dataZoom ?? []].flat().map(({ type }) => type);
  expect(kindsAt(220)).toContain('slider');
  expect(kindsAt(100)).toContain('inside');
  expect(kindsAt(100)).not.toContain('slider');
});

it('tells the steps of an axis apart that does not begin at zero', () => {
  const { yAxis } = optionOf('echarts_timeseries_scatter', 'values said, cut axis', [560, 320]);
  // The axis labels of a value axis are written by a function.
  const { formatter } = (yAxis as Layer).axisLabel as { readonly formatter: (value: number) => string };
  const texts = [1003, 1006, 1009, 1012].map(formatter);
  expect(new Set(texts).size).toBe(4);
});

it('writes no figures at parallel axes that stand too near to tell whose they are', () => {
  const labelAt = (size: readonly [number, number]) => {
    const axes = optionOf('para', 'ten shops', size).parallelAxis as readonly Layer[];
    const { formatter } = axes[0]!.axisLabel as { readonly formatter: (value: number) => string };
    return formatter(1500);
  };
  expect(labelAt([560, 320])).toBe('1.5k');
  expect(labelAt([150, 100])).toBe('');
});

it('keeps the bar of a bullet chart thick enough to be seen in a low one', () => {
  const { series } = optionOf('bullet', 'revenue against its target', [150, 100]);
  const [ranges] = series as readonly Layer[];
  // Ranges are drawn by a function of their place.
  const draw = ranges!.renderItem as (given: { readonly dataIndex: number }) => { readonly shape: { height: number } };
  expect(draw({ dataIndex: 0 }).shape.height).toBeGreaterThanOrEqual(20);
});

it('lifts the chosen colour of periods over each other from dark ground', () => {
  const greenIn = (theme: typeof lightChartTheme) => {
    const { series } = optionOf('time_pivot', 'only one period', [560, 320], theme);
    const { color } = (series as readonly Layer[])[0]!.lineStyle as { readonly color: string };
    return parseColor(color)!.g;
  };
  expect(greenIn(darkChartTheme)).toBeGreaterThan(greenIn(lightChartTheme) + 20);
});
