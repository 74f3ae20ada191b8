/**
 * LINE CHART. Metrics over an x-axis, one line per combination of the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with bar and area charts.
 */
import { defineChart } from '@powerset/chart-kit';
import { isSeriesModelEmpty, toSeriesModel } from '../shared/series-model.ts';
import { sections } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  key: 'echarts_timeseries_line',
  name: 'Line Chart',
  description:
    'Shows how measures change over time, each group as a line of its own. Good for trends, seasons and comparisons of many points.',
  category: 'Evolution',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Popular'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  annotationTypes: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  sections,
  toQueries,
  toModel: toSeriesModel,
  toOptions,
  isEmpty: isSeriesModelEmpty,
});
