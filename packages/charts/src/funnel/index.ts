/**
 * FUNNEL CHART. The steps of a process, each as long as what is left of the first.
 * In: one row per step. Out: ECharts options of bars that narrow into each other; a click on a step is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { toModel, undrawnOf } from './steps.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.steps.length === 0 && model.negatives + model.blanks === 0,
  undrawnOf,
});
