import { type ChartDefinition, darkChartTheme, lightChartTheme, numberOfCell } from '@powerset/chart-kit';
import * as echarts from 'echarts';
import { describe, expect, it } from 'vitest';
import { chart as area } from '../echarts-area/index.ts';
import { chart as bar } from '../echarts-timeseries-bar/index.ts';
import { chart as line } from '../echarts-timeseries-line/index.ts';
import { drawModel, toModelContext } from './draw-chart.ts';
import { categoryTable, monthlyTable } from './example-series.ts';
import { layNames, placeNotes, withNotes } from './series-notes.ts';
import type { SeriesOptions } from './series-options.ts';

const values = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120];
const months = monthlyTable('month', [2026, 0], { Web: values, Store: values.map((value) => value * 2) });
const at = (month: number, day = 1) => Date.UTC(2026, month, day);

interface Drawing {
  readonly definition?: ChartDefinition;
  readonly form?: Record<string, unknown>;
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: typeof lightChartTheme;
  readonly table?: typeof months;
}

function optionsOf(notes: readonly object[], given: Drawing = {}): SeriesOptions {
  const { definition = line, form = {}, size = { width: 700, height: 340 }, theme = lightChartTheme } = given;
  const whole = {
    viz_type: definition.key,
    x_axis: 'month',
    metrics: ['revenue'],
    groupby: ['channel'],
    time_grain_sqla: 'P1M',
    chart_notes: notes,
    ...form,
  };
  const context = toModelContext(definition, { form: whole, results: [] }, theme);
  const model = definition.toModel([given.table ?? months], context);
  return drawModel(definition, model, { context, space: { theme, ...size } }) as SeriesOptions;
}

const placed = (notes: readonly object[], given: Drawing = {}) => {
  const options = optionsOf(notes, given);
  const form = options.context.form;
  // The form's own records are what the reader takes.
  return placeNotes(readNotes(form.chart_notes), options.plot, form.time_grain_sqla);
};

const readNotes = (entries: readonly Record<string, unknown>[]) =>
  entries.map((entry) => ({
    text: String(entry.text),
    at: numberOfCell(entry.at as number) ?? 0,
    end: numberOfCell((entry.end as number | undefined) ?? null),
    series: (entry.series as string | undefined) ?? null,
    panel: null,
    color: null,
  }));

function draw(notes: readonly object[], given: Drawing = {}): string {
  const { width, height } = given.size ?? { width: 700, height: 340 };
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ ...withNotes(optionsOf(notes, given)).option, animation: false });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

describe('notes on charts of series', () => {
  it.each([
    ['lines', { definition: line }],
    ['bars', { definition: bar }],
    ['bars that lie', { definition: bar, form: { orientation: 'horizontal' } }],
    ['areas', { definition: area, form: { stack: 'Stack' } }],
    ['lines in the dark', { definition: line, theme: darkChartTheme }],
  ] as const)('stand with their words over %s', (_, given) => {
    const svg = draw(
      [
        { text: 'Price rise', at: at(2) },
        { text: 'Strike', at: at(4), end: at(6, 20) },
        { text: 'Record', at: at(9), series: 'Web' },
      ],
      given,
    );
    for (const text of ['Price rise', 'Strike', 'Record']) expect(svg).toContain(text);
  });

  it('stand at the step in which they lie when the grain changes, and are left out beyond the range', () => {
    const notes = [
      { text: 'in March', at: at(2, 17) },
      { text: 'December, the last month', at: at(11, 30) },
      { text: 'before', at: Date.UTC(2025, 11, 31) },
      { text: 'after', at: Date.UTC(2027, 0, 3) },
      { text: 'since last year', at: Date.UTC(2025, 5, 1), end: at(1, 10) },
    ];
    const steps = placed(notes).map(({ note, from, to }) => [note.text, from, to]);
    expect(steps).toEqual([
      ['in March', 2, 2],
      ['December, the last month', 11, 11],
      ['since last year', 0, 1],
    ]);
  });

  it('follow the value of their series, in a stack on those below, and stand at the moment where it is not drawn', () => {
    const note = [{ text: 'Record', at: at(9), series: 'Web' }];
    expect(placed(note)[0]?.value).toBe(100);
    const stacked = ['Web', 'Store'].map(
      (series) => placed([{ ...note[0], series }], { definition: area, form: { stack: 'Stack' } })[0]?.value,
    );
    // One stands on the other, whichever is below.
    expect([
      [100, 300],
      [300, 200],
    ]).toContainEqual(stacked);
    expect(placed([{ ...note[0], series: 'Web' }], { form: { stack: null } })[0]?.series?.name).toBe('Web');
    expect(placed([{ ...note[0], series: 'Partner' }])[0]).toMatchObject({ series: null, value: null, from: 9 });
  });

  it('cover neither each other nor the lines that lead to others', () => {
    const crowd = Array.from({ length: 12 }, (_, month) => ({
      text: `Something that happened ${month}`,
      at: at(month),
    }));
    const options = optionsOf(crowd);
    const notes = placed(crowd);
    const names = [...layNames(notes, options)].map(([note, { lane, isLeft }]) => {
      const x = (note.from / 11) * (700 - 60);
      const length = 150;
      return { lane, x, from: isLeft ? x - length : x, to: isLeft ? x : x + length };
    });
    expect(names.length).toBeGreaterThan(5);
    for (const one of names)
      for (const other of names) {
        if (one === other) continue;
        if (one.lane === other.lane) expect(one.to <= other.from || one.from >= other.to).toBe(true);
        if (one.lane < other.lane) expect(other.x > one.from && other.x < one.to).toBe(false);
      }
  });

  it('have names only where there is room, and the plot keeps its room where there are none', () => {
    const notes = [{ text: 'Price rise', at: at(2) }];
    expect(draw(notes, { size: { width: 240, height: 120 } })).not.toContain('Price rise');
    const plain = optionsOf([]);
    expect(withNotes(plain).option).toBe(plain.option);
  });

  it('draws lines at a value across bars of categories too, named with their value', () => {
    const table = categoryTable(
      'city',
      [
        ['Rome', 3],
        ['Oslo', 9],
      ],
      ['revenue'],
    );
    const layer = { name: 'Target', annotationType: 'FORMULA', value: '12', show: true, showLabel: true };
    for (const orientation of ['vertical', 'horizontal']) {
      const form = { x_axis: 'city', groupby: [], annotation_layers: [layer], orientation };
      expect(draw([], { definition: bar, table, form })).toContain('Target · 12');
    }
  });
});
