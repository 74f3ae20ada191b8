/**
 * PAIRED T-TEST. Whether groups differ from one of them by more than chance, moment by moment.
 * In: one row for each moment and group. Out: groups with lift and p-value; drawn in HTML.
 */
import { defineChart } from '@powerset/chart-kit';
import { isEmpty, toModel, undrawnOf } from './comparisons.ts';
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
  isEmpty,
  undrawnOf,
});
