import { type ChartDefinition, type ChartExample, type ChartForm, lightChartTheme } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { largeCases } from '../gallery/large-cases.ts';
import { chartDefinitions, findChartDefinition } from './definitions.ts';
import { chartExamples } from './examples.ts';
import { drawModel, toModelContext } from './shared/draw-chart.ts';

function draw(definition: ChartDefinition, example: Pick<ChartExample, 'form' | 'results'>) {
  const context = toModelContext(definition, example, lightChartTheme);
  const model = definition.toModel(example.results, context);
  const undrawn = definition.undrawnOf?.(model, context.form) ?? null;
  const isEmpty = undrawn?.isAll || definition.isEmpty?.(model) === true;
  const space = { theme: lightChartTheme, width: 480, height: 300 };
  // Every drawing says how many marks it has; those of maps and words may not.
  const options = drawModel(definition, model, { context, space }) as { readonly marks?: number } | null;
  return { undrawn, isEmpty, marks: options?.marks ?? 0 };
}

const firstOf = (definition: ChartDefinition): ChartExample => chartExamples[definition.key]![0]!;
const types = chartDefinitions.map((definition) => [definition.key, definition] as const);

const asTexts = (table: ResultTable, isAll = false): ResultTable => ({
  ...table,
  columns: table.columns.map((column) => ({
    ...column,
    ...(column.type === 'number' || isAll
      ? { type: 'string', values: column.values.map((_, at) => `word ${at}`) }
      : {}),
  })),
});

const renamed = (table: ResultTable): ResultTable => ({
  ...table,
  columns: table.columns.map((column, at) => ({ ...column, name: `was column ${at}` })),
});

describe.each(types)('%s', (_key, definition) => {
  const { form, results } = firstOf(definition);

  it('draws an old form of which only the type is left, or says what is missing', () => {
    expect(() => draw(definition, { form: { viz_type: definition.key } as ChartForm, results })).not.toThrow();
  });

  it('draws a form whose settings are of other kinds', () => {
    const broken = Object.fromEntries(Object.keys(form).map((name, at) => [name, [null, 7, 'x', {}, []][at % 5]]));
    expect(() =>
      draw(definition, { form: { ...broken, viz_type: definition.key } as ChartForm, results }),
    ).not.toThrow();
  });

  it('goes on where its columns vanished', () => {
    expect(() => draw(definition, { form, results: results.map(renamed) })).not.toThrow();
    expect(() => draw(definition, { form, results: [] })).not.toThrow();
  });

  it('goes on where all of its values are texts', () => {
    expect(() => draw(definition, { form, results: results.map((table) => asTexts(table, true)) })).not.toThrow();
  });
});

describe('values of the wrong kind', () => {
  const wordsAreFine = [
    ...['table', 'ag-grid-table', 'pivot_table_v2', 'handlebars', 'time_table'],
    ...['big_number', 'big_number_total', 'pop_kpi', 'event_flow'],
    // Shapes and stretches of time are drawn without a figure.
    ...['deck_geojson', 'deck_path', 'deck_polygon', 'gantt_chart', 'deck_multi'],
    // Its bins are counted where the rows are.
    'histogram_v2',
  ];

  it.each(types.filter(([key]) => !wordsAreFine.includes(key)))('are said in the place of %s', (_key, definition) => {
    const { form, results } = firstOf(definition);
    const { undrawn, isEmpty } = draw(definition, { form, results: results.map((table) => asTexts(table)) });
    expect([isEmpty, undrawn?.title.text ?? '']).toEqual([true, expect.stringMatching(/\w/)]);
  });
});

describe('a hundred thousand categories', () => {
  const many = largeCases.filter(({ name }) => name.includes('categories'));

  it.each(many.map((given) => [given.key, given] as const))(
    'of %s are as many marks as can be told apart',
    (key, given) => {
      const { marks, undrawn } = draw(findChartDefinition(key)!, given.make());
      if (key.includes('table') || key === 'echarts_timeseries_bar') return;
      expect(marks).toBeLessThan(1000);
      expect(undrawn?.title.text).toMatch(/\w/);
    },
  );
});

describe('shapes of a map', () => {
  const definition = findChartDefinition('deck_geojson')!;
  const { form, results } = firstOf(definition);
  const withShapes = (shapeAt: (at: number) => string) =>
    results.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({ ...column, values: column.values.map((_, at) => shapeAt(at)) })),
    }));

  it('that are broken are said in its place', () => {
    const { undrawn } = draw(definition, { form, results: withShapes(() => '{"type":"Polygon","coordinates":[[[') });
    expect(undrawn).toMatchObject({ isAll: true, title: { text: expect.stringMatching(/\w/) } });
  });

  it('that are fifty megabytes long are not read, and that is said', () => {
    const long = `{"type":"LineString","coordinates":[${'[1,2],'.repeat(8_400_000)}[1,2]]}`;
    const { undrawn } = draw(definition, { form, results: withShapes(() => long) });
    expect(undrawn).toMatchObject({ isAll: true, title: { text: expect.stringMatching(/\w/) } });
  });
});
