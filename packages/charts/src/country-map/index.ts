/**
 * COUNTRY MAP. The parts of one country in colours of a metric.
 * In: one row for each part. Out: ECharts options; a click on a part is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { mappedCountries } from './countries.ts';
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
  // The form may hold any text; only countries of the list have a file.
  mapsOf: ({ select_country: key }) => mappedCountries.filter((country) => country.key === key).map(() => String(key)),
  isEmpty: (model) => model.rowCount === 0,
  undrawnOf,
});
