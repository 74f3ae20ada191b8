import type { ModelContext } from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import { buildPathTree, type PathTree } from '../shared/path-tree.ts';
import type { SunburstForm } from './form.ts';

/** Thinner parts than those of so many are lines. */
const mostParts = 240;

/** Rows to parts of parts; a second metric that is the first colours nothing. */
export function toModel(results: readonly ResultTable[], context: ModelContext<SunburstForm>): PathTree {
  const { columns, metric, secondary_metric: second, date_format: dateFormat } = context.form;
  const isOwn = second !== null && metric !== null && metricLabel(second) !== metricLabel(metric);
  const given = { columns, metric, secondMetric: isOwn ? second : null, dateFormat, most: mostParts };
  return buildPathTree(results[0], given, context);
}
