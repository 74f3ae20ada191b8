/**
 * TABLE V2. The rows of a table as a grid: columns that are pinned, moved, resized and filtered, cells that are walked and copied.
 * In: rows, and on demand a row count and totals. Out: the columns of a table; drawn in HTML, only what is in sight.
 */
import { defineChart } from '@powerset/chart-kit';
import { toCells } from '../shared/table-cells.ts';
import { toModel, undrawnOf } from '../shared/table-columns.ts';
import { toOptions } from '../shared/table-options.ts';
import { toFileQueries, toQueries } from '../shared/table-query.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.rowCount === 0 && !model.isSearched,
  undrawnOf,
  toCells,
  toFileQueries,
});
