import {
  type ChartDefinition,
  controlRows,
  defineChart,
  defineForm,
  definePlugin,
  lightChartTheme,
} from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { answerQuestion, chartOf } from './answer-questions.ts';
import { parsePlain } from './plain-data.ts';
import { loadAskedChart } from './plugin-definition.ts';
import type { PluginHost } from './plugin-host.ts';
import { readLook, readQueries } from './read-answers.ts';
import { readSections } from './read-description.ts';
import { readOptions } from './read-options.ts';

const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: controlRows([
      [
        {
          name: 'groupby',
          type: 'columns',
          label: 'Dimensions',
          changes: 'query',
          validators: [(value) => (value ? false : 'cannot be empty')],
        },
      ],
      [{ name: 'is_fine', type: 'checkbox', label: 'Fine', default: false, changes: 'drawing' }],
      [
        {
          name: 'detail',
          type: 'select',
          label: 'Detail',
          changes: 'drawing',
          initialValue: ({ mainTemporalColumn }) => mainTemporalColumn,
          choices: ({ columns }) => columns.map(({ name }) => ({ value: name, label: name })),
          isVisible: (context) => Reflect.get(context.form, 'is_fine') === true,
        },
      ],
    ]),
  },
]);

const ranks = defineChart({
  key: 'ranks',
  name: 'Ranks',
  description: '',
  category: 'Ranking',
  tags: [],
  behaviors: [],
  form,
  toQueries: ({ groupby }) => [{ columns: [...groupby], metrics: ['count'] }],
  toModel: ([table]) => table?.columns[0]?.values ?? [],
  toOptions: (labels, { colorOf }) => labels.map((label, at) => [label, colorOf(String(label), at)]),
  isEmpty: (labels) => labels.length === 0,
});

const facts = { key: 'ranks', name: 'Ranks', description: '', category: 'Ranking', tags: [], behaviors: [] };
/** A worker in the test's own realm, over the same text as a real one. */
const hostOf = (chart: ChartDefinition): PluginHost => ({
  ask: async (question) => {
    const { says, body = '' } = answerQuestion(chartOf({ default: definePlugin(chart) }), structuredClone(question));
    return { says: parsePlain(JSON.stringify(says), { depth: 24, values: 1000 }), body };
  },
});
const load = (chart: ChartDefinition = ranks) =>
  loadAskedChart({ facts, hasView: true, host: hostOf(chart), say: (text) => text });

const context = {
  columns: [{ name: 'day', type: 'temporal' as const }],
  metrics: [],
  timeGrains: [],
  mainTemporalColumn: 'day',
  maxRows: 100,
};
const table = (...values: (string | bigint)[]) => ({
  columns: [{ name: 'region', type: 'string' as const, nativeType: 'text', values }],
  rowCount: values.length,
});

describe('a chart type that is asked by messages', () => {
  it('has its controls as plain data, without a function of the plugin', async () => {
    const { sections } = await load();
    const [groupby, fine, detail] = sections.flatMap(({ rows }) => rows.flat());
    expect(groupby).toEqual({ name: 'groupby', type: 'columns', label: 'Dimensions', changes: 'query' });
    expect(fine).toMatchObject({ name: 'is_fine', default: false });
    // What is chosen already stays until its rules were asked.
    expect(detail?.choices).toBeTypeOf('function');
    expect(detail).not.toHaveProperty('isVisible');
  });

  it('says what its rules say of a form and its dataset', async () => {
    const { asked } = await load();
    const look = await asked?.look({ viz_type: 'ranks', is_fine: true }, context);
    expect(look?.changes).toEqual({ detail: 'day' });
    expect(look?.problems).toEqual([{ control: 'groupby', label: 'Dimensions', message: 'cannot be empty' }]);
    expect(look?.controls).toMatchObject([
      { at: 0, emptyMessage: 'cannot be empty', message: 'cannot be empty' },
      { at: 1, isHidden: false },
      { at: 2, isHidden: false, choices: [{ value: 'day', label: 'day' }] },
    ]);
    const hidden = await asked?.look({ viz_type: 'ranks', groupby: ['region'] }, context);
    expect([hidden?.problems, hidden?.controls[2]?.isHidden]).toEqual([[], true]);
  });

  it('says its queries, once for the same form', async () => {
    const { asked } = await load();
    const asking = asked?.queriesOf({ viz_type: 'ranks', groupby: ['region'] });
    expect(await asking).toEqual([{ columns: ['region'], metrics: ['count'] }]);
    expect(asked?.queriesOf({ viz_type: 'ranks', groupby: ['region'] })).toBe(asking);
  });

  it('draws with the colours of a dashboard, which the page gives out for the labels that it names', async () => {
    const { asked } = await load();
    const question = {
      form: { viz_type: 'ranks', groupby: ['region'] },
      results: [table('EU', 12n, 'US')],
      context: { verboseNames: {}, columnFormats: {} },
      space: { theme: lightChartTheme, width: 100, height: 100, selectedLabels: [] },
    };
    const drawn = await asked?.draw({ ...question, colorOf: (label) => `color of ${label}` });
    expect(JSON.parse(drawn?.picture ?? '')).toMatchObject({
      form: { groupby: ['region'] },
      model: ['EU', 12, 'US'],
      options: [
        ['EU', 'color of EU'],
        [12, 'color of 12'],
        ['US', 'color of US'],
      ],
    });
    expect(drawn).toMatchObject({ isEmpty: false, undrawn: null });
    expect(drawn).not.toHaveProperty('wanted');
    const own = JSON.parse((await asked?.draw(question))?.picture ?? '');
    expect(own.options[0]).toEqual(['EU', lightChartTheme.categorical[0]]);
    expect(await asked?.draw({ ...question, results: [table()] })).toMatchObject({ isEmpty: true });
  });

  it('is refused where its code is of another type than the server was told', async () => {
    await expect(load({ ...ranks, key: 'pie' })).rejects.toThrow('was changed: reload the page');
  });
});

