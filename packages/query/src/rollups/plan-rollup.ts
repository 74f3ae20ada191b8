import type { ColumnType } from '@powerset/contract';
import { allOf, type Dialect, type Expression, printSelect, type Select } from '@powerset/sql';
import type { QueryShape } from './shape.ts';

export interface RollupRequest {
  /** Whose source and conditions the rollup has. */
  readonly of: QueryShape;
  readonly groups: ReadonlyMap<string, Expression>;
  readonly measures: ReadonlyMap<string, Expression>;
  readonly dialect: Dialect;
}

/** A rollup before it is made. Its columns are the groups, then the measures. */
export interface RollupPlan {
  readonly sql: string;
  readonly source: string;
  /** Conditions that all of its rows meet. */
  readonly conditions: ReadonlySet<string>;
  readonly groups: readonly string[];
  readonly measures: readonly string[];
}

/** A rollup that is kept as a table with the columns `c0`, `c1` and so on. */
export interface Rollup extends Omit<RollupPlan, 'sql'> {
  readonly table: string;
  /** Of the columns, in their order. */
  readonly types: readonly ColumnType[];
}

/** The SELECT that makes a rollup: the rows of a shape, by other groups and with other measures. */
export function planRollup({ of, groups, measures, dialect }: RollupRequest): RollupPlan {
  const expressions = [...groups.values(), ...measures.values()];
  const select: Select = {
    // Names that nothing in a user's text means.
    items: expressions.map((expression, index) => ({ expression, alias: `__rollup_${index}` })),
    ...(of.select.from ? { from: of.select.from } : {}),
    where: allOf([...of.conditions.values()]),
    groupBy: [...groups.values()],
  };
  return {
    sql: printSelect(select, dialect),
    source: of.source,
    conditions: new Set(of.conditions.keys()),
    groups: [...groups.keys()],
    measures: [...measures.keys()],
  };
}
