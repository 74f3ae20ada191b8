/**
 * BAR CHART. Metrics over an x-axis, one bar per position and combination of the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with line and area charts.
 */
import { defineChart } from '@powerset/chart-kit';
import { isSeriesModelEmpty, toSeriesModel } from '../shared/series-model.ts';
import { sections } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  key: 'echarts_timeseries_bar',
  name: 'Bar Chart',
  description:
    'Compares measures between groups or periods by the length of bars, upright or lying, side by side or stacked.',
  category: 'Evolution',
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
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  annotationTypes: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  sections,
  toQueries,
  toModel: toSeriesModel,
  toOptions,
  isEmpty: isSeriesModelEmpty,
});
