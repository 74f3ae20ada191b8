import {
  type ChartDefinition,
  type ChartExample,
  type ChartForm,
  defaultTranslate,
  lightChartTheme,
  type Undrawn,
} from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { largeCases } from '../gallery/large-cases.ts';
import { chartDefinitions, findChartDefinition } from './definitions.ts';
import { chartExamples } from './examples.ts';
import { drawModel, toModelContext } from './shared/draw-chart.ts';
import { emptySettings, findUndrawn } from './shared/find-undrawn.ts';

type Given = Pick<ChartExample, 'form' | 'results'>;

const said = (words: Undrawn['title'] | undefined) => (words ? defaultTranslate(words.text, words.values) : '');

/** What stands in the chart's place, or under its picture. */
function draw(definition: ChartDefinition, given: Given) {
  const context = { ...toModelContext(definition, given, lightChartTheme), typeOf: findChartDefinition };
  const model = definition.toModel(given.results, context);
  const undrawn = findUndrawn(definition, model, { context, results: given.results });
  const space = { theme: lightChartTheme, width: 480, height: 300 };
  // Every drawing says how many marks it has; those of maps and words may not.
  const options = drawModel(definition, model, { context, space }) as { readonly marks?: number } | null;
  return {
    undrawn,
    isNothing: undrawn?.isAll === true || definition.isEmpty?.(model) === true,
    title: said(undrawn?.title),
    wayOut: undrawn?.remedy?.label ?? said(undrawn?.text),
    marks: options?.marks ?? 0,
  };
}

const firstOf = (definition: ChartDefinition): ChartExample => chartExamples[definition.key]![0]!;
const definitionOf = (key: string) => findChartDefinition(key)!;
const types = chartDefinitions.map((definition) => [definition.key, definition] as const);
const typesBut = (keys: readonly string[]) => types.filter(([key]) => !keys.includes(key));
const typesOf = (keys: readonly string[]) => types.filter(([key]) => keys.includes(key));

type Change = (value: CellValue, at: number) => CellValue;
const isNumber = (type: string): boolean => type === 'number';
const changed = (table: ResultTable, change: Change, isOf: (type: string) => boolean = isNumber): ResultTable => ({
  ...table,
  columns: table.columns.map((column) =>
    isOf(column.type)
      ? { ...column, type: 'string', values: column.values.map((value, at) => change(value, at)) }
      : column,
  ),
});
const word: Change = (_, at) => `word ${at}`;
const all = () => true;

const renamed = (table: ResultTable): ResultTable => ({
  ...table,
  columns: table.columns.map((column, at) => ({ ...column, name: `other ${at}` })),
});

/** They take the columns that come, in their order, whatever these are called. */
const byPlace = types.map(([key]) => key).filter((key) => key.startsWith('echarts_') || key === 'compare');
const alsoByPlace = ['mixed_timeseries', 'rose', 'big_number', 'big_number_total', 'bullet', 'pop_kpi'];
/** They show the rows that come as they are. */
const ofRows = ['table', 'ag-grid-table', 'pivot_table_v2', 'handlebars'];
const places = types.map(([key]) => key).filter((key) => /^deck_|mapbox|point_cluster_map|cartodiagram/.test(key));

const always = [...byPlace, ...alsoByPlace, ...ofRows];

