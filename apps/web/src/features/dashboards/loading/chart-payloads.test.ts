import type { ChartForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import type { WireDashboardChart } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import type { DashboardDataset } from '../state/dashboard-data.ts';
import { toPayload } from './chart-payloads.ts';

const column = (column_name: string, type_generic: number, is_dttm: boolean) => ({
  column_name,
  verbose_name: null,
  type: null,
  type_generic,
  is_dttm,
  filterable: true,
});
const dataset: DashboardDataset = {
  id: 1,
  table_name: 'orders',
  main_dttm_col: 'day',
  verbose_map: {},
  column_formats: {},
  currency_formats: {},
  columns: [column('day', 2, true), column('hour', 2, false), column('year', 0, true), column('city', 1, false)],
  metrics: [],
  time_grain_sqla: [],
};
const saved: ChartForm = {
  viz_type: 'echarts_timeseries_bar',
  datasource: '1__table',
  metrics: [{ expressionType: 'SQL', sqlExpression: 'count(*)', label: 'rows' }],
  resample_rule: '1D',
  resample_method: 'zerofill',
  forecastEnabled: true,
};

/** What is asked of the rows of a chart on a dashboard. */
function stepsOf(x_axis: unknown, known: DashboardDataset | undefined = dataset) {
  const form = { ...saved, x_axis };
  const payload = toPayload({
    // Only what a payload is made of.
    chart: { id: 1, form_data: form } as unknown as WireDashboardChart,
    definition: findChartDefinition('echarts_timeseries_bar')!,
    dataset: known,
    masks: [],
    ownState: undefined,
    colorScheme: null,
    urlParams: {},
  });
  return payload?.request.queries[0]?.post_processing?.map((rule) => rule?.operation);
}

describe('what a dashboard asks for a saved chart', () => {
  it('leaves out the steps that only a time axis has where the axis is none', () => {
    expect(stepsOf('city')).toEqual(['pivot', 'flatten']);
  });

  it('keeps them on every axis that may be a time', () => {
    const all = ['pivot', 'resample', 'flatten', 'prophet'];
    for (const axis of ['day', 'hour', 'year', 'unheard of', { label: 'x', sqlExpression: 'x', expressionType: 'SQL' }])
      expect(stepsOf(axis), String(axis)).toEqual(all);
    expect(stepsOf('city', { ...dataset, columns: [] })).toEqual(all);
  });
});
