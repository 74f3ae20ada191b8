import { type ChartDefinition, type ChartForm, transformForm } from '@powerset/chart-kit';
import { chartDefinitions, findChartDefinition } from '@powerset/charts/definitions';
import { describe, expect, it } from 'vitest';
import { namesSomething, readAddress, toSearch, toStartQuery } from './address.ts';
import { type ExploreColumn, type ExploreDataset, isMissing, kindOf, toFormContext } from './dataset.ts';
import { changeForm, hasUnsavedChanges, historyLimit, redo, startState, undo } from './explore-store.ts';
import {
  categories,
  choiceAfter,
  choiceAmong,
  denyListOf,
  firstSection,
  galleryCharts,
  inSection,
  otherTags,
  recommendedTags,
  searchCharts,
} from './gallery.ts';
import { fitGranularity, hydrateForm, startVizType } from './hydrate.ts';
import {
  canSaveMetric,
  firstTab,
  forbidsAdhocMetrics,
  metricOfColumn,
  offeredMetrics,
  startDraft,
  toMetric,
} from './metric-edit.ts';
import { placePick } from './pick.ts';
import { toProfiles } from './profile.ts';

const columnOf = (name: string, typeGeneric: number, change: Partial<ExploreColumn> = {}): ExploreColumn => ({
  id: 1,
  column_name: name,
  verbose_name: null,
  description: null,
  expression: null,
  type: null,
  type_generic: typeGeneric,
  filterable: true,
  groupby: true,
  is_dttm: typeGeneric === 2,
  ...change,
});
const dataset: ExploreDataset = {
  id: 7,
  type: 'table',
  name: 'main.orders',
  main_dttm_col: 'ordered_at',
  columns: [
    columnOf('dispatched_at', 2),
    columnOf('ordered_at', 2),
    columnOf('channel', 1),
    columnOf('revenue', 0, { type: 'DOUBLE' }),
  ],
  metrics: [
    { id: 1, metric_name: 'count', verbose_name: null, description: null, expression: 'COUNT(*)', warning_text: null },
    { id: 2, metric_name: 'total', verbose_name: null, description: null, expression: 'SUM(x)', warning_text: null },
  ],
};
const formContext = toFormContext(dataset, 100_000);
// The table is always among the charts.
const table = findChartDefinition('table') as ChartDefinition;
const line = findChartDefinition('echarts_timeseries_line') as ChartDefinition;

describe('the address', () => {
  it('names a chart, a dataset, a kept form or a lasting link [EXP-001] [EXP-036]', () => {
    const address = readAddress(
      new URLSearchParams(
        'slice_id=5&datasource_type=table&datasource_id=7&viz_type=pie&standalone=1&force=true&dashboard_id=3',
      ),
    );
    expect(address).toMatchObject({
      sliceId: 5,
      datasetId: 7,
      vizType: 'pie',
      standalone: 1,
      isForced: true,
      dashboardId: 3,
    });
    expect(readAddress(new URLSearchParams('dataset_id=9')).datasetId).toBe(9);
    expect(readAddress(new URLSearchParams('datasource=9__table'))).toMatchObject({
      datasetId: 9,
      datasourceType: 'table',
    });
    expect(readAddress(new URLSearchParams(), { permalinkKey: 'abc' }).permalinkKey).toBe('abc');
    expect(readAddress(new URLSearchParams(), { sliceId: '4' }).sliceId).toBe(4);
    const older = { datasourceType: 'table', datasourceId: '9' };
    expect(readAddress(new URLSearchParams(), older)).toMatchObject({ datasetId: 9, datasourceType: 'table' });
  });

  it('may carry settings, over those of the chart or dataset that they name', () => {
    const read = (form: string) => readAddress(new URLSearchParams({ form_data: form }));
    expect(read('{"slice_id":5}')).toMatchObject({ sliceId: 5, givenForm: {} });
    expect(read('{"datasource":"9__table","viz_type":"pie","row_limit":5}')).toMatchObject({
      datasetId: 9,
      givenForm: { viz_type: 'pie', row_limit: 5 },
    });
    for (const damaged of ['{"slice_id":', '[1]', '"text"', 'null']) expect(namesSomething(read(damaged))).toBe(false);
  });

  it('without any of them names nothing [EXP-003]', () => {
    expect(namesSomething(readAddress(new URLSearchParams('viz_type=pie')))).toBe(false);
    expect(namesSomething(readAddress(new URLSearchParams('slice_id=x')))).toBe(false);
    expect(namesSomething(readAddress(new URLSearchParams('form_data_key=k')))).toBe(true);
  });

  it('asks the server, and is written, with the kept key [EXP-037]', () => {
    const address = readAddress(new URLSearchParams('form_data_key=k&slice_id=5'));
    expect(toStartQuery(address)).toMatchObject({ form_data_key: 'k', slice_id: 5 });
    expect(toSearch({ formDataKey: 'k', sliceId: 5, datasetId: 7, datasourceType: 'table' })).toBe(
      'form_data_key=k&slice_id=5',
    );
    expect(toSearch({ formDataKey: null, sliceId: null, datasetId: 7, datasourceType: 'table' })).toBe(
      'datasource_type=table&datasource_id=7',
    );
  });
});

