import type { Expression } from '@powerset/sql';

type Add = (column: string) => Expression;

/** An aggregate of one plain column, as owners write it: `SUM(amount)`, `COUNT(*)`. */
const plainAggregate = /^\s*(sum|count|min|max)\s*\(\s*(\*|"(?:[^"]|"")+"|[a-z_]\w*)\s*\)\s*$/i;

/** How a measure of several groups is made from theirs; null where it cannot be, as with averages and distinct counts. */
export function adderOf(measure: Expression): Add | null {
  const name = nameOf(measure);
  return name && Object.hasOwn(adders, name) ? adders[name]! : null;
}

function nameOf(measure: Expression): string | null {
  if (measure.kind === 'aggregate') return measure.isDistinct ? null : measure.name.toUpperCase();
  if (measure.kind !== 'sql') return null;
  return plainAggregate.exec(measure.text)?.[1]?.toUpperCase() ?? null;
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
