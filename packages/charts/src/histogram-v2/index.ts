/**
 * HISTOGRAM. How many values of a column lie in each of some stretches of equal width.
 * In: one row per group with a column for each bin. Out: ECharts options; a click on a bar is a filter of its group.
 */
import { defineChart } from '@powerset/chart-kit';
import { toModel, undrawnOf } from './bins.ts';
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
  isEmpty: (model) => model.groups.length === 0,
  undrawnOf,
});