describe('the form at the start', () => {
  it('has the type of the address, of the form, of the configuration, or table [EXP-023]', () => {
    expect(startVizType('pie', { viz_type: 'line' }, 'big_number')).toBe('pie');
    expect(startVizType(null, { viz_type: 'line' }, 'big_number')).toBe('line');
    expect(startVizType(null, {}, 'big_number')).toBe('big_number');
    expect(startVizType(null, {})).toBe('table');
  });

  it('has the time range No filter unless it names one [EXP-024] [EXP-025]', () => {
    const hydration = { definition: line, dataset, formContext };
    expect(hydrateForm({}, hydration).time_range).toBe('No filter');
    expect(hydrateForm({}, { ...hydration, timeRange: 'Last week' }).time_range).toBe('Last week');
    expect(hydrateForm({ time_range: 'Last day' }, hydration).time_range).toBe('Last day');
  });

  it('falls back to the default colour scheme [EXP-027]', () => {
    const form = hydrateForm({ color_scheme: 'nobody knows' }, { definition: line, dataset, formContext });
    expect(form.color_scheme).toBe('powerset');
  });

  it('drops columns and metrics that the dataset lacks [EXP-035]', () => {
    const form = hydrateForm(
      { groupby: ['channel', 'gone'], metrics: ['total', 'gone'] },
      { definition: line, dataset, formContext },
    );
    expect(form).toMatchObject({ groupby: ['channel'], metrics: ['total'] });
  });

  it('keeps them while one works on it, to be marked as unfit for the dataset', () => {
    const form = hydrateForm(
      { groupby: ['gone'], metrics: ['gone'] },
      { definition: line, dataset, formContext, keepsUnknown: true },
    );
    expect(form).toMatchObject({ groupby: ['gone'], metrics: ['gone'] });
  });

  it('with an included time column has it as first dimension, where axes are generic [EXP-026]', () => {
    const given = { granularity_sqla: 'ordered_at', include_time: true, groupby: ['channel'] };
    const hydration = { definition: table, dataset, formContext };
    const moved = { groupby: ['ordered_at', 'channel'], granularity_sqla: null };
    const kept = { groupby: ['channel'], granularity_sqla: 'ordered_at' };
    expect(hydrateForm(given, { ...hydration, hasGenericAxis: true })).toMatchObject(moved);
    expect(hydrateForm({ ...given, groupby: ['ordered_at'] }, { ...hydration, hasGenericAxis: true })).toMatchObject({
      groupby: ['ordered_at'],
      granularity_sqla: null,
    });
    expect(hydrateForm(given, hydration)).toMatchObject(kept);
    expect(hydrateForm({ ...given, include_time: false }, { ...hydration, hasGenericAxis: true })).toMatchObject(kept);
  });

  it('whose time column becomes a dimension keeps its time range, as a filter [EXP-026]', () => {
    const given = { granularity_sqla: 'ordered_at', include_time: true, time_range: 'Last year' };
    const hydration = { definition: table, dataset, formContext, hasGenericAxis: true };
    const range = { subject: 'ordered_at', operator: 'TEMPORAL_RANGE', comparator: 'Last year' };
    const moved = hydrateForm(given, hydration);
    expect(moved).toMatchObject({ granularity_sqla: null, time_range: 'No filter', adhoc_filters: [range] });
    expect(table.toQueries(moved)[0]?.filters).toEqual([{ col: 'ordered_at', op: 'TEMPORAL_RANGE', val: 'Last year' }]);
    const own = { ...range, clause: 'WHERE', expressionType: 'SIMPLE', comparator: 'Last week' };
    expect(hydrateForm({ ...given, adhoc_filters: [own] }, hydration).adhoc_filters).toEqual([own]);
    expect(hydrateForm({ ...given, time_range: 'No filter' }, hydration).adhoc_filters).toEqual([]);
    const turned = transformForm(table, line, { form: moved, context: formContext });
    expect(turned.adhoc_filters).toMatchObject([range]);
    const kept = transformForm(table, line, { form: hydrateForm({ ...given, include_time: false }, hydration) });
    expect(kept).toMatchObject({ granularity_sqla: 'ordered_at', time_range: 'Last year' });
  });

  it('carries every field that a saved chart may have [EXP-008]', () => {
    const saved = {
      viz_type: 'table',
      time_range: 'Last week',
      include_time: false,
      granularity_sqla: 'ordered_at',
      groupby: ['ordered_at', 'channel'],
      color_scheme: 'supersetColors',
      linear_color_scheme: 'plumMoss',
      dashboardId: 3,
      datasource: '7__table',
      slice_id: 5,
      cache_timeout: 60,
      url_params: { country: 'DE' },
      metrics: ['total'],
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' }],
      row_limit: 100,
      time_grain_sqla: 'P1M',
    };
    const grained: ExploreDataset = { ...dataset, time_grain_sqla: [['P1M', 'Month']] };
    const hydration = { definition: table, dataset: grained, formContext: toFormContext(grained, 100_000) };
    expect(hydrateForm(saved, hydration)).toMatchObject(saved);
  });

  it('has a time column that is temporal: its own, the first, or none [EXP-033]', () => {
    expect(fitGranularity('dispatched_at', dataset)).toBe('dispatched_at');
    expect(fitGranularity('channel', dataset)).toBe('ordered_at');
    expect(fitGranularity('channel', { ...dataset, main_dttm_col: 'channel' })).toBe('dispatched_at');
    expect(fitGranularity('channel', { ...dataset, columns: [columnOf('channel', 1)] })).toBeNull();
  });

  it('gives a form that comes to it one of its own time columns [EXP-033]', () => {
    const hydration = { definition: table, formContext: toFormContext(dataset, 100_000), keepsUnknown: true };
    const columnIn = (change: object) =>
      hydrateForm({ granularity_sqla: 'channel' }, { ...hydration, dataset: { ...dataset, ...change } })
        .granularity_sqla;
    expect(columnIn({})).toBe('ordered_at');
    expect(columnIn({ columns: [columnOf('channel', 1)] })).toBeNull();
  });

  it('recognises a dataset that is gone [EXP-004]', () => {
    expect(isMissing(dataset)).toBe(false);
    expect(isMissing({ ...dataset, id: null })).toBe(true);
    expect(isMissing({ ...dataset, name: '[Missing Dataset]' })).toBe(true);
  });

  it('tells kinds of columns from their generic types [DST-042]', () => {
    expect(dataset.columns.map(kindOf)).toEqual(['temporal', 'temporal', 'string', 'number']);
  });
});

