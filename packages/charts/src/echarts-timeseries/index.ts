/**
 * GENERIC CHART. Metrics over an x-axis as plain lines, one per combination of the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with line, bar and area charts.
 */
import { defineFixedSeries } from '../shared/series-chart.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';

export const chart = defineFixedSeries({
  facts,
  kind: 'line',
  form,
  fix: (given) => ({ ...given, seriesType: 'line' }),
});
