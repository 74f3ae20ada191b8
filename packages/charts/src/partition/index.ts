/**
 * PARTITION. The parts of a whole level by level, each divided within the one before; one picture for each metric.
 * In: one row for each path of dimensions, with a time where it is asked for. Out: ECharts options; a click on a part is a filter.
 */
import { defineChart } from '@powerset/chart-kit';
import { facts } from './facts.ts';
import { form } from './form.ts';
import { toOptions } from './options.ts';
import { type Partitions, toModel, undrawnOf } from './partitions.ts';
import { toQueries } from './query.ts';

export const chart = defineChart({
  ...facts,
  form,
  toQueries,
  toModel,
  toOptions,
  isEmpty: (partitions: Partitions) => partitions.trees.every(({ count }) => count === 0),
  undrawnOf,
});
