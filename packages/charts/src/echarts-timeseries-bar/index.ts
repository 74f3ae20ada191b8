/**
 * BAR CHART. Metrics over an x-axis, one bar per position and combination of the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with line and area charts.
 */
import { defineSeriesChart } from '../shared/series-chart.ts';
import { form } from './form.ts';

export const chart = defineSeriesChart({
  kind: 'bar',
  key: 'echarts_timeseries_bar',
  name: 'Bar Chart',
  description:
    'Compares measures between groups or periods by the length of bars, upright or lying, side by side or stacked.',
  tags: [
    'ECharts',
    'Predictive',
    'Advanced-Analytics',
    'Aesthetic',
    'Time',
    'Transformable',
    'Stacked',
    'Vertical',
    'Bar',
    'Popular',
  ],
  form,
});
