import { isRecord } from './native-filters.ts';

export const preFilterOperators = ['==', '!=', '>', '<', '>=', '<=', 'IN', 'NOT IN', 'IS NULL', 'IS NOT NULL'] as const;
export type PreFilterOperator = (typeof preFilterOperators)[number];

/** One line of what narrows the values that a filter offers; the text is as typed, lists apart by commas. */
export interface PreFilter {
  readonly column: string;
  readonly operator: PreFilterOperator;
  readonly text: string;
}

export function needsNoValue(operator: PreFilterOperator): boolean {
  return operator === 'IS NULL' || operator === 'IS NOT NULL';
}

/** Its text is a list of values. */
export function isListed(operator: PreFilterOperator): boolean {
  return operator === 'IN' || operator === 'NOT IN';
}

export type StoredFilter = Readonly<Record<string, unknown>>;

/** The filter as it is stored: an ad-hoc filter of the WHERE clause. */
export function toAdhocFilter({ column, operator, text }: PreFilter, isNumber: boolean): StoredFilter {
  const toValue = (word: string) => {
    const trimmed = word.trim();
    return isNumber && trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
  };
  const words = () =>
    text
      .split(',')
      .map(toValue)
      .filter((word) => word !== '');
  const comparator = isListed(operator) ? words() : toValue(text);
  return {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: column,
    operator,
    ...(needsNoValue(operator) ? {} : { comparator }),
  };
}

/** A stored filter as a line, when it is one that a line can say; others stay as they are. */
export function readPreFilter(stored: unknown): PreFilter | null {
  if (!isRecord(stored) || stored.expressionType !== 'SIMPLE' || typeof stored.subject !== 'string') return null;
  const operator = preFilterOperators.find((one) => one === stored.operator);
  if (!operator) return null;
  const { comparator } = stored;
  const text = Array.isArray(comparator) ? comparator.join(', ') : String(comparator ?? '');
  return { column: stored.subject, operator, text };
}

/** A line says something: it has a column, and a value where its operator asks for one. */
export function isComplete({ column, operator, text }: PreFilter): boolean {
  return column !== '' && (needsNoValue(operator) || text.trim() !== '');
}