describe('changes of the form', () => {
  const form: ChartForm = { viz_type: 'table', row_limit: 10 };
  const start = startState({ form, savedForm: form, chartName: 'A' });

  it('are undone and done again', () => {
    const changed = changeForm(start, { ...form, row_limit: 20 });
    expect(undo(changed).form.row_limit).toBe(10);
    expect(redo(undo(changed)).form.row_limit).toBe(20);
    expect(undo(start)).toBe(start);
    expect(redo(start)).toBe(start);
  });

  it('that change nothing are no step back', () => {
    expect(changeForm(start, { row_limit: 10, viz_type: 'table' })).toBe(start);
  });

  it('are remembered up to a limit, and a new one ends what could be done again', () => {
    const many = Array.from({ length: historyLimit + 5 }, (_, step) => step).reduce(
      (state, step) => changeForm(state, { ...form, row_limit: 100 + step }),
      start,
    );
    expect(many.past).toHaveLength(historyLimit);
    expect(changeForm(undo(many), { ...form, row_limit: 1 }).future).toEqual([]);
  });

  it('count as unsaved until they are gone again, other types’ memory does not', () => {
    expect(hasUnsavedChanges(start)).toBe(false);
    const changed = changeForm(start, { ...form, row_limit: 20 });
    expect(hasUnsavedChanges(changed)).toBe(true);
    expect(hasUnsavedChanges(changeForm(changed, { ...form, standardizedFormData: {} }))).toBe(false);
    expect(hasUnsavedChanges({ ...start, chartName: 'B' })).toBe(true);
  });
});

