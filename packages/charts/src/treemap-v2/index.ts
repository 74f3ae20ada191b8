/**
 * TREEMAP. A whole and its parts by area, level within level.
 * In: one row for each path of dimensions. Out: ECharts options; a click on a part filters by all columns of its path.
 */
import { defineChart } from '@powerset/chart-kit';
import type { PathTree } from '../shared/path-tree.ts';
import { undrawnOfTree } from '../shared/path-undrawn.ts';
import { toModel } from './areas.ts';
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
  isEmpty: (tree: PathTree) => tree.count === 0,
  undrawnOf: undrawnOfTree,
});
