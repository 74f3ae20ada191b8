/**
 * PIE CHART. A whole and its parts by angle, filled or as a ring.
 * In: one row per part. Out: ECharts options; a click on a part is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { toModel, undrawnOf } from './slices.ts';

export const chart = defineChart({
  key: 'pie',
  name: 'Pie Chart',
  description:
    'Shows how a whole is divided into parts. Good for few parts of clearly different sizes; bars compare many parts better.',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Circular', 'Comparison', 'Percentages', 'Popular', 'Proportional', 'ECharts'],
  searchWords: ['donut', 'doughnut', 'ring chart', 'circle'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.slices.length === 0,
  undrawnOf,
});
