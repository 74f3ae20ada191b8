/**
 * HORIZON CHART. Many series over time, one below the other, with higher values folded into darker bands.
 * In: one row per moment and series. Out: ECharts options with surfaces of their own; a click on a strip is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { toModel, undrawnOf } from './strips.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.rows === 0,
  undrawnOf,
});
