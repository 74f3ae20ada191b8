/**
 * HEATMAP. A measure for each pair of two dimensions as the colour of a cell.
 * In: one row per cell. Out: ECharts options; a click on a cell is a filter of both dimensions.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toModel, undrawnOf } from './matrix.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.cells.length === 0 && model.blanks === 0,
  undrawnOf,
});