describe('a metric being edited', () => {
  const sum = {
    expressionType: 'SIMPLE',
    column: { column_name: 'revenue' },
    aggregate: 'SUM',
    label: 'SUM(revenue)',
    hasCustomLabel: false,
    optionName: 'm1',
  } as const;

  it('opens on Saved when something is saved and nothing is one’s own [MET-006]', () => {
    expect(firstTab(null, 2)).toBe('saved');
    expect(firstTab(null, 0)).toBe('simple');
    expect(firstTab('count', 2)).toBe('saved');
    expect(firstTab(sum, 2)).toBe('simple');
    expect(firstTab({ expressionType: 'SQL', sqlExpression: '1' }, 2)).toBe('sql');
  });

  it('as simple needs a column and an aggregate [MET-007] [MET-001]', () => {
    const draft = { ...startDraft(null, 0), column: { column_name: 'revenue' } };
    expect(toMetric(draft, null, () => 'n')).toBeNull();
    expect(toMetric({ ...draft, aggregate: 'AVG' }, null, () => 'n')).toMatchObject({
      expressionType: 'SIMPLE',
      label: 'AVG(revenue)',
      hasCustomLabel: false,
      optionName: 'n',
    });
  });

  it('as SQL needs an expression [MET-008]', () => {
    const draft = { ...startDraft(null, 0), tab: 'sql' as const };
    expect(toMetric({ ...draft, sql: '  ' }, null, () => 'n')).toBeNull();
    expect(toMetric({ ...draft, sql: 'SUM(a)', label: 'Mine', hasCustomLabel: true }, null, () => 'n')).toMatchObject({
      sqlExpression: 'SUM(a)',
      label: 'Mine',
      hasCustomLabel: true,
    });
  });

  it('may be saved only when whole and changed [MET-010]', () => {
    const draft = startDraft(sum, 2);
    expect(canSaveMetric(draft, sum)).toBe(false);
    expect(canSaveMetric({ ...draft, aggregate: 'MAX' }, sum)).toBe(true);
    expect(canSaveMetric({ ...draft, column: null }, sum)).toBe(false);
    expect(canSaveMetric({ ...draft, tab: 'saved', savedName: 'count' }, sum)).toBe(true);
  });

  it('is not offered when another slot has it [MET-011]', () => {
    const names = (own: string | null) => offeredMetrics(dataset.metrics, ['count'], own).map((one) => one.metric_name);
    expect(names(null)).toEqual(['total']);
    expect(names('count')).toEqual(['count', 'total']);
  });

  it('can only be a saved one where the dataset says so [MET-012] [DST-003]', () => {
    expect(forbidsAdhocMetrics('{"disallow_adhoc_metrics":true}')).toBe(true);
    expect(forbidsAdhocMetrics('{}')).toBe(false);
    expect(forbidsAdhocMetrics('broken')).toBe(false);
  });

  it('made of a column sums numbers and counts the rest', () => {
    expect(metricOfColumn(columnOf('revenue', 0), () => 'n')).toMatchObject({ label: 'SUM(revenue)' });
    expect(metricOfColumn(columnOf('channel', 1), () => 'n')).toMatchObject({ label: 'COUNT(channel)' });
  });
});

