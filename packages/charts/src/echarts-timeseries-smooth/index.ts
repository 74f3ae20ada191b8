/**
 * SMOOTH LINE. Metrics over an x-axis as curves through their values, one per combination of the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with line, bar and area charts.
 */
import { defineFixedSeries } from '../shared/series-chart.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';

const unstacked = {
  stack: null,
  only_total: true,
  percentage_threshold: 0,
  showTooltipPercentage: false,
  tooltipSortByMetric: false,
} as const;

export const chart = defineFixedSeries({
  facts,
  kind: 'line',
  form,
  fix: (given) => ({ ...given, ...unstacked, seriesType: 'smooth' }),
});
