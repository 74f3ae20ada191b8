/**
 * COUNTRY MAP. The parts of one country in colours of a metric.
 * In: one row for each part. Out: ECharts options; a click on a part is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toModel, undrawnOf } from './parts.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  mapsOf: ({ select_country: key }) => (key === null ? [] : [key]),
  isEmpty: (model) => model.rowCount === 0,
  undrawnOf,
});
