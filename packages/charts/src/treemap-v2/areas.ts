import type { ModelContext } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { buildPathTree, type PathTree } from '../shared/path-tree.ts';
import type { TreemapForm } from './form.ts';

/** Rows to areas within areas. */
export function toModel(results: readonly ResultTable[], context: ModelContext<TreemapForm>): PathTree {
  const { groupby: columns, metric, date_format: dateFormat } = context.form;
  return buildPathTree(results[0], { columns, metric, dateFormat }, context);
}
