import { type ChartForm, darkChartTheme, lightChartTheme, type Undrawn } from '@powerset/chart-kit';
import * as echarts from 'echarts';
import { describe, expect, it } from 'vitest';
import { chartDefinitions, findChartDefinition } from './definitions.ts';
import { hardCases } from './hard-cases.ts';
import { drawModel, toModelContext } from './shared/draw-chart.ts';

const cases = chartDefinitions.flatMap((definition) =>
  (hardCases[definition.key] ?? []).map(
    (example) => [`${definition.key}: ${example.name}`, definition, example] as const,
  ),
);

interface Drawn {
  readonly undrawn: Undrawn | null;
  readonly isEmpty: boolean;
  readonly options: unknown;
  readonly svg: string | null;
}

function draw(key: string, name: string, more: { width?: number; height?: number; form?: object } = {}): Drawn {
  const definition = findChartDefinition(key)!;
  const example = hardCases[key]!.find((one) => one.name === name)!;
  const form = { ...example.form, ...more.form } as ChartForm;
  const { width = 330, height = 190 } = more;
  const context = toModelContext(definition, { ...example, form }, lightChartTheme);
  const model = definition.toModel(example.results, context);
  const options = drawModel(definition, model, { context, space: { theme: lightChartTheme, width, height } });
  return {
    undrawn: definition.undrawnOf?.(model, context.form) ?? null,
    isEmpty: definition.isEmpty?.(model) ?? false,
    options,
    svg: svgOf(options, width, height),
  };
}

function svgOf(options: unknown, width: number, height: number): string | null {
  if (typeof options !== 'object' || options === null || !('option' in options)) return null;
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...Object(options.option), animation: false });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

const optionOf = (drawn: Drawn) => Object(Object(drawn.options).option);
const textsOf = (drawn: Drawn) => [...drawn.svg!.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1]);

describe('hard cases', () => {
  it.each(cases)('%s is drawn in both themes, small and large, or says why not', (_, definition, example) => {
    for (const [theme, width, height] of [
      [lightChartTheme, 1000, 600],
      [darkChartTheme, 150, 114],
      [lightChartTheme, 60, 30],
    ] as const) {
      const context = toModelContext(definition, example, theme);
      const model = definition.toModel(example.results, context);
      const options = drawModel(definition, model, { context, space: { theme, width, height } });
      const svg = svgOf(options, width, height);
      if (svg) expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      else expect(JSON.stringify(options)).not.toMatch(/NaN|Infinity/);
    }
  });
});

describe('what cannot be drawn', () => {
  it.each([
    ['no values', 'The rows have no values'],
    ['texts for values', 'The values are text'],
    ['log of zeros', 'A logarithmic axis cannot show values of zero or less'],
    ['all zero, shares', 'Zero has no parts'],
    ['outside the bounds', 'All values lie outside the bounds of the y-axis'],
  ])('is told instead of an empty plot: %s', (name, title) => {
    for (const key of ['echarts_timeseries_line', 'echarts_area', 'echarts_timeseries_bar']) {
      const { undrawn } = draw(key, name);
      expect(undrawn).toMatchObject({ isAll: true, title: { text: title } });
      const remedied = undrawn?.remedy && draw(key, name, { form: undrawn.remedy.changes });
      expect(remedied?.undrawn ?? null).toBeNull();
    }
  });

  it.each([
    ['below zero', 'A pie cannot show values of zero or less'],
    ['all zero', 'A pie cannot show values of zero or less'],
    ['no values', 'The rows have no values'],
  ])('is told instead of a pie: %s', (name, title) => {
    expect(draw('pie', name).undrawn).toMatchObject({ isAll: true, title: { text: title } });
  });

  it('is told of figures without a value and of pivots of text', () => {
    expect(draw('big_number_total', 'nothing').undrawn?.text?.text).toContain('empty (NULL)');
    expect(draw('big_number', 'no values').undrawn).toMatchObject({ isAll: true });
    const texts = draw('pivot_table_v2', 'texts');
    expect(texts.undrawn).toMatchObject({ isAll: true, title: { text: 'The values are text' } });
    expect(draw('pivot_table_v2', 'texts', { form: texts.undrawn!.remedy!.changes }).undrawn).toBeNull();
  });

  it('is counted where the rest is drawn', () => {
    const counts = (drawn: Drawn) => ({ isAll: drawn.undrawn?.isAll, ...drawn.undrawn?.title.values });
    for (const name of ['log with zeros', 'log with negatives'])
      expect(counts(draw('echarts_timeseries_line', name))).toEqual({ isAll: false, undrawn: 3, all: 12 });
    expect(counts(draw('echarts_timeseries_line', 'positions missing'))).toMatchObject({
      isAll: false,
      undrawn: 1,
      all: 4,
    });
    expect(counts(draw('pie', 'some below zero'))).toEqual({ isAll: false, undrawn: 2, all: 4 });
  });

  it('is nothing where all is drawn', () => {
    const whole = ['one row', 'gaps', 'below zero', 'all zero', 'log', 'log, stacked', 'log, shares', 'far times'];
    for (const name of whole) expect(draw('echarts_timeseries_bar', name).undrawn, name).toBeNull();
    expect(draw('pie', 'one of zeros').undrawn).toBeNull();
    expect(draw('big_number_total', 'zero').undrawn).toBeNull();
    expect(draw('pivot_table_v2', 'nulls').undrawn).toBeNull();
  });
});

