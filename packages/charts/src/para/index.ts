/**
 * PARALLEL COORDINATES. Each thing as a line across several measures, an axis for each.
 * In: one row per line. Out: ECharts options; a stretch of an axis picks lines, a click on one is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toModel, undrawnOf } from './lines.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (model) => model.lines.length === 0 && model.blanks === 0,
  undrawnOf,
});
