/**
 * BULLET CHART. One measure as a bar over ranges and against markers.
 * In: one row. Out: ECharts options.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toModel, undrawnOf } from './measure.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.rowCount === 0,
  undrawnOf,
});
