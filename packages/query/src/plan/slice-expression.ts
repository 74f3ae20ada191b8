import type { ChartBrush, FileDimension, QueryFilter } from '@powerset/contract';
import type { Expression } from '@powerset/sql';
import { planFilter } from './filters.ts';
import { findColumn, type PlanContext, temporalExpression, valueExpression } from './plan-context.ts';
import { type PlanInput, planContext, withQueryErrors } from './plan-query.ts';

/**
 * The slice of a brushed column in which a row lies: its number among those that the cuts make, counted from 0, or the
 * value itself; null where the dataset has no such column. Told apart by the very conditions that a filter of a stretch has.
 * Throws `QueryError` for cuts that the column cannot be compared with.
 */
export function sliceExpression(input: PlanInput, brush: ChartBrush): Expression | null {
  return withQueryErrors(() => {
    const context = planContext(input);
    const column = findColumn(context.dataset, brush.column);
    if (!column) return null;
    if (brush.kind === 'values') return valueExpression(context, column);
    const cuts = brush.cuts.map((cut) => cutCondition(context, brush, cut));
    return cuts.length < 2 || cuts.includes(null) ? null : sliceNumber(cuts.filter((cut) => cut !== null));
  });
}

/** The values of a column, or the days of its times, by which rows are told apart; null where the dataset has no such column. */
export function dimensionExpression(
  input: PlanInput,
  { column: name, kind }: Pick<FileDimension, 'column' | 'kind'>,
): Expression | null {
  return withQueryErrors(() => {
    const context = planContext(input);
    const column = findColumn(context.dataset, name);
    if (!column) return null;
    // Texts and numbers that stand for times are compared as they are stored, which days of them are not.
    if (kind === 'day') return column.type === 'temporal' ? temporalExpression(context, column, 'P1D') : null;
    return column.isTemporal ? null : valueExpression(context, column);
  });
}

function cutCondition(
  context: PlanContext,
  { column, kind }: ChartBrush,
  { op, value }: ChartBrush['cuts'][number],
): Expression | null {
  const filter: QueryFilter =
    kind === 'time' ? { col: column, op: 'TEMPORAL_RANGE', val: `${value} : ` } : { col: column, op, val: value };
  return planFilter(context, filter, [])?.condition ?? null;
}

/** Asked as a tree, so that a row meets few of many conditions. Rows before the first cut and from the last one on are none's: a filter keeps them out. */
function sliceNumber(cuts: readonly Expression[]): Expression {
  const between = (first: number, end: number): Expression => {
    if (end - first <= 1) return { kind: 'literal', value: first };
    const middle = (first + end) >> 1;
    return { kind: 'case', when: cuts[middle]!, of: between(middle, end), otherwise: between(first, middle) };
  };
  // Grouping by a bare number would mean a column.
  const only: Expression = { kind: 'literal', value: 0 };
  return cuts.length > 2 ? between(0, cuts.length - 1) : { kind: 'case', when: cuts[0]!, of: only, otherwise: only };
}
