/**
 * PIVOT TABLE. Measures at the crossings of two sets of keys, with totals, subtotals and folding.
 * In: one row per combination of keys. Out: trees of keys and a figure for every crossing; drawn in HTML.
 */
import { defineChart } from '@powerset/chart-kit';
import { toCells } from './cells.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toModel, undrawnOf } from './pivot.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.isEmpty,
  undrawnOf,
  toCells,
});
