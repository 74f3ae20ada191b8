import type { SliceOrder, SliceOutput } from '@powerset/contract';
import { type Dialect, type Expression, printExpression } from '@powerset/sql';
import { type MeasureParts, partsOf } from './parts.ts';
import type { QueryShape } from './shape.ts';

/** What is kept of a query's rows for each slice of a brushed column, and how its answer is made of that. */
export interface SlicePlan {
  /** The slice, or each of several, first, then the query's own groups; a slice may be one of them. */
  readonly groups: ReadonlyMap<string, Expression>;
  readonly measures: ReadonlyMap<string, Expression>;
  /** The answer's columns in their order; `at` are places among groups, then measures. */
  readonly outputs: readonly Omit<SliceOutput, 'label'>[];
  readonly order: readonly SliceOrder[];
}

/**
 * How a query is answered for some slices of its rows from what each of them comes to. Null where a measure is no sum,
 * count, minimum, maximum or average, or where groups are left out by what they come to.
 */
export function planSlices(
  shape: QueryShape,
  slice: Expression | readonly Expression[],
  dialect: Dialect,
): SlicePlan | null {
  if (shape.select.having) return null;
  const print = (expression: Expression) => printExpression(expression, dialect);
  const slices = 'kind' in slice ? [slice] : slice;
  const groups = new Map([...slices.map((one) => [print(one), one] as const), ...shape.groups]);
  const parts = new Map<string, MeasureParts>();
  for (const [text, measure] of shape.measures) {
    const found = partsOf(measure, dialect.lexRules);
    if (!found) return null;
    parts.set(text, found);
  }
  const kept = new Map([...parts.values()].flatMap(({ parts: own }) => own.map((part) => [print(part), part])));
  const [groupNames, keptNames] = [[...groups.keys()], [...kept.keys()]];
  const outputOf = (expression: Expression): Omit<SliceOutput, 'label'> | null => {
    const text = print(expression);
    if (shape.groups.has(text)) return { how: 'group', at: [groupNames.indexOf(text)] };
    const measure = parts.get(text);
    if (!measure) return null;
    return { how: measure.how, at: measure.parts.map((part) => groups.size + keptNames.indexOf(print(part))) };
  };
  const outputs = shape.select.items.map(({ expression }) => (expression === '*' ? null : outputOf(expression)));
  const order = (shape.select.orderBy ?? []).map(({ expression, isDescending }): SliceOrder | null => {
    const named =
      expression.kind === 'column' ? shape.select.items.findIndex(({ alias }) => alias === expression.name) : -1;
    const by = named >= 0 ? (outputs[named] ?? null) : outputOf(expression);
    return by && { by, is_descending: isDescending };
  });
  if (!isComplete(outputs) || !isComplete(order)) return null;
  return { groups, measures: kept, outputs, order };
}

function isComplete<T>(list: readonly (T | null)[]): list is readonly T[] {
  return !list.includes(null);
}
