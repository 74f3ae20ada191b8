/**
 * CARTODIAGRAM. A saved chart (a pie, bars, lines or a number) drawn small at each place of a map.
 * In: the rows of the chart's query, one more column says where each lies. Out: ECharts options; a click on a place is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { toModel } from './small-charts.ts';
import { undrawnOf } from './undrawn.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  mapsOf: () => ['world'],
  isEmpty: (model) => model.table.rowCount === 0,
  undrawnOf,
});
