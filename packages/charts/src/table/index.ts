/**
 * TABLE. Groups with their measures, or raw rows, as a table that is sorted, searched and paged.
 * In: rows, and on demand a row count and totals. Out: columns with their formats, bars and grounds; drawn in HTML.
 */
import { defineChart } from '@powerset/chart-kit';
import { toCells } from '../shared/table-cells.ts';
import { toModel, undrawnOf } from '../shared/table-columns.ts';
import { tableForm as form, validate } from '../shared/table-form.ts';
import { toOptions } from '../shared/table-options.ts';
import { toFileQueries, toQueries } from '../shared/table-query.ts';

export const chart = defineChart({
  key: 'table',
  name: 'Table',
  description: 'Shows exact values in rows and columns, grouped or raw, with bars and colors in the cells.',
  category: 'Table',
  tags: ['Additive', 'Business', 'Pattern', 'Popular', 'Report', 'Sequential', 'Tabular'],
  searchWords: ['grid', 'list', 'raw records'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  annotationTypes: ['EVENT', 'INTERVAL'],
  isText: true,
  form,
  validate,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.rowCount === 0 && !model.isSearched,
  undrawnOf,
  toCells,
  toFileQueries,
});
