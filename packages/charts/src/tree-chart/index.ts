/**
 * TREE. What belongs to what, from one root on; branches open and close with a click.
 * In: one row for each node with its parent. Out: ECharts options.
 */
import { defineChart } from '@powerset/chart-kit';
import { type Branches, toModel, undrawnOf } from './branches.ts';
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
  isEmpty: (branches: Branches) => branches.count === 0,
  undrawnOf,
});
