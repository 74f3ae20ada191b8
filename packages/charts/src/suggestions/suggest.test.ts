import {
  type ChartDefinition,
  completeForm,
  defaultTranslate,
  type FormContext,
  validateForm,
} from '@powerset/chart-kit';
import { columnLabel } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { chartDefinitions } from '../definitions.ts';
import { type ChosenParts, type DataColumn, type DataFacts, nothingChosen } from './data-facts.ts';
import { misfitOf, typeNeeds } from './needs.ts';
import { suggestCharts } from './suggest.ts';

type ColumnText = `${string}:${'n' | 's' | 't' | 'b'}${'' | `:${number}`}`;

const types = { n: 'number', s: 'string', t: 'temporal', b: 'boolean' } as const;

/** Columns as `name:type:distinct`. */
function dataOf(...columns: readonly ColumnText[]): DataFacts {
  return {
    columns: columns.map((text): DataColumn => {
      const [name = '', type = 's', distinct] = text.split(':');
      const known = distinct === undefined ? {} : { distinct: Number(distinct) };
      // The type of the text names no other letter.
      return { name, type: types[type as keyof typeof types], ...known };
    }),
  };
}

const chosen = (part: Partial<ChosenParts>): ChosenParts => ({ ...nothingChosen, ...part });
const keysOf = (data: DataFacts, parts?: ChosenParts) => suggestCharts(data, parts).map(({ key }) => key);
const sales = dataOf('ordered:t', 'segment:s:4', 'product:s:900', 'amount:n', 'discount:n');

interface Situation {
  readonly of: string;
  readonly data: DataFacts;
  readonly parts?: ChosenParts;
  /** In this order at the head. */
  readonly first: readonly string[];
  /** Somewhere among the first six. */
  readonly shown?: readonly string[];
  readonly never?: readonly string[];
}

const situations: readonly Situation[] = [
  {
    of: 'a time and a measure',
    data: dataOf('day:t', 'amount:n'),
    first: ['echarts_timeseries_line', 'big_number'],
    shown: ['cal_heatmap', 'histogram_v2'],
    never: ['pie', 'echarts_timeseries_bar', 'world_map', 'gantt_chart'],
  },
  {
    of: 'a category and a measure',
    data: dataOf('city:s:20', 'amount:n'),
    first: ['echarts_timeseries_bar', 'treemap_v2'],
    never: ['echarts_timeseries_line', 'pie', 'heatmap_v2', 'big_number', 'cal_heatmap'],
  },
  {
    of: 'few parts of a whole',
    data: dataOf('segment:s:4', 'amount:n'),
    first: ['echarts_timeseries_bar', 'pie', 'treemap_v2'],
  },
  {
    of: 'few rows, whose values can be no more',
    data: { ...dataOf('segment:s', 'amount:n'), rows: 4 },
    first: ['echarts_timeseries_bar', 'pie'],
  },
  {
    of: 'two categories and a measure',
    data: dataOf('segment:s:4', 'channel:s:5', 'amount:n'),
    parts: chosen({ dimensions: ['segment', 'channel'], metrics: ['revenue'] }),
    first: ['heatmap_v2', 'echarts_timeseries_bar', 'pivot_table_v2'],
    never: ['pie', 'big_number_total', 'echarts_timeseries_line'],
  },
  {
    of: 'latitude and longitude',
    data: dataOf('store:s', 'lat:n', 'lon:n', 'amount:n'),
    first: ['deck_scatter'],
    shown: ['deck_hex', 'point_cluster_map'],
  },
  { of: 'geohashes', data: dataOf('geohash:s', 'amount:n'), first: ['deck_scatter'], never: ['point_cluster_map'] },
  {
    of: 'names of countries',
    data: dataOf('country:s:60', 'amount:n'),
    first: ['world_map', 'echarts_timeseries_bar'],
  },
  {
    of: 'two measures of a category',
    data: sales,
    parts: chosen({ dimensions: ['segment'], metrics: ['revenue', 'profit'] }),
    first: ['echarts_timeseries_bar', 'bubble_v2'],
  },
  {
    of: 'two measures alone',
    data: dataOf('weight:n', 'height:n'),
    first: ['echarts_timeseries_scatter', 'histogram_v2'],
    never: ['bubble_v2', 'echarts_timeseries_bar', 'echarts_timeseries_line', 'pie'],
  },
  {
    of: 'the spread of one measure',
    data: dataOf('age:n'),
    first: ['histogram_v2'],
    never: ['echarts_timeseries_scatter'],
  },
  {
    of: 'a single number',
    data: { ...dataOf('total:n'), rows: 1 },
    first: ['big_number_total'],
    never: ['histogram_v2'],
  },
  {
    of: 'from, to and a value',
    data: dataOf('from_city:s:9', 'to_city:s:9', 'passengers:n'),
    first: ['sankey_v2'],
    shown: ['graph_chart', 'chord'],
  },
  { of: 'origin and destination', data: dataOf('origin:s', 'destination:s', 'flights:n'), first: ['sankey_v2'] },
  { of: 'start and end', data: dataOf('task:s:30', 'start_date:t', 'end_date:t'), first: ['gantt_chart'] },
  {
    of: 'levels of a hierarchy',
    data: dataOf('region:s:5', 'country:s:40', 'city:s:300', 'amount:n'),
    first: ['world_map', 'echarts_timeseries_bar', 'sunburst_v2', 'treemap_v2'],
  },
  {
    of: 'rows that name their parents',
    data: dataOf('employee_id:n', 'manager_id:n', 'name:s'),
    first: ['tree_chart'],
  },
  { of: 'steps', data: dataOf('stage:s:5', 'leads:n'), first: ['echarts_timeseries_bar', 'funnel'] },
  { of: 'shapes', data: dataOf('geojson:s', 'population:n'), first: ['deck_geojson'] },
  {
    of: 'two metrics over time',
    data: sales,
    parts: chosen({ metrics: ['revenue', 'profit'], time: 'ordered' }),
    first: ['echarts_timeseries_line'],
    shown: ['mixed_timeseries'],
  },
  {
    of: 'a metric, a category and a time, all chosen',
    data: sales,
    parts: chosen({ metrics: ['revenue'], dimensions: ['segment'], time: 'ordered' }),
    first: ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area'],
  },
  {
    of: 'a metric and a category, without a word of time',
    data: sales,
    parts: chosen({ metrics: ['revenue'], dimensions: ['segment'] }),
    first: ['echarts_timeseries_bar'],
    never: ['big_number_total', 'histogram_v2', 'deck_scatter'],
  },
  {
    of: 'many groups and figures',
    data: sales,
    parts: chosen({ metrics: ['a', 'b', 'c', 'd'], dimensions: ['segment', 'product', 'discount'] }),
    first: ['heatmap_v2', 'table'],
  },
  {
    of: 'three metrics of few groups',
    data: sales,
    parts: chosen({ metrics: ['a', 'b', 'c'], dimensions: ['segment'] }),
    first: ['echarts_timeseries_bar', 'bubble_v2'],
    shown: ['radar', 'para'],
  },
  {
    of: 'texts of many values',
    data: dataOf('keyword:s:5000'),
    first: ['echarts_timeseries_bar'],
    shown: ['word_cloud', 'table'],
    never: ['histogram_v2', 'pie'],
  },
  {
    of: 'nothing',
    data: { columns: [], metrics: [{ name: 'count' }] },
    first: [],
    never: ['big_number_total', 'table'],
  },
];

