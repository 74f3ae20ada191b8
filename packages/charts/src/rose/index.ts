/**
 * NIGHTINGALE ROSE CHART. Values around a circle, by time or by the values of a column, in layers by group.
 * In: one row per sector, one column per layer. Out: ECharts options of sectors; a click on one is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { toModel, undrawnOf } from './sectors.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.sectors.length === 0,
  undrawnOf,
});
