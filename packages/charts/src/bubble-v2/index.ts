/**
 * BUBBLE CHART. Three measures of many things: two by where a bubble stands, one by its area.
 * In: one row per bubble. Out: ECharts options; a click on a bubble is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { toModel, undrawnOf } from './bubbles.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: ({ count, blanks, negatives, offLog }) => count + blanks + negatives + offLog === 0,
  undrawnOf,
});