describe('a press in the dataset pane', () => {
  const surroundings = (definition: ChartDefinition, form: ChartForm) => ({
    definition,
    form,
    formContext,
    context: { ...formContext, form },
    findColumn: (name: string) => dataset.columns.find((column) => column.column_name === name),
    newName: () => 'n',
  });
  const empty = hydrateForm({}, { definition: table, dataset, formContext });

  it('puts metrics among the metrics, texts among the dimensions, numbers as a sum', () => {
    const explore = surroundings(table, empty);
    expect(placePick(explore, { kind: 'metric', name: 'count' })?.metrics).toEqual(['count']);
    expect(placePick(explore, { kind: 'column', name: 'channel' })?.groupby).toEqual(['channel']);
    expect(placePick(explore, { kind: 'column', name: 'revenue' })?.metrics).toMatchObject([{ label: 'SUM(revenue)' }]);
  });

  it('puts a text among the dimensions of charts that could be split into panels by it too', () => {
    for (const key of ['pie', 'echarts_timeseries_line']) {
      const definition = findChartDefinition(key) as ChartDefinition;
      const form = { ...hydrateForm({}, { definition, dataset, formContext }), x_axis: 'ordered_at' };
      const placed = placePick(surroundings(definition, form), { kind: 'column', name: 'channel' });
      expect(placed).toMatchObject({ groupby: ['channel'], panel_by: null });
    }
  });

  it('puts the same thing in once', () => {
    const once = placePick(surroundings(table, empty), { kind: 'metric', name: 'count' }) as ChartForm;
    expect(placePick(surroundings(table, once), { kind: 'metric', name: 'count' })?.metrics).toEqual(['count']);
  });
});

