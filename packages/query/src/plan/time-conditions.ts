import { allOf, type Expression } from '@powerset/sql';
import type { DatasetColumn } from '../dataset.ts';
import { QueryError } from '../errors.ts';
import type { TimeBounds } from '../time/index.ts';
import { columnExpression, type PlanContext, temporalExpression } from './plan-context.ts';

/** What a condition on time compares: the expression on its left, and how a point in time is written on its right. */
export interface TimeOperand {
  readonly left: Expression;
  readonly toLiteral: (at: Date) => Expression;
}

/** `from <= operand AND operand < to`, open where a bound is null; null when both are. */
export function timeCondition(operand: TimeOperand, bounds: TimeBounds): Expression | null {
  const { left, toLiteral } = operand;
  return allOf([
    bounds.since && { kind: 'compare', operator: '>=', left, right: toLiteral(bounds.since) },
    bounds.until && { kind: 'compare', operator: '<', left, right: toLiteral(bounds.until) },
  ]);
}

/** How a dataset's time column is compared: as it is stored, so that the engine can use its indexes. */
export function timeOperand(context: PlanContext, column: DatasetColumn, grain: string | null): TimeOperand {
  if (grain !== null) {
    const nativeType =
      column.type === 'temporal' && !/^date$/i.test(column.nativeType ?? '') ? column.nativeType : null;
    return { left: temporalExpression(context, column, grain), toLiteral: (at) => ({ kind: 'time', at, nativeType }) };
  }
  const format = column.pythonDateFormat;
  const stored = columnExpression(context, column);
  if (format && column.type !== 'temporal') {
    return { left: stored, toLiteral: (at) => storedForm(at, format, column) };
  }
  if (column.type === 'string') {
    const left = temporalExpression(context, column, null);
    return { left, toLiteral: (at) => ({ kind: 'time', at, nativeType: null }) };
  }
  return { left: stored, toLiteral: (at) => ({ kind: 'time', at, nativeType: column.nativeType }) };
}

function storedForm(at: Date, format: string, column: DatasetColumn): Expression {
  if (format === 'epoch_ms') return { kind: 'literal', value: at.getTime() };
  if (format === 'epoch_s') return { kind: 'literal', value: Math.floor(at.getTime() / 1000) };
  const text = formatStoredTime(at, format);
  const isNumber = column.type === 'number' && /^\d+$/.test(text);
  return isNumber ? { kind: 'numeric', text: String(Number(text)) } : { kind: 'literal', value: text };
}

/** Writes a time in a strftime format as datasets store it. */
function formatStoredTime(at: Date, format: string): string {
  const iso = at.toISOString();
  const letters: Readonly<Record<string, string>> = {
    Y: iso.slice(0, 4),
    m: iso.slice(5, 7),
    d: iso.slice(8, 10),
    H: iso.slice(11, 13),
    M: iso.slice(14, 16),
    S: iso.slice(17, 19),
    f: `${iso.slice(20, 23)}000`,
    '%': '%',
  };
  return format.replace(/%(.)/gs, (_, letter: string) => {
    if (!Object.hasOwn(letters, letter)) throw new QueryError('Invalid date/timestamp format', 'python_date_format');
    return letters[letter]!;
  });
}