describe('what a plugin gives', () => {
  it('must be a chart type of this form of plugins', () => {
    expect(() => chartOf({})).toThrow('chart.js must have a default export made by definePlugin.');
    expect(() => chartOf({ default: { api: 1, chart: {} } })).toThrow('built for form 1 of plugins');
    expect(() => chartOf({ default: { api: 2, chart: { toQueries: () => [] } } })).toThrow('lacks toModel, toOptions');
  });

  const control = { name: 'x', type: 'text', label: 'X', changes: 'query' };
  const sectionsOf = (...controls: object[]) => readSections([{ label: '', tab: 'data', rows: [controls] }]);

  it.each([
    [{ ...control, name: 'datasource' }, 'must have a name'],
    [{ ...control, name: '__proto__ ' }, 'must have a name'],
    [{ ...control, type: 'async-select' }, 'a type that plugins cannot have: async-select'],
    [{ ...control, type: 'annotations' }, 'cannot have'],
    [{ ...control, type: 'constructor' }, 'cannot have'],
  ])('has no control that is the page’s own: %j', (wrong, message) => {
    expect(() => sectionsOf(wrong)).toThrow(message);
  });

  it('has defaults and numbers of their control’s kind, and bounded texts', () => {
    const [number] =
      sectionsOf({ ...control, type: 'number', default: { a: 1 }, min: 'x', max: 3, label: 'y'.repeat(999) })[0]
        ?.rows[0] ?? [];
    expect(number).toMatchObject({ default: null, max: 3, label: 'y'.repeat(200) });
    expect(number).not.toHaveProperty('min');
    expect(() => readSections(Array.from({ length: 31 }, () => ({ rows: [] })))).toThrow('at most 30');
  });

  it('changes no field but those of its own controls', () => {
    const own = new Map(
      sectionsOf(control)
        .flatMap(({ rows }) => rows.flat())
        .map((one) => [one.name, one]),
    );
    const look = readLook(
      { changes: { x: 'new', viz_type: 'pie', adhoc_filters: [] }, controls: [{ at: 'a' }, 1] },
      own,
    );
    expect(look).toEqual({ controls: [], hiddenSections: [], problems: [], changes: { x: 'new' } });
    expect(readLook('nonsense', own).changes).toEqual({});
  });

  it('asks its own dataset alone', () => {
    const query = { columns: ['a'], chart_layers: [1], annotation_layers: [{}], result_type: 'samples', detail: {} };
    expect(readQueries([query])).toEqual([{ columns: ['a'] }]);
    for (const wrong of [
      null,
      'x',
      [1],
      [{ columns: 'a' }],
      [{ filters: [1] }],
      Array.from({ length: 11 }, () => ({})),
    ])
      expect(() => readQueries(wrong)).toThrow();
  });

  it('is data without names that reach into objects of the page', () => {
    const bounds = { depth: 5, values: 10 };
    const read = parsePlain('{"__proto__": {"isAdmin": true}, "a": {"constructor": 1, "b": 2}}', bounds);
    expect(read).toEqual({ a: { b: 2 } });
    expect(Reflect.get(read as object, 'isAdmin')).toBeUndefined();
    expect(() => parsePlain('[1,2,3,4,5,6,7,8,9,10,11]', bounds)).toThrow('too much');
  });

  it('draws, and brings no markup, address or link into the page', () => {
    const option = {
      tooltip: { formatter: '<img src=x onerror=alert(1)>', renderMode: 'html', appendTo: 'body', extraCssText: 'x' },
      title: { text: 'T', link: 'javascript:alert(1)', sublink: 'https://example.org' },
      graphic: [{ type: 'image', style: { image: 'https://example.org/?x' } }],
      toolbox: { feature: { dataView: { lang: ['<b>'] } } },
      baseOption: { tooltip: {} },
      media: [],
      series: [
        {
          type: 'scatter',
          symbol: 'image://https://example.org/?x',
          label: { backgroundColor: { image: '/logout/' } },
          data: [{ value: 1, symbol: 'image://data:image/png;base64,AA' }],
        },
      ],
    };
    expect(readOptions(JSON.stringify({ option, marks: 3 }))).toEqual({
      marks: 3,
      option: {
        tooltip: { formatter: '<img src=x onerror=alert(1)>', renderMode: 'richText' },
        title: { text: 'T' },
        series: [
          {
            type: 'scatter',
            symbol: 'none',
            label: { backgroundColor: {} },
            data: [{ value: 1, symbol: 'image://data:image/png;base64,AA' }],
          },
        ],
      },
    });
    expect(() => readOptions('[]')).toThrow('Without a view, toOptions must answer');
  });
});