describe('a logarithmic axis', () => {
  const axisOf = (name: string, key = 'echarts_timeseries_line') => optionOf(draw(key, name)).yAxis;

  it('stays logarithmic over zeros and negatives, from the power of ten below the least value', () => {
    expect(axisOf('log with negatives')).toMatchObject({ type: 'log', min: 1, max: 1e6 });
    expect(axisOf('log below one')).toMatchObject({ type: 'log', min: 1e-4, max: 1 });
  });

  it('has bars stand on its lower end, the least of them too', () => {
    expect(axisOf('log', 'echarts_timeseries_bar')).toMatchObject({ min: 0.1, startValue: 0.1 });
  });

  it('is left to values: shares and streams are drawn on a linear one', () => {
    expect(axisOf('log, shares')).toMatchObject({ type: 'value' });
    expect(axisOf('log, stacked')).toMatchObject({ type: 'log' });
  });

  it('names as many powers of ten as there is room for', () => {
    const names = (height: number) =>
      textsOf(draw('echarts_timeseries_line', 'log', { height })).filter((text) => /^1(0|00)?[kM]?$/.test(text!));
    expect(names(190)).toEqual(['1', '10', '100', '1k', '10k', '100k', '1M']);
    expect(names(100)).toEqual(['1', '100', '10k', '1M']);
  });
});

describe('points, names and figures', () => {
  it('puts a single moment in the middle of the axis', () => {
    const { xAxis } = optionOf(draw('echarts_timeseries_line', 'one row'));
    const at = Date.UTC(2026, 0, 1);
    expect([at - xAxis.min, xAxis.max - at]).toEqual([1, 1]);
    expect(textsOf(draw('echarts_timeseries_line', 'one row'))).toContain('1 Jan 2026');
  });

  it('marks points without a neighbour, to which no line leads', () => {
    const loneOf = (name: string) =>
      optionOf(draw('echarts_timeseries_line', name)).series.find((layer: { id: string }) =>
        layer.id.endsWith(':lone'),
      );
    expect(loneOf('only gaps between points').data.filter((point: unknown[]) => point[1] !== null)).toHaveLength(5);
    expect(loneOf('gaps').data.filter((point: unknown[]) => point[1] !== null)).toHaveLength(1);
    expect(loneOf('below zero')).toBeUndefined();
  });

  it('labels bars at uneven times each with its own time', () => {
    expect(textsOf(draw('echarts_timeseries_bar', 'far times', { width: 600 }))).toEqual(
      expect.arrayContaining(['1 Jan -500', '1 Jan 2026', '31 Dec 9999']),
    );
  });

  it('names missing positions and empty texts', () => {
    expect(textsOf(draw('echarts_timeseries_bar', 'positions missing'))).toContain('&lt;NULL&gt;');
    expect(textsOf(draw('echarts_timeseries_bar', 'long names on the axis, lying'))).toContain('&lt;empty string&gt;');
  });

  it('writes figures in fewer letters where they would take the room of the plot', () => {
    const texts = textsOf(draw('echarts_timeseries_line', 'huge, with values'));
    expect(texts).toContain('2e+20');
    expect(texts.join()).not.toContain(',000,000');
    expect(textsOf(draw('echarts_timeseries_line', 'huge, with values', { width: 1400 })).join()).toContain(',000,000');
  });

  it('has an axis instead of values where lying bars are too thin or too short for them', () => {
    const of = (name: string, width = 330) => optionOf(draw('echarts_timeseries_bar', name, { width }));
    expect(of('one category, lying').xAxis.show).toBe(false);
    expect(of('5000 categories, lying').xAxis.show).toBe(true);
    const shown = (option: { series: { data: { label?: { show?: boolean } }[] }[] }) =>
      option.series[0]!.data.filter((item) => item.label?.show !== false);
    expect(shown(of('huge, with values, lying'))).not.toHaveLength(0);
    expect(shown(of('huge, with values, lying', 150))).toHaveLength(0);
  });

  it('puts the sum of a stack above it, or below where it is negative', () => {
    const series = optionOf(draw('echarts_timeseries_bar', 'stack around zero')).series;
    const totals = series.find((layer: { id: string }) => layer.id.startsWith('totals:'));
    const places = totals.data.map((item: unknown) => (Object(item).label ? 'bottom' : Math.sign(Number(item))));
    expect(new Set(places)).toEqual(new Set(['bottom', 1]));
  });

  it('makes long figures small enough to be read whole', () => {
    const { sizes } = draw('big_number_total', 'huge in full', { width: 330, height: 52 }).options as {
      sizes: { figure: number };
    };
    expect(sizes.figure).toBeLessThan(24);
    expect(sizes.figure).toBeGreaterThanOrEqual(12);
  });
});
