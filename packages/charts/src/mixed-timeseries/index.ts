/**
 * MIXED CHART. Two queries over one x-axis, each with its own marks and on its own axis of values.
 * In: two wide tables from the server's pivot. Out: ECharts options. Drawing is shared with line, bar and area charts.
 */
import { defineChart } from '@powerset/chart-kit';
import { isSeriesModelEmpty } from '../shared/series-model.ts';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toModel } from './joined.ts';
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
