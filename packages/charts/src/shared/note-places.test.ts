import { lightChartTheme } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chart as bar } from '../echarts-timeseries-bar/index.ts';
import { chart as line } from '../echarts-timeseries-line/index.ts';
import { drawModel, toModelContext } from './draw-chart.ts';
import { categoryTable, monthlyTable } from './example-series.ts';
import {
  type NoteGround,
  type Pointed,
  pixelOfStep,
  pointedBy,
  pointedByKey,
  roundTo,
  toNotePlace,
  wordsOf,
} from './note-places.ts';
import type { SeriesOptions } from './series-options.ts';

const months = monthlyTable('month', [2026, 0], { Web: [10, 20, 30, 40], Store: [80, 80, 80, 80] });
const at = (month: number) => Date.UTC(2026, month);

/** A plot of 300 by 100 px at 50, 20: the months, and values from 0 to 100. */
function groundOf(definition: typeof line, form: Record<string, unknown> = {}, table = months): NoteGround {
  const whole = {
    viz_type: definition.key,
    x_axis: 'month',
    metrics: ['m'],
    groupby: ['g'],
    time_grain_sqla: 'P1M',
    ...form,
  };
  const context = toModelContext(definition, { form: whole, results: [] }, lightChartTheme);
  const model = definition.toModel([table], context);
  const space = { theme: lightChartTheme, width: 400, height: 200 };
  const options = drawModel(definition, model, { context, space }) as SeriesOptions;
  const isCategory = options.plot.axisType === 'category';
  const [low, high] = isCategory ? [-0.5, options.plot.xs.length - 0.5] : [at(0), at(3)];
  const toPixel = ([x, y]: readonly [number, number]) =>
    options.plot.isHorizontal
      ? ([50 + x * 3, 20 + y * 10] as const)
      : ([50 + ((x - low) / (high - low)) * 300, 120 - y] as const);
  const fromPixel = ([x, y]: readonly [number, number]) =>
    options.plot.isHorizontal ? ([(x - 50) / 3, (y - 20) / 10] as const) : ([0, 120 - y] as const);
  return {
    options,
    isTemporal: table === months,
    places: { plot: { left: 50, top: 20, width: 300, height: 100 }, toPixel, fromPixel },
  };
}

const press = (x: number, y: number, ground: NoteGround) => pointedBy({ from: [x, y], to: [x, y] }, ground);

describe('pointing at a chart', () => {
  it('means the step under the pointer, and the series where its point is near', () => {
    const ground = groundOf(line);
    const x = pixelOfStep(2, ground);
    expect(press(x + 8, 120 - 55, ground)).toMatchObject({ kind: 'step', from: 2, to: 2, seriesId: null });
    const web = press(x, 120 - 33, ground);
    expect(toNotePlace(web, ground)).toEqual({ kind: 'note', at: at(2), end: null, series: 'Web', panel: null });
    expect(wordsOf(web, ground)).toBe('March 2026 · Web: 30');
  });

  it('means a span where it is dragged across steps, whose last step belongs to it', () => {
    for (const definition of [line, bar]) {
      const ground = groundOf(definition);
      const drag = { from: [pixelOfStep(2, ground), 60], to: [pixelOfStep(1, ground), 64] } as const;
      const span = pointedBy(drag, ground);
      expect(toNotePlace(span, ground)).toEqual({ kind: 'note', at: at(1), end: at(3) - 1, series: null, panel: null });
      expect(wordsOf(span, ground)).toBe('February 2026 – March 2026');
    }
  });

  it('means a value beside the plot, where it is dragged up and down, and on charts of categories', () => {
    const ground = groundOf(line);
    expect(press(20, 70, ground)).toEqual({ kind: 'value', value: 50 });
    expect(pointedBy({ from: [200, 100], to: [202, 40] }, ground)).toEqual({ kind: 'value', value: 80 });
    const table = categoryTable(
      'city',
      [
        ['Rome', 3],
        ['Oslo', 9],
      ],
      ['m'],
    );
    const cities = { x_axis: 'city', groupby: [] };
    expect(press(200, 70, groundOf(bar, cities, table))).toEqual({ kind: 'value', value: 50 });
    const lying = groundOf(bar, { ...cities, orientation: 'horizontal' }, table);
    expect(press(200, 30, lying)).toEqual({ kind: 'value', value: 50 });
  });

  it('takes values as round as a pixel is wide', () => {
    expect([roundTo(48_273.4, 900), roundTo(0.031_27, 0.0021), roundTo(7, 0)]).toEqual([48_500, 0.032, 7]);
  });

  it('is done by the arrow keys too: steps, spans, series and values', () => {
    const ground = groundOf(line);
    const start: Pointed = { kind: 'step', from: 1, to: 1, seriesId: null };
    const key = (pointed: Pointed, name: string, shiftKey = false) =>
      pointedByKey(pointed, { key: name, shiftKey }, ground);
    expect(key(start, 'ArrowRight')).toMatchObject({ from: 2, to: 2 });
    expect(key(key(start, 'ArrowLeft'), 'ArrowLeft')).toMatchObject({ from: 0 });
    expect(key(key(start, 'ArrowRight', true), 'ArrowRight', true)).toMatchObject({ from: 1, to: 3 });
    const first = key(start, 'ArrowUp');
    expect(toNotePlace(first, ground)).toMatchObject({ series: expect.stringMatching(/Web|Store/) });
    const value = key(key(first, 'ArrowUp'), 'ArrowUp');
    expect(value).toEqual({ kind: 'value', value: 50 });
    expect(key(value, 'ArrowUp')).toEqual({ kind: 'value', value: 54 });
    expect(key(value, 'ArrowRight')).toMatchObject({ kind: 'step', from: 0 });
  });
});
