/**
 * TIME-SERIES PERCENT CHANGE. Series over time, each by how much it changed since a baseline that can be moved.
 * In: one wide table from the server's pivot. Out: ECharts options. Drawing is shared with line, bar and area charts.
 */
import { defineChart } from '@powerset/chart-kit';
import { isSeriesModelEmpty } from '../shared/series-model.ts';
import { toModel } from './changes.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';
import { undrawnOf } from './undrawn.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: isSeriesModelEmpty,
  undrawnOf,
});
