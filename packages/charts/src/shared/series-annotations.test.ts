import { type ChartDefinition, type ChartForm, lightChartTheme } from '@powerset/chart-kit';
import * as echarts from 'echarts';
import { describe, expect, it } from 'vitest';
import { chart as area } from '../echarts-area/index.ts';
import { chart as bar } from '../echarts-timeseries-bar/index.ts';
import { chart as line } from '../echarts-timeseries-line/index.ts';
import { drawModel, toModelContext } from './draw-chart.ts';
import { monthlyTable } from './example-series.ts';

const months = monthlyTable('month', [2026, 0], { revenue: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120] });
const at = (month: number, day = 1) => Date.UTC(2026, month, day);
const records = {
  S: {
    records: [
      { start_dttm: at(1, 10), end_dttm: at(3, 20), short_descr: 'Spring sale', long_descr: 'All must go' },
      { start_dttm: at(8), end_dttm: at(8, 3), short_descr: 'Autumn sale', long_descr: null },
    ],
  },
};
const event = { name: 'S', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1, show: true, showLabel: true };

interface Drawing {
  readonly definition?: ChartDefinition;
  readonly form?: Record<string, unknown>;
  readonly annotations?: Parameters<typeof toModelContext>[1]['annotations'];
  readonly width?: number;
}

function draw(
  layer: object,
  { definition = line, form = {}, annotations = records, width = 700 }: Drawing = {},
): string {
  const whole: ChartForm = {
    viz_type: definition.key,
    x_axis: 'month',
    metrics: ['revenue'],
    time_grain_sqla: 'P1M',
    annotation_layers: [layer],
    ...form,
  };
  const context = toModelContext(definition, { form: whole, results: [], annotations }, lightChartTheme);
  const model = definition.toModel([months], context);
  const options = drawModel(definition, model, { context, space: { theme: lightChartTheme, width, height: 300 } });
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height: 300 });
  // Every chart of series has its option under this name.
  const { option } = options as { readonly option: echarts.EChartsCoreOption };
  chart.setOption({ ...option, animation: false });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

const shapes = [
  ['lines', { definition: line }],
  ['bars', { definition: bar }],
  ['bars that lie', { definition: bar, form: { orientation: 'horizontal' } }],
  ['areas', { definition: area, form: { stack: 'Stack' } }],
] as const;

describe('annotations in charts of series', () => {
  it.each(shapes)('draw moments and spans with their names over %s', (_, given) => {
    for (const annotationType of ['EVENT', 'INTERVAL']) {
      const svg = draw({ ...event, annotationType, color: '#ab00cd' }, given);
      expect(svg).toContain('Spring sale');
      expect(svg).toContain('Autumn sale');
      expect(svg.toLowerCase()).toMatch(/#ab00cd|rgb\(171,0,205\)/);
    }
  });

  it.each(shapes)('draw formulas and other series over %s', (_, given) => {
    const formula = {
      name: 'F',
      annotationType: 'FORMULA',
      value: '55',
      show: true,
      color: '#ab00cd',
      style: 'longDashed',
    };
    expect(draw(formula, given).toLowerCase()).toContain('#ab00cd');
    expect(draw(formula, given)).toContain('stroke-dasharray="10,6"');
    const series = {
      name: 'T',
      annotationType: 'TIME_SERIES',
      sourceType: 'line',
      value: 3,
      show: true,
      color: '#ab00cd',
    };
    const annotations = {
      T: { records: [at(0), at(5), at(11)].map((month, index) => ({ month, total: index * 40 })) },
    };
    expect(draw(series, { ...given, annotations }).toLowerCase()).toContain('#ab00cd');
    const count = (svg: string) => svg.toLowerCase().split('#ab00cd').length;
    expect(count(draw({ ...series, showMarkers: true }, { ...given, annotations }))).toBeGreaterThan(
      count(draw(series, { ...given, annotations })),
    );
  });

  it('leave out hidden layers, layers without an answer, and what lies beyond the axis', () => {
    expect(draw({ ...event, show: false })).not.toContain('Spring sale');
    expect(draw(event, { annotations: {} })).not.toContain('Spring sale');
    const far = { S: { records: [{ start_dttm: Date.UTC(2020, 0, 1), short_descr: 'Long ago' }] } };
    expect(draw(event, { annotations: far })).not.toContain('Long ago');
  });

  it('name nothing without labels, and never one name over another', () => {
    expect(draw({ ...event, showLabel: false })).not.toContain('Spring sale');
    const close = {
      S: {
        records: ['First of many', 'Second of many', 'Third'].map((short_descr, index) => ({
          start_dttm: at(6, 1 + index * (index === 2 ? 60 : 3)),
          short_descr,
        })),
      },
    };
    const svg = draw(event, { annotations: close });
    expect(svg).toContain('First of many');
    expect(svg).not.toContain('Second of many');
    expect(svg).toContain('Third');
  });

  it('of two layers do not stand on one another either', () => {
    const one = (short_descr: string, day: number) => ({ records: [{ start_dttm: at(6, day), short_descr }] });
    const form = { annotation_layers: [event, { ...event, name: 'T' }] };
    const both = (day: number) =>
      draw(event, { form, annotations: { S: one('Spring sale', 2), T: one('Moving house', day) } });
    expect(both(3)).toContain('Spring sale');
    expect(both(3)).not.toContain('Moving house');
    expect(both(130)).toContain('Moving house');
  });

  it('are see-through and as wide as their layer asks', () => {
    expect(draw({ ...event, color: '#ab00cd', opacity: 'opacityLow', width: 5 })).toMatch(/stroke-width="5"/);
    expect(draw({ ...event, color: '#ab00cd', opacity: 'opacityLow' })).toMatch(/stroke-opacity="0\.2"/);
  });
});
