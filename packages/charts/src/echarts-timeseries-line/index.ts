/**
 * LINE CHART. Metrics over an x-axis, one line per combination of the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with bar and area charts.
 */
import { defineSeriesChart } from '../shared/series-chart.ts';
import { form } from './form.ts';

export const chart = defineSeriesChart({
  kind: 'line',
  key: 'echarts_timeseries_line',
  name: 'Line Chart',
  description:
    'Shows how measures change over time, each group as a line of its own. Good for trends, seasons and comparisons of many points.',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Popular'],
  form,
});
