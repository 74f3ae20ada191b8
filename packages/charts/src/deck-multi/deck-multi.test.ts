import { mostMapLayers } from '@powerset/chart-kit';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { findChartDefinition } from '../definitions.ts';
import { drawForTest } from '../draw-for-tests.ts';
import type { MapLayer } from '../shared/maps/map-picture.ts';
import { examples } from './examples.ts';
import { chart } from './index.ts';
import { layerCharts } from './layer-charts.ts';
import { View } from './View.tsx';

const typeOf = findChartDefinition;
const exampleOf = (name: string) => examples.find((one) => one.name.startsWith(name))!;
const [railways, hexagons, hard] = ['railways', 'trips', 'hard'].map(exampleOf);

function draw({ form, results, answers }: (typeof examples)[number], changes: object = {}, space: object = {}) {
  return drawForTest(chart, { form: { ...form, ...changes }, results }, { answers: answers ?? [], typeOf, ...space });
}
const tipOf = (layer: MapLayer | undefined) =>
  layer && layer.kind !== 'screen' ? layer.tip(0) : expect.fail('a layer of marks');

describe('a map of layers', () => {
  it('asks for each chosen chart once, at most twelve, under its own conditions', () => {
    const ids = Array.from({ length: 15 }, (_, at) => at + 1);
    const [query] = chart.toQueries({ viz_type: 'deck_multi', deck_slices: [...ids, 1, 'x', '3'] });
    expect(query?.chart_layers).toEqual(ids.slice(0, mostMapLayers));
    expect(draw(railways!, { deck_slices: ids }).undrawn).toBe('The first {{most}} of {{all}} layers are drawn.');
    const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
    const [filtered] = chart.toQueries({ viz_type: 'deck_multi', deck_slices: [1], adhoc_filters: [filter] });
    expect(filtered?.filters).toEqual([{ col: 'city', op: '==', val: 'Rome' }]);
  });

  it('draws what each chart draws, in the order in which they were chosen, under ids of their own', () => {
    const { options } = draw(railways!);
    expect(options.picture.layers.map(({ kind, id, count }) => [kind, id, count])).toEqual([
      ['paths', 'chart-1/paths', 3],
      ['points', 'chart-2/points', 4],
    ]);
    expect(options.picture.bounds).toEqual([6.96, 47.56, 13.4, 53.55]);
    expect(options.picture.isFitted).toBe(true);
    const twice = draw({ ...railways!, answers: [railways!.answers![0]!, hexagons!.answers![1]!] });
    expect(new Set(twice.options.picture.layers.map(({ id }) => id)).size).toBe(2);
  });

  it('shows all layers from one place, in whose scale cells are made', () => {
    const near = { longitude: 13.4, latitude: 52.5, zoom: 9, bearing: 0, pitch: 0 };
    const cellsIn = (zoom: number) =>
      draw(hexagons!, { autozoom: false, viewport: { ...near, zoom } }).options.picture.layers[0]!.count;
    expect(cellsIn(9)).toBeGreaterThan(cellsIn(4));
    expect(draw(hexagons!, { autozoom: false, viewport: near }).options.picture.view).toEqual(near);
  });

  it('tells of each mark what its own chart tells, and of which layer it is', () => {
    const [paths, points] = draw(railways!).options.picture.layers;
    expect(tipOf(paths)).toMatchObject({ rows: [{ label: 'Layer', value: 'Railways' }] });
    expect(tipOf(points)).toMatchObject({ title: 'north', rows: [{ value: 'Stations' }, { label: 'people' }, {}] });
  });

  it('knows of each mark the chart that it is of, and what it stands for there', () => {
    const { options } = draw(railways!);
    const [paths, points] = options.picture.layers;
    const [line, station] = [paths!, points!].map((layer) => ({ layer, index: 0 }));
    expect([line, station].map((mark) => options.chartOf(mark!)?.name)).toEqual(['Railways', 'Stations']);
    expect(options.chartOf(line!)?.context.form.viz_type).toBe('deck_path');
    expect(options.selectionOf?.(line!)?.filters).toMatchObject([{ op: 'IN', values: [expect.any(String)] }]);
    expect(options.selectionOf?.(station!)?.selectedLabels).toEqual(['north']);
    expect(options.chartOf({ layer: { ...points!, id: 'chart-99/points' }, index: 0 })).toBeUndefined();
  });

  it('has the legend of each layer, in its own colours or in those of the dashboard', () => {
    const legends = (space: object) => draw(railways!, {}, space).options.entries.map(({ legend }) => legend);
    const [none, lines] = legends({});
    expect(none).toBeNull();
    expect(lines).toMatchObject({ entries: [{ label: 'north' }, { label: 'south' }, { label: 'west' }] });
    const [, shared] = legends({ colorOf: () => '#123456', sharesColors: true });
    expect(shared).toMatchObject({ entries: [{ color: '#123456' }, {}, {}] });
    expect(lines).not.toMatchObject({ entries: [{ color: '#123456' }, {}, {}] });
  });

  it('names the charts that are no layers and says why, and draws the others', () => {
    const { options, model, context } = draw(hard!);
    expect(options.picture.layers.map(({ id }) => id)).toEqual(['chart-1/paths', 'chart-5/points']);
    expect(options.entries.map(({ note }) => note)).toEqual(['', 'No data']);
    expect(chart.undrawnOf?.(model, context.form)).toMatchObject({
      isAll: false,
      title: {
        values: {
          layers:
            'Chart 2 (it does not exist or is not open to you); Delays (The column "late" does not exist); Sales by region (its chart type is no layer of a map)',
        },
      },
    });
    const alone = draw({ ...hard!, results: hard!.results.slice(1, 2), answers: hard!.answers!.slice(1, 2) });
    expect(chart.undrawnOf?.(alone.model, alone.context.form)?.isAll).toBe(true);
  });

  it('says in the place of the map why none of its layers has a mark', () => {
    const [, stations] = railways!.results;
    const columns = stations!.columns.map((column) => ({
      ...column,
      ...{ type: 'string' as const, values: column.values.map((_, at) => `word ${at}`) },
    }));
    const only = { ...railways!, results: [{ ...stations!, columns }], answers: railways!.answers!.slice(1) };
    const { model, context } = draw(only);
    expect(chart.undrawnOf?.(model, context.form)).toMatchObject({
      isAll: true,
      title: { values: { layers: expect.stringMatching(/^Stations \(\w.+\)$/) } },
    });
  });

  it('lists its layers, which can be hidden, and has their rows as tables', () => {
    const { options, model, context } = draw(railways!);
    const space = { theme: context.theme, width: 600, height: 320, selectedLabels: [] };
    const props = { definition: chart, form: chart.readForm(context.form) as never, model, options, ...space };
    const html = renderToStaticMarkup(createElement(View, props));
    expect(html.match(/type="checkbox" checked=""/g)).toHaveLength(2);
    expect(html).toContain('<summary');
    expect(html).toMatch(/Stations.*north.*Railways/s);
    expect(html).toContain('<path');
  });

  it('says which chart types its answers are drawn with', () => {
    expect(chart.typesOf?.(hard!.answers!)).toEqual(['deck_path', 'deck_scatter']);
  });

  it('offers saved charts of deck types, and not itself', () => {
    const rows = [
      { id: 1, slice_name: 'Points', viz_type: 'deck_scatter' },
      { id: 2, slice_name: 'All', viz_type: 'deck_multi' },
      { id: 3, slice_name: 'Share', viz_type: 'pie' },
    ];
    expect(layerCharts.toChoices?.({ result: rows })).toEqual([{ value: 1, label: 'Points' }]);
  });
});
