/**
 * AREA CHART. Metrics over an x-axis, one filled line per combination of the dimensions.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with line and bar charts.
 */
import { defineChart } from '@powerset/chart-kit';
import { isSeriesModelEmpty, toSeriesModel } from '../shared/series-model.ts';
import { sections } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  key: 'echarts_area',
  name: 'Area Chart',
  description: 'Shows volumes over time as filled lines; stacked, it shows how the parts make up the whole.',
  category: 'Evolution',
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
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  annotationTypes: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
  sections,
  toQueries,
  toModel: toSeriesModel,
  toOptions,
  isEmpty: isSeriesModelEmpty,
});
