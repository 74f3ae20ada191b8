import { allOf, type Expression, printSelect } from '@powerset/sql';
import { QueryError } from '../errors.ts';
import { accessConditions, fetchPredicate } from './conditions.ts';
import { findColumn, valueExpression } from './plan-context.ts';
import { type PlanInput, planContext, withQueryErrors } from './plan-query.ts';
import { datasetSource } from './source.ts';

export interface ColumnValuesInput extends Omit<PlanInput, 'query' | 'limits' | 'seriesRows' | 'timeBounds'> {
  readonly column: string;
  readonly limit: number;
  /** Only values that contain this text, in any case. */
  readonly search?: string;
}

/** The distinct values of a column, sorted, for lists of suggestions; one column named `column_values`. */
export function planColumnValues(input: ColumnValuesInput): string {
  return withQueryErrors(() => plan(input));
}

function plan(input: ColumnValuesInput): string {
  const limits = { maxRows: input.limit, defaultRowLimit: input.limit };
  const context = planContext({ ...input, query: {}, limits });
  const column = findColumn(input.dataset, input.column);
  if (!column) {
    throw new QueryError(`Column "${input.column}" does not exist in dataset`, 'column', 'COLUMN_DOES_NOT_EXIST_ERROR');
  }
  const value = valueExpression(context, column);
  const search: Expression | null = input.search
    ? {
        kind: 'like',
        of: value,
        pattern: { kind: 'literal', value: `%${input.search}%` },
        ignoresCase: true,
        needsCast: column.type !== 'string',
      }
    : null;
  return printSelect(
    {
      isDistinct: true,
      items: [{ expression: value, alias: 'column_values' }],
      from: datasetSource(context),
      where: allOf([fetchPredicate(context), ...accessConditions(context), search]),
      orderBy: [{ expression: { kind: 'column', name: 'column_values' }, isDescending: false }],
      limit: input.limit,
    },
    input.dialect,
  );
}
