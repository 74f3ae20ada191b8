import type { QueryFilter, QueryObject } from '@powerset/contract';
import type { QueryForm } from './define.ts';
import { isColumn, toList } from './form-values.ts';

const unaryOperators = new Set(['IS NULL', 'IS NOT NULL', 'IS TRUE', 'IS FALSE', 'LATEST PARTITION']);
const listOperators = new Set(['IN', 'NOT IN']);

/** What the filters of a form add to a query. */
export interface FilterParts {
  readonly filters: readonly QueryFilter[];
  readonly where: readonly string[];
  readonly having: readonly string[];
}

/** Simple filters become conditions, SQL filters parts of where and having; incomplete ones are left out. */
function splitAdhocFilters({ adhoc_filters: entries }: Pick<QueryForm, 'adhoc_filters'>): FilterParts {
  const sqlOf = (clause: string) =>
    entries
      .filter((entry) => entry.expressionType === 'SQL' && clauseOf(entry) === clause)
      .map((entry) => (typeof entry.sqlExpression === 'string' ? entry.sqlExpression.trim() : ''))
      .filter((sql) => sql !== '');
  return {
    filters: entries.filter((entry) => entry.expressionType !== 'SQL').flatMap(toQueryFilter),
    where: sqlOf('WHERE'),
    having: sqlOf('HAVING'),
  };
}

const clauseOf = (entry: Readonly<Record<string, unknown>>) =>
  String(entry.clause ?? 'WHERE').toUpperCase() === 'HAVING' ? 'HAVING' : 'WHERE';

function toQueryFilter(entry: Readonly<Record<string, unknown>>): readonly QueryFilter[] {
  const operator = typeof entry.operator === 'string' ? entry.operator.toUpperCase().replaceAll('_', ' ') : '';
  const op = operator === 'TEMPORAL RANGE' ? 'TEMPORAL_RANGE' : operator;
  const { subject, comparator } = entry;
  if (!isColumn(subject) || op === '') return [];
  const extra = {
    ...(entry.isExtra === true ? { isExtra: true } : {}),
    ...(entry.keeps_null === true ? { keeps_null: true } : {}),
  };
  if (unaryOperators.has(op)) return [{ col: subject, op, ...extra }];
  if (listOperators.has(op)) return [{ col: subject, op, val: toList(comparator).filter(isScalar), ...extra }];
  return isScalar(comparator) ? [{ col: subject, op, val: comparator, ...extra }] : [];
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Conditions joined so that no part can reach into another. */
function joinClauses(parts: readonly string[]): string {
  return parts.map((part) => `(${part})`).join(' AND ');
}

/** Filters and extras of a form's query: ad-hoc filters, conditions from dashboards, grain. */
export function toFilterFields(
  form: Pick<QueryForm, 'adhoc_filters' | 'filters' | 'extras'>,
): Pick<QueryObject, 'filters' | 'extras'> {
  const parts = splitAdhocFilters(form);
  const fromDashboard = form.filters.filter(isQueryFilter);
  const { extras } = form;
  const where = joinClauses(parts.where);
  const having = joinClauses(parts.having);
  return {
    filters: [...parts.filters, ...fromDashboard],
    extras: {
      ...extras,
      having: [textOrEmpty(extras.having), having].filter(Boolean).join(' AND '),
      where: [textOrEmpty(extras.where), where].filter(Boolean).join(' AND '),
    },
  };
}

const textOrEmpty = (value: unknown) => (typeof value === 'string' && value !== '' ? `(${value})` : '');

function isQueryFilter(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & QueryFilter {
  return isColumn(value.col) && typeof value.op === 'string';
}