describe('the gallery', () => {
  const all = galleryCharts(chartDefinitions, { denyList: [] });
  const pie = findChartDefinition('pie') as ChartDefinition;

  it('leaves out denied, unfit and deprecated charts [GAL-012] [GAL-013] [GAL-014]', () => {
    expect(galleryCharts(chartDefinitions, { denyList: ['pie'] }).map((chart) => chart.key)).not.toContain('pie');
    const old: ChartDefinition = { ...pie, key: 'old', isDeprecated: true };
    expect(galleryCharts([pie, old], { denyList: [] }).map((chart) => chart.key)).toEqual(['pie']);
    const dull: ChartDefinition = { ...pie, key: 'dull', behaviors: [] };
    const fit = galleryCharts([pie, dull], { denyList: [], requiredBehaviors: ['INTERACTIVE_CHART'] });
    expect(fit.map((chart) => chart.key)).toEqual(['pie']);
  });

  it('denies what the configuration names, and the filter box beside native filters [GAL-015]', () => {
    const conf = { VIZ_TYPE_DENYLIST: ['pie', 'word_cloud'] };
    expect(denyListOf({ conf, featureFlags: { DASHBOARD_NATIVE_FILTERS: true } })).toEqual([
      'pie',
      'word_cloud',
      'filter_box',
    ]);
    expect(denyListOf({ conf, featureFlags: { DASHBOARD_NATIVE_FILTERS: false } })).toEqual(['pie', 'word_cloud']);
  });

  it('orders by popularity [GAL-021] [GAL-023]', () => {
    const keys = all.map((chart) => chart.key);
    expect(keys.indexOf('big_number')).toBeLessThan(keys.indexOf('table'));
    expect(keys.indexOf('table')).toBeLessThan(keys.indexOf('pie'));
  });

  it('opens on the category of the chosen chart, else on the first recommended tag [GAL-009] [GAL-020]', () => {
    expect(firstSection(pie)).toEqual({ kind: 'category', name: pie.category });
    expect(firstSection(undefined)).toEqual({ kind: 'tag', name: 'Popular' });
    expect(recommendedTags).toEqual(['Popular', 'ECharts', 'Advanced-Analytics']);
  });

  it('forgets a choice that does not belong to the new section [GAL-010]', () => {
    expect(choiceAfter({ kind: 'category', name: 'Table' }, pie)).toBeUndefined();
    expect(choiceAfter({ kind: 'all' }, pie)).toBe(pie);
  });

  it('puts charts without category under Other, last [GAL-022]', () => {
    const plain: ChartDefinition = { ...pie, key: 'plain', category: '' };
    expect(categories([plain, ...all]).at(-1)).toBe('Other');
    expect(inSection(plain, { kind: 'category', name: 'Other' })).toBe(true);
  });

  it('keeps recommended tags out of the other tags', () => {
    for (const tag of recommendedTags) expect(otherTags(all)).not.toContain(tag);
  });

  it('finds by name before tags before description, and forgives a wrong letter [GAL-019]', () => {
    expect(searchCharts(all, 'pie')[0]?.key).toBe('pie');
    expect(searchCharts(all, 'Tabla').map((chart) => chart.key)).toContain('table');
    expect(searchCharts(all, 'xyzxyz')).toEqual([]);
    expect(searchCharts(all, ' ')).toEqual(all);
    const silent: ChartDefinition = { ...pie, name: 'Plain', tags: [], description: '' };
    const described = { ...silent, key: 'described', description: 'Ribbon' };
    const tagged = { ...silent, key: 'tagged', tags: ['Ribbon'] };
    const named = { ...silent, key: 'named', name: 'Ribbon' };
    const found = (text: string) => searchCharts([silent, described, tagged, named], text).map((chart) => chart.key);
    expect(found('ribbon')).toEqual(['named', 'tagged', 'described']);
    // Three of ten letters may be wrong, four may not.
    expect(searchCharts([{ ...silent, name: 'Waterfalls' }], 'waterfxxxs')).toHaveLength(1);
    expect(searchCharts([{ ...silent, name: 'Waterfalls' }], 'waterxxxxs')).toEqual([]);
  });
});

describe('a search in the gallery', () => {
  const charts = galleryCharts(chartDefinitions, { denyList: [] });
  const keys = (text: string, t?: (text: string) => string) => searchCharts(charts, text, t).map(({ key }) => key);

  it('finds types by other names for them, and by their names in the language in force', () => {
    expect(keys('donut')).toContain('pie');
    expect(keys('heat map')).toContain('pivot_table_v2');
    expect(keys('torte', (text) => (text === 'Pie Chart' ? 'Tortendiagramm' : text))).toEqual(['pie']);
  });

  it('keeps no choice that it does not show', () => {
    const [chosen] = charts;
    expect(choiceAmong(charts, chosen)).toBe(chosen);
    expect(choiceAmong(searchCharts(charts, 'xyzxyz'), chosen)).toBeUndefined();
  });
});

describe('small pictures of columns', () => {
  it('count numbers in buckets and texts by value', () => {
    const profiles = toProfiles({
      rowCount: 4,
      columns: [
        { name: 'n', type: 'number', nativeType: 'INTEGER', values: [0, 1, 10, null] },
        { name: 's', type: 'string', nativeType: 'VARCHAR', values: ['a', 'a', 'b', null] },
      ],
    });
    expect(profiles.get('n')?.counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(profiles.get('s')).toMatchObject({ counts: [2, 1], distinct: 2, isCategorical: true });
  });
});
