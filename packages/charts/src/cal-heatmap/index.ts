/**
 * CALENDAR HEATMAP. A measure over time on a calendar: days of months, hours of days, as the colour of cells.
 * In: one row per moment. Out: ECharts options with places of their own; a click on a cell is a filter of its time.
 */
import { defineChart } from '@powerset/chart-kit';
import { toModel, undrawnOf } from './calendar.ts';
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
  isEmpty: (model) => model.rows === 0,
  undrawnOf,
});
