/**
 * BOX PLOT. How the values of a measure are spread in several groups.
 * In: one row per group with quartiles, whiskers and outliers. Out: ECharts options; a click on a box is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { toModel, undrawnOf } from './boxes.ts';
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
  isEmpty: (model) => model.boxes.length === 0,
  undrawnOf,
});
