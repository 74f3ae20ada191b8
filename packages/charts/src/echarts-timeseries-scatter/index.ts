/**
 * SCATTER PLOT. Metrics over an x-axis of times, numbers or categories as dots, coloured by the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with line, bar and area charts.
 */
import { defineFixedSeries } from '../shared/series-chart.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';

export const chart = defineFixedSeries({
  facts,
  kind: 'line',
  form,
  fix: (given) => ({ ...given, seriesType: 'scatter' }),
});
