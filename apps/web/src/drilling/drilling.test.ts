import { type ChartForm, completeForm } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { describe, expect, it } from 'vitest';
import { type DrillStep, drilledForm, fittingTypes } from './drill-by.ts';
import { detailQueries, isOnDataset, settledForm, subjectOfLayer, toExcludingFilter } from './subject.ts';
import { subjectOf } from './subject-for-tests.ts';

const revenue = { expressionType: 'SQL', sqlExpression: 'SUM(revenue)', label: 'revenue' };

const pie: ChartForm = {
  viz_type: 'pie',
  groupby: ['channel'],
  metric: revenue,
  adhoc_filters: [
    { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'SUM(revenue) > 5' },
    { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'revenue > 0' },
  ],
  filters: [{ col: 'country', op: 'IN', val: ['FR'], isExtra: true }],
};
const web = { column: 'channel', op: 'IN', values: ['Web'], label: 'Web' } as const;
const march = {
  column: 'ordered_at',
  op: 'TEMPORAL_RANGE',
  values: ['2026-03-01T00:00:00 : 2026-04-01T00:00:00'],
  label: 'Mar 2026',
} as const;
const step = (column: string, filters: DrillStep['filters'] = []): DrillStep => ({ column, filters, label: '' });

describe('the rows behind a mark', () => {
  it('are asked for under the filters of chart, page and mark, without conditions on groups', async () => {
    const { rows, count } = detailQueries(await subjectOf(pie), [web], { search: 'x', orderby: [['id', false]] });
    expect(rows).toMatchObject({
      result_type: 'drill_detail',
      filters: [
        { col: 'channel', op: 'IN', val: ['Web'] },
        { col: 'country', op: 'IN', val: ['FR'] },
      ],
      extras: { where: '(revenue > 0)' },
      detail: { search: 'x', orderby: [['id', false]] },
    });
    expect(rows.extras).not.toHaveProperty('having');
    expect(count).toMatchObject({ filters: rows.filters, extras: rows.extras, detail: rows.detail });
    expect(count.metrics).toHaveLength(1);
  });

  it('are found by the SQL of a column that the chart made itself, which no other chart knows', async () => {
    const year = { expressionType: 'SQL', sqlExpression: 'year(ordered_at)', label: 'Year' };
    const subject = await subjectOf({ ...pie, groupby: [year] });
    const filter = { column: 'Year', op: 'IN', values: [2026n], label: '2026' } as const;
    const { rows } = detailQueries(subject, [filter], {});
    expect(rows.filters?.[0]).toMatchObject({ col: year, val: ['2026'] });
    expect([isOnDataset(subject.form, filter), isOnDataset(subject.form, web)]).toEqual([false, true]);
  });

  it('are those of the layer, in its own dataset, where a map is made of several charts', async () => {
    const definition = await chartTypes.load('deck_scatter');
    if (!definition) throw new Error('deck_scatter');
    const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
    const saved = { viz_type: 'deck_scatter', datasource: '31__table', spatial, row_limit: 5000 };
    const form = completeForm(definition, { ...saved, filters: [{ col: 'country', op: 'IN', val: ['FR'] }] });
    const layer = { id: 12, name: 'Stops', definition, form, verboseNames: {}, columnFormats: {} };
    const subject = subjectOfLayer({ dashboardId: 5 }, layer);
    expect(subject).toMatchObject({
      title: 'Stops',
      chartId: 12,
      dashboardId: 5,
      datasource: { id: 31, type: 'table' },
    });
    const { filters } = detailQueries(subject, [web], {}).rows;
    expect(filters).toContainEqual({ col: 'channel', op: 'IN', val: ['Web'] });
    expect(filters).toContainEqual({ col: 'country', op: 'IN', val: ['FR'] });
    expect(filters).toContainEqual({ col: 'lon', op: 'IS NOT NULL', val: null });
  });

  it('that are left out leave those without a value', () => {
    expect(toExcludingFilter(web)).toMatchObject({ operator: 'NOT IN', comparator: ['Web'], keeps_null: true });
    const none = { column: 'channel', op: 'IS NULL', values: [], label: '<NULL>' } as const;
    expect(toExcludingFilter(none)).toMatchObject({ operator: 'IS NOT NULL' });
  });
});

