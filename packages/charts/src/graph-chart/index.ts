/**
 * GRAPH. Names as points, what connects them as lines, placed by forces or on a circle.
 * In: one row for each source and target, with their categories. Out: ECharts options; a click on a point or a line is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { type Network, toModel, undrawnOf } from './network.ts';
import { toOptions } from './options.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (network: Network) => network.count === 0,
  undrawnOf,
});