describe('suggested chart types', () => {
  it.each(situations)('fit $of', ({ data, parts, first, shown = [], never = [] }) => {
    const keys = keysOf(data, parts);
    expect(keys.slice(0, first.length)).toEqual(first);
    expect(keys.slice(0, 6)).toEqual(expect.arrayContaining([...shown]));
    expect(keys.filter((key) => never.includes(key))).toEqual([]);
  });

  it('say in a sentence why, with the names that people know', () => {
    const data: DataFacts = {
      columns: [{ name: 'ts', type: 'temporal', label: 'Order date' }],
      metrics: [{ name: 'count' }, { name: 'rev', label: 'Revenue' }],
    };
    const [first] = suggestCharts(data);
    expect(defaultTranslate(first!.reason.text, first!.reason.values)).toBe(
      'A line shows how Revenue moves over Order date.',
    );
    for (const { data: other, parts } of situations)
      for (const { reason } of suggestCharts(other, parts)) {
        const sentence = defaultTranslate(reason.text, reason.values);
        expect(sentence).toMatch(/^.{10,160}\.$/);
        expect(sentence).not.toMatch(/\s{2}|{{| \.|^ /);
      }
  });

  it('bring forms that are complete and name columns of the data', () => {
    const faults = situations.flatMap(({ of, data, parts }) =>
      suggestCharts(data, parts).flatMap(({ key, fields }) =>
        formFaults(data, key, fields).map((fault) => [of, fault]),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('never come without what a type needs', () => {
    for (const { data, parts } of situations)
      expect(keysOf(data, parts).filter((key) => misfitOf(key, data) !== null)).toEqual([]);
  });

  it('add up no names of things, years, ranks or places, and group by no texts that are all different first', () => {
    const data = dataOf('order_id:n', 'rank:n', 'year:n', 'lat:n', 'email:s:900', 'city:s:9', 'amount:n');
    const bar = suggestCharts(data).find(({ key }) => key === 'echarts_timeseries_bar');
    expect(bar?.fields).toMatchObject({ x_axis: 'city', metrics: [{ label: 'SUM(amount)' }] });
    expect(
      suggestCharts(data)
        .map(({ fields }) => fields.column)
        .filter(Boolean),
    ).toEqual(['amount']);
  });

  it('count rows where there is nothing to add up', () => {
    const [bar] = suggestCharts(dataOf('city:s:9'));
    expect(bar?.fields).toMatchObject({ metrics: [{ sqlExpression: 'COUNT(*)' }] });
    const saved = suggestCharts({ ...dataOf('city:s:9'), metrics: [{ name: 'count' }] });
    expect(saved[0]?.fields).toMatchObject({ metrics: ['count'] });
  });

  it('draw bars sorted by their metric', () => {
    expect(suggestCharts(dataOf('city:s:20', 'amount:n'))[0]?.fields).toEqual({
      ...{ x_axis: 'city', groupby: [], orientation: 'auto', x_axis_sort: 'SUM(amount)', x_axis_sort_asc: false },
      metrics: [expect.objectContaining({ label: 'SUM(amount)' })],
    });
  });

  it('tell a map how its countries are written', () => {
    const fieldOf = (column: ColumnText) =>
      suggestCharts(dataOf(column, 'amount:n')).find(({ key }) => key === 'world_map')?.fields.country_fieldtype;
    expect(fieldOf('country_name:s')).toBe('name');
    expect(fieldOf('country_code:s')).toBe('cca2');
    expect(fieldOf('iso3:s')).toBe('cca3');
  });
});

describe('what a chart type needs', () => {
  it('is known of every type', () => {
    expect(chartDefinitions.map(({ key }) => key).filter((key) => !typeNeeds[key])).toEqual([]);
    expect(Object.keys(typeNeeds).filter((key) => !chartDefinitions.some((one) => one.key === key))).toEqual([]);
  });

  it.each([
    ['big_number', dataOf('city:s', 'amount:n'), 'Needs a time column.'],
    ['gantt_chart', dataOf('task:s', 'start:t'), 'Needs two time columns, of start and end.'],
    ['histogram_v2', dataOf('city:s'), 'Needs a column of numbers.'],
    ['heatmap_v2', dataOf('city:s'), 'Needs two columns to group by.'],
    ['deck_scatter', sales, 'Found no columns of latitude and longitude.'],
    ['world_map', sales, 'Found no column of country names or codes.'],
    ['tree_chart', sales, 'Found no column that names a parent.'],
    ['table', { columns: [] }, 'Needs a column.'],
    ['pie', sales, null],
    ['a type of tomorrow', sales, null],
  ] as const)('is said of %s where it lacks', (key, data, text) => {
    expect(misfitOf(key, data)?.text ?? null).toBe(text);
  });
});

/** What is missing in a suggested form, or names what the data has not. */
function formFaults(data: DataFacts, key: string, fields: Readonly<Record<string, unknown>>): readonly string[] {
  // Every suggested key is one of a definition, else the first line fails.
  const definition = chartDefinitions.find((one) => one.key === key) as ChartDefinition;
  const times = data.columns.filter(({ type }) => type === 'temporal');
  const context: FormContext = {
    columns: data.columns,
    metrics: [],
    timeGrains: [{ value: 'P1D', label: 'Day' }],
    mainTemporalColumn: times[0]?.name ?? null,
    maxRows: 100_000,
  };
  const form = completeForm(definition, { viz_type: key, ...fields }, context);
  const asked = definition.toQueries(form).flatMap(({ columns = [] }) => columns.map(columnLabel));
  return [
    ...validateForm(definition, form, context).map(({ control, message }) => `${key}: ${control} ${message}`),
    ...Object.keys(fields)
      .filter((name) => JSON.stringify(form[name]) !== JSON.stringify(fields[name]))
      .map((name) => `${key}: ${name} is not kept`),
    ...asked
      .filter((name) => !data.columns.some((column) => column.name === name))
      .map((name) => `${key}: asks ${name}`),
  ];
}

describe('the grain of a suggested course', () => {
  const day = 86_400_000;
  const grainOf = (days: number, parts?: ChosenParts) => {
    const columns: DataFacts['columns'] = [
      { name: 'ordered', type: 'temporal', spanMs: days * day },
      { name: 'city', type: 'string' },
      { name: 'amount', type: 'number' },
    ];
    return suggestCharts({ columns }, parts).find(({ key }) => key === 'echarts_timeseries_line')?.fields
      .time_grain_sqla;
  };

  it('gives neither a cloud of points nor a handful, by how far the times reach', () => {
    expect([1, 30, 400, 1500, 9000].map((days) => grainOf(days))).toEqual(['PT1H', 'P1D', 'P1W', 'P1M', 'P1Y']);
  });

  it('is left to whoever has begun a chart, and where nothing is known of the times', () => {
    expect(grainOf(1500, chosen({ metrics: ['revenue'] }))).toBeUndefined();
    expect(suggestCharts(sales)[0]?.fields).not.toHaveProperty('time_grain_sqla');
  });
});