describe('an old form of which only the type is left', () => {
  const given = (definition: ChartDefinition): Given => ({
    form: { viz_type: definition.key } as ChartForm,
    results: firstOf(definition).results,
  });

  // Bins are counted where the rows are.
  it.each(typesBut([...always, 'histogram_v2']))('names the settings that %s needs', (_key, definition) => {
    const { isNothing, title, wayOut } = draw(definition, given(definition));
    const { form } = toModelContext(definition, given(definition), lightChartTheme);
    const labels = emptySettings(definition, form);
    expect(labels.length).toBeGreaterThan(0);
    expect([isNothing, title]).toEqual([true, `Settings are missing: ${labels.join(', ')}`]);
    expect(wayOut).toBe('The chart cannot be drawn before they are chosen.');
  });

  it.each(typesOf([...byPlace, 'mixed_timeseries', 'rose', 'bullet']))(
    'draws the rows that came as %s',
    (_key, definition) => {
      const { isNothing, marks } = draw(definition, given(definition));
      expect([isNothing, marks > 0]).toEqual([false, true]);
    },
  );

  it.each(types)('leaves %s standing where settings are of other kinds', (_key, definition) => {
    const { form, results } = firstOf(definition);
    const broken = Object.fromEntries(Object.keys(form).map((name, at) => [name, [null, 7, 'x', {}, []][at % 5]]));
    const { isNothing, title, wayOut } = draw(definition, {
      form: { ...broken, viz_type: definition.key } as ChartForm,
      results,
    });
    if (isNothing) expect([title, wayOut]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  });
});

describe('columns that vanished', () => {
  // Its bins are named by their edges; layers have answers of their own.
  const without = [...always, 'histogram_v2', 'deck_multi'];

  it.each(typesBut(without))('are named in the place of %s, with what to do', (_key, definition) => {
    const { form, results } = firstOf(definition);
    const { isNothing, title, wayOut } = draw(definition, { form, results: results.map(renamed) });
    expect([isNothing, title]).toEqual([true, expect.stringMatching(/^Columns did not come: \w/)]);
    expect(wayOut).toContain('Sync the columns of the dataset');
  });

  it.each(typesOf([...byPlace, 'mixed_timeseries', 'rose', 'bullet']))(
    'change no mark of %s, which takes them in their order',
    (_key, definition) => {
      const { form, results } = firstOf(definition);
      const { marks } = draw(definition, { form, results });
      expect(draw(definition, { form, results: results.map(renamed) })).toMatchObject({ isNothing: false, marks });
    },
  );

  it.each(types)('of an answer without tables leave nothing of %s', (_key, definition) => {
    expect(draw(definition, { form: firstOf(definition).form, results: [] }).isNothing).toBe(true);
  });
});

describe('values of the wrong kind', () => {
  const wordsAreFine = [
    ...['table', 'ag-grid-table', 'handlebars', 'event_flow'],
    ...['big_number_total', 'pop_kpi'],
    // Shapes and stretches of time are drawn without a figure.
    ...['deck_geojson', 'deck_path', 'deck_polygon', 'gantt_chart', 'deck_multi'],
    // Its bins are counted where the rows are.
    'histogram_v2',
  ];
  const otherwise: Readonly<Record<string, RegExp>> = {
    tree_chart: /^No row is a root/,
  };

  it.each(typesBut([...wordsAreFine, ...places]))('are said in the place of %s', (key, definition) => {
    const { form, results } = firstOf(definition);
    const { isNothing, title, wayOut } = draw(definition, { form, results: results.map((one) => changed(one, word)) });
    expect([isNothing, title]).toEqual([true, expect.stringMatching(otherwise[key] ?? /^The values are text$/)]);
    expect(wayOut).toMatch(/Choose a metric that counts|List unique values|Begin with the first row/);
  });

  const ofShapes = ['deck_geojson', 'deck_path', 'deck_polygon'];
  it.each(typesOf(places.filter((key) => key !== 'deck_multi')))('for places are said on %s', (key, definition) => {
    const { form, results } = firstOf(definition);
    const given = { form, results: results.map((one) => changed(one, word, all)) };
    const { isNothing, title, wayOut } = draw(definition, given);
    expect([isNothing, title]).toEqual([true, 'No row has a place on the map']);
    expect(wayOut).toMatch(/not readable.*Choose other columns for the places/);
    if (!ofShapes.includes(key)) expect(wayOut).toContain(`${results[0]!.rowCount} not readable`);
  });

  it('for times are said in the place of paths and stretches', () => {
    for (const key of ['event_flow', 'gantt_chart', 'big_number']) {
      const { form, results } = firstOf(definitionOf(key));
      const given = { form, results: results.map((one) => changed(one, word, all)) };
      expect(draw(definitionOf(key), given)).toMatchObject({
        isNothing: true,
        wayOut: expect.stringMatching(/column of time/),
      });
    }
  });

  const figures = [...ofRows, 'event_flow', 'gantt_chart', 'histogram_v2', 'tree_chart', 'deck_multi'];
  it.each(typesBut([...figures, ...places]))(
    'that are all NULL are said as such in the place of %s',
    (_key, definition) => {
      const { form, results } = firstOf(definition);
      const none = results.map((one) => changed(one, () => null));
      const { isNothing, title, wayOut } = draw(definition, { form, results: none });
      expect([isNothing, title]).toEqual([true, expect.stringMatching(/\w/)]);
      expect(title).not.toBe('The values are text');
      expect(wayOut).toMatch(/metric|filters|A bar chart/);
    },
  );
});

describe('values below zero', () => {
  const below: Change = (value) => (typeof value === 'number' ? -Math.abs(value) : value);
  const lower = (table: ResultTable): ResultTable => ({
    ...table,
    columns: table.columns.map((column) =>
      column.type === 'number' ? { ...column, values: column.values.map(below) } : column,
    ),
  });
  const wholes = ['pie', 'treemap_v2', 'sunburst_v2', 'partition', 'funnel', 'rose', 'word_cloud'];
  const flows = ['sankey_v2', 'chord', 'graph_chart'];

  it.each(typesOf([...wholes, ...flows]))('are no parts of %s, and what shows them is named', (_key, definition) => {
    const { form, results } = firstOf(definition);
    const { isNothing, title, wayOut } = draw(definition, { form, results: results.map(lower) });
    expect([isNothing, title]).toEqual([true, expect.stringMatching(/zero or less|no size/)]);
    expect(wayOut).toMatch(/A (bar chart|table) shows them/);
  });

  it('have no area as bubbles, and are drawn as bars', () => {
    const bubble = firstOf(definitionOf('bubble_v2'));
    expect(draw(definitionOf('bubble_v2'), { ...bubble, results: bubble.results.map(lower) })).toMatchObject({
      isNothing: true,
      title: 'No bubble has a size of zero or more',
      wayOut: expect.stringContaining('Bubble size takes a metric'),
    });
    const bar = firstOf(definitionOf('echarts_timeseries_bar'));
    const { marks } = draw(definitionOf('echarts_timeseries_bar'), bar);
    expect(draw(definitionOf('echarts_timeseries_bar'), { ...bar, results: bar.results.map(lower) })).toMatchObject({
      isNothing: false,
      marks,
    });
  });
});

describe('a hundred thousand categories', () => {
  const many = largeCases.filter(({ name }) => name.includes('categories'));

  it.each(many.map((given) => [given.key, given] as const))(
    'of %s are as many marks as can be told apart',
    (key, given) => {
      const { marks, title } = draw(definitionOf(key), given.make());
      if (key.includes('table')) return;
      expect(title).toMatch(/100,000|100000|99,\d{3}|99\d{3}/);
      if (key !== 'echarts_timeseries_bar') expect(marks).toBeLessThan(1000);
    },
  );

  const count = 100_000;
  /** An example's rows again and again, each of their texts another one. */
  const repeated = (table: ResultTable): ResultTable => ({
    rowCount: count,
    columns: table.columns.map((column) => ({
      ...column,
      values: Array.from({ length: count }, (_, row) =>
        column.type === 'string' ? `name ${row}` : (column.values[row % table.rowCount] ?? null),
      ),
    })),
  });
  const bounded: readonly (readonly [key: string, most: number])[] = [
    ...(['box_plot', 'chord', 'funnel', 'gauge_chart', 'graph_chart', 'radar', 'rose', 'partition'] as const).map(
      (key) => [key, 1000] as const,
    ),
    ...(['heatmap_v2', 'histogram_v2'] as const).map((key) => [key, 4000] as const),
    ...([
      ['bubble_v2', 60],
      ['gantt_chart', 5000],
      ['para', 25_000],
    ] as const),
  ];

  it.each(bounded)('of %s are bounded to what is read, and that is said', (key, most) => {
    const { form, results } = firstOf(definitionOf(key));
    const { marks, title, isNothing } = draw(definitionOf(key), { form, results: results.map(repeated) });
    expect([isNothing, title]).toEqual([false, expect.stringMatching(/\d/)]);
    expect([marks > 0, marks <= most]).toEqual([true, true]);
  });

  it('of which none is a country are told at once', () => {
    const { form, results } = firstOf(definitionOf('world_map'));
    const { title, wayOut } = draw(definitionOf('world_map'), { form, results: results.map(repeated) });
    expect(title).toBe('None of the values is on this map');
    expect(wayOut).toMatch(/name 0, name 1, name 2\. Choose the column/);
  });
});

describe('links and parents that lead round', () => {
  const table = (columns: Readonly<Record<string, readonly CellValue[]>>): ResultTable => ({
    rowCount: Object.values(columns)[0]!.length,
    columns: Object.entries(columns).map(([name, values]) => ({
      name,
      type: typeof values[0] === 'number' ? 'number' : 'string',
      nativeType: '',
      values,
    })),
  });
  const sankey = (sources: readonly string[], targets: readonly string[]): Given => ({
    form: { viz_type: 'sankey_v2', source: 's', target: 't', metric: 'v' } as ChartForm,
    results: [table({ s: sources, t: targets, v: sources.map((_, at) => at + 1) })],
  });
  const tree = (id: readonly string[], parent: readonly (string | null)[], form: object = {}): Given => ({
    form: { viz_type: 'tree_chart', id: 'id', parent: 'parent', ...form } as ChartForm,
    results: [table({ id, parent })],
  });

  it('are left out of a sankey by name, and the others drawn', () => {
    const { title, isNothing, marks } = draw(definitionOf('sankey_v2'), sankey(['a', 'b', 'c'], ['b', 'c', 'a']));
    expect(title).toMatch(/^1 links lead back in a circle and are not drawn: a → b/);
    expect([isNothing, marks > 0]).toEqual([false, true]);
  });

  it('leave a sankey of circles alone without a picture, and name the types that draw them', () => {
    expect(draw(definitionOf('sankey_v2'), sankey(['a'], ['a']))).toMatchObject({
      isNothing: true,
      title: 'Every link leads back to where it starts',
      wayOut: expect.stringContaining('A chord diagram or a graph'),
    });
  });

  it('leave a tree without a root, which can be chosen by a press', () => {
    expect(draw(definitionOf('tree_chart'), tree(['1', '2'], ['2', '1']))).toMatchObject({
      isNothing: true,
      title: 'No row is a root: each has a parent',
      undrawn: { remedy: { label: 'Begin with the first row', changes: { root_node_id: '1' } } },
    });
  });

  it('and two roots are named, and the largest tree is a press away', () => {
    const given = tree(['1', '2', '3'], [null, null, '2']);
    const { undrawn, title } = draw(definitionOf('tree_chart'), given);
    expect(title).toBe('There are 2 roots, and a tree has one');
    expect(said(undrawn?.text)).toContain('Without a parent are: 2, 1.');
    const { changes } = undrawn!.remedy!;
    const mended = draw(definitionOf('tree_chart'), { ...given, form: { ...given.form, ...changes } });
    expect(mended).toMatchObject({ isNothing: false, marks: 2 });
  });
});

describe('shapes of a map', () => {
  const definition = definitionOf('deck_geojson');
  const { form, results } = firstOf(definition);
  const withShapes = (shapeAt: (at: number) => string) =>
    results.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({ ...column, values: column.values.map((_, at) => shapeAt(at)) })),
    }));

  it('that are broken are said in its place', () => {
    expect(draw(definition, { form, results: withShapes(() => '{"type":"Polygon","coordinates":[[[') })).toMatchObject({
      isNothing: true,
      title: 'No row has a place on the map',
      wayOut: expect.stringMatching(/3 not readable.*Choose other columns for the places/),
    });
  });

  it('that are fifty megabytes long are not read, and that is said', () => {
    const long = `{"type":"LineString","coordinates":[${'[1,2],'.repeat(8_400_000)}[1,2]]}`;
    for (const key of ['deck_geojson', 'deck_path'])
      expect(
        draw(definitionOf(key), {
          form: { viz_type: key, geojson: 'shape', line_column: 'shape' } as ChartForm,
          results: withShapes(() => long),
        }),
      ).toMatchObject({
        isNothing: true,
        title: 'The shapes are too large to be drawn',
        wayOut: expect.stringContaining('Simplify them in the dataset'),
      });
  });
});

describe('templates', () => {
  const given = (handlebarsTemplate: string): Given => ({
    ...firstOf(definitionOf('handlebars')),
    form: { viz_type: 'handlebars', query_mode: 'raw', all_columns: ['a'], handlebarsTemplate } as ChartForm,
    results: [
      { rowCount: 1000, columns: [{ name: 'a', type: 'number', nativeType: '', values: Array(1000).fill(1) }] },
    ],
  });

  it.each([
    [
      'repeats without end',
      '{{#each data}}{{#each ../data}}{{#each ../../data}}x{{/each}}{{/each}}{{/each}}',
      /repeats too much/,
    ],
    ['writes without end', `{{#each data}}${'long '.repeat(4000)}{{/each}}`, /characters/],
    ['is not closed', '{{#each data}}', /The template is wrong: /],
  ])('that %s are stopped, and that is said', (_name, template, reason) => {
    expect(draw(definitionOf('handlebars'), given(template))).toMatchObject({
      isNothing: true,
      title: 'The template could not be run',
      wayOut: expect.stringMatching(reason),
    });
  });
});
