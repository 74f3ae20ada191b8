/**
 * TIME-SERIES TABLE. One row for each metric, or each group, with columns that compare its moments or draw them small.
 * In: one row for each moment and group. Out: cells of texts and small lines; drawn in HTML.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { isEmpty, toModel, undrawnOf } from './series-rows.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty,
  undrawnOf,
});
