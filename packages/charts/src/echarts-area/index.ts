/**
 * AREA CHART. Metrics over an x-axis, one filled line per combination of the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with line and bar charts.
 */
import { defineSeriesChart } from '../shared/series-chart.ts';
import { form } from './form.ts';

export const chart = defineSeriesChart({
  kind: 'area',
  key: 'echarts_area',
  name: 'Area Chart',
  description: 'Shows volumes over time as filled lines; stacked, it shows how the parts make up the whole.',
  tags: [
    'ECharts',
    'Predictive',
    'Advanced-Analytics',
    'Aesthetic',
    'Time',
    'Line',
    'Transformable',
    'Stacked',
    'Popular',
  ],
  form,
});
