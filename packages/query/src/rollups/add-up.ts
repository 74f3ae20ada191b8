import type { Expression } from '@powerset/sql';
import { plainAggregateOf } from '../plan/index.ts';

type Add = (column: string) => Expression;

/** How a measure of several groups is made from theirs; null where it cannot be, as with averages and distinct counts. */
export function adderOf(measure: Expression): Add | null {
  const name = plainAggregateOf(measure);
  return name && Object.hasOwn(adders, name) ? adders[name]! : null;
}

// A sum of counts would be of another type than a count, and nothing where there are no rows.
const adders: Readonly<Record<string, Add>> = {
  SUM: (column) => raw(`SUM(${column})`),
  COUNT: (column) => raw(`COALESCE(CAST(SUM(${column}) AS BIGINT), 0)`),
  MIN: (column) => raw(`MIN(${column})`),
  MAX: (column) => raw(`MAX(${column})`),
};

function raw(text: string): Expression {
  return { kind: 'raw', text };
}
