/**
 * WORLD MAP. Countries in colours of a metric, or of their own, with bubbles of a second metric.
 * In: one row for each country. Out: ECharts options; a click on a country is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { toModel, undrawnOf } from './countries.ts';
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
  mapsOf: () => ['world'],
  isEmpty: (model) => model.rowCount === 0,
  undrawnOf,
});
