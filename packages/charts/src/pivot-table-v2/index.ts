/**
 * PIVOT TABLE. Measures at the crossings of two sets of keys, with totals, subtotals and folding.
 * In: one row per combination of keys. Out: trees of keys and a figure for every crossing; drawn in HTML.
 */
import { defineChart } from '@powerset/chart-kit';
import { toCells } from './cells.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toModel, undrawnOf } from './pivot.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  key: 'pivot_table_v2',
  name: 'Pivot Table',
  description: 'Summarizes measures by two sets of keys at once, with totals and subtotals; groups fold and unfold.',
  category: 'Table',
  tags: ['Additive', 'Report', 'Tabular', 'Popular'],
  searchWords: ['heat map', 'heatmap', 'crosstab', 'cross table', 'matrix'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  isText: true,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.isEmpty,
  undrawnOf,
  toCells,
});
