/**
 * BIG NUMBER WITH TRENDLINE. The latest value of a metric, its change, and the line that led there.
 * In: one row per step of time. Out: texts, sizes and an SVG path; drawn without a chart library.
 */
import { defineChart } from '@powerset/chart-kit';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { toModel, undrawnOf } from './trend.ts';

export const chart = defineChart({
  key: 'big_number',
  name: 'Big Number with Trendline',
  description: 'Shows the latest value of one measure, how it changed, and a small line of how it got there.',
  category: 'KPI',
  tags: ['Advanced-Analytics', 'Line', 'Percentages', 'Popular', 'Report', 'Trend'],
  behaviors: ['DRILL_TO_DETAIL'],
  isText: true,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.latest === null,
  undrawnOf,
});