describe('a number by another column', () => {
  it('is drawn by the chart’s own type, narrowed to the marks on the way', async () => {
    const subject = await subjectOf(pie);
    const form = drilledForm(subject, [step('country', [web]), step('city')], 'pie');
    expect(form).toMatchObject({ viz_type: 'pie', groupby: ['city'], metric: revenue });
    expect(subject.definition.toQueries(form)[0]?.filters).toMatchObject([{ col: 'channel' }, { col: 'country' }]);
  });

  it('takes the place of the axis where that has categories, and of the series where it is a time', async () => {
    const bars = { viz_type: 'echarts_timeseries_bar', metrics: [revenue], groupby: [] };
    const ranks = await subjectOf({ ...bars, x_axis: 'country', x_axis_sort: 'revenue', x_axis_sort_asc: false });
    expect(drilledForm(ranks, [step('city')], bars.viz_type)).toMatchObject({
      ...{ x_axis: 'city', groupby: [], x_axis_sort: 'revenue', x_axis_sort_asc: false },
    });
    const months = await subjectOf({ ...bars, x_axis: 'ordered_at', time_grain_sqla: 'P1M', groupby: ['channel'] });
    expect(drilledForm(months, [step('city')], bars.viz_type)).toMatchObject({
      ...{ x_axis: 'ordered_at', groupby: ['city'] },
    });
  });

  it('is offered in the types that can show it: at one moment nothing over time comes first', async () => {
    const months = await subjectOf({
      ...{ viz_type: 'echarts_area', metrics: [revenue], groupby: ['channel'] },
      ...{ x_axis: 'ordered_at', time_grain_sqla: 'P1M' },
    });
    expect(fittingTypes(months, [step('city', [web])])[0]).toBe('echarts_area');
    expect(fittingTypes(months, [step('city', [web])])).toContain('echarts_timeseries_line');
    expect(fittingTypes(months, [step('city', [web, march])])[0]).toBe('echarts_timeseries_bar');
    const figure = await subjectOf({ viz_type: 'big_number_total', metric: revenue });
    expect(fittingTypes(figure, [step('city')])).toEqual(['echarts_timeseries_bar', 'pie', 'table']);
  });

  it('is the same number in every type', async () => {
    const figure = await subjectOf({ viz_type: 'big_number_total', metric: revenue });
    for (const type of fittingTypes(figure, [step('city')])) {
      const definition = await chartTypes.load(type);
      const form = completeForm(definition!, drilledForm(figure, [step('city')], type));
      const [query] = definition!.toQueries(form);
      const columns = query?.columns?.map((column) => (typeof column === 'string' ? column : column.sqlExpression));
      expect([type, columns, query?.metrics]).toEqual([type, ['city'], [revenue]]);
    }
  });

  it('counts rows where a table of rows measures nothing', async () => {
    const rows = await subjectOf({ viz_type: 'table', query_mode: 'raw', all_columns: ['id'] });
    expect(drilledForm(rows, [step('city')], 'table')).toMatchObject({
      ...{ query_mode: 'aggregate', groupby: ['city'] },
      metrics: [{ sqlExpression: 'COUNT(*)' }],
    });
  });

  it('is saved with what the page’s filters asked for as its own filters', async () => {
    const { form } = await subjectOf(pie);
    const settled = settledForm(form);
    expect(settled).not.toHaveProperty('filters');
    expect(settled.adhoc_filters).toMatchObject([
      { clause: 'HAVING' },
      { clause: 'WHERE' },
      { subject: 'country', operator: 'IN', comparator: ['FR'] },
    ]);
    expect(JSON.stringify(settled)).not.toContain('isExtra');
  });
});
