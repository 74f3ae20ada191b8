import type { CellValue, PostProcessingRule, QueryObject, ResultTable } from '@powerset/contract';
import { compareCells } from '../post-processing/index.ts';
import { axisLabel, calculationsOf } from './plan-calculations.ts';

/**
 * Rules that sort by a calculated metric sort by the metric itself: what is chosen for its size stays in that order when
 * it is shown as a rank or a change. `table` is what came before the calculation.
 */
export function inOwnOrder(
  rules: readonly PostProcessingRule[],
  { query, table }: { readonly query: QueryObject; readonly table: ResultTable },
): readonly PostProcessingRule[] {
  const calculated = new Set(calculationsOf(query).map(({ metric }) => metric));
  const axis = table.columns.find(({ name }) => name === axisLabel(query.columns));
  return rules.map((rule) => {
    const { by, ascending } = rule.options ?? {};
    const own = table.columns.find(({ name }) => name === by);
    if (rule.operation !== 'sort' || !axis || !own || !calculated.has(own.name)) return rule;
    const direction = ascending === false ? -1 : 1;
    const rows = axis.values.map((_, row) => row).sort((a, b) => compareFigures(own.values, direction, [a, b]));
    return { operation: 'sort', options: { by: axis.name, order: rows.map((row) => axis.values[row] ?? null) } };
  });
}

function compareFigures(values: readonly CellValue[], direction: 1 | -1, [a, b]: readonly [number, number]): number {
  const [left, right] = [values[a] ?? null, values[b] ?? null];
  return left === null || right === null ? compareCells(left, right) : direction * compareCells(left, right);
}
