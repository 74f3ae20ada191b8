/**
 * GAUGE CHART. One value, or a few, on a round scale.
 * In: one row per value. Out: ECharts options of a dial with a list of its values; a click on one is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { toModel, undrawnOf } from './readings.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.readings.length + model.blanks === 0,
  undrawnOf,
});
