import { type ColumnType, columnLabel, filterOperators, type QueryFilter } from '@powerset/contract';
import { anyOf, type ComparisonOperator, type Expression } from '@powerset/sql';
import type { DatasetColumn } from '../dataset.ts';
import { QueryError } from '../errors.ts';
import { currentGrainCode, parseTimeText, resolveTimeRange, type TimeBounds } from '../time/index.ts';
import { adhocClause, columnExpression, type PlanContext, referencedColumn } from './plan-context.ts';
import { type SelectedItem, timestampLabel } from './selection.ts';
import { type TimeOperand, timeCondition, timeOperand } from './time-conditions.ts';

export interface PlannedFilter {
  readonly column: string;
  readonly condition: Expression | null;
  /** The condition is on groups, not on rows. */
  readonly isHaving: boolean;
  /** Set when the filter could not be used. */
  readonly rejection: 'not_in_datasource' | 'no_temporal_column' | null;
  /** What a time range came to. */
  readonly bounds: TimeBounds | null;
}

interface Target {
  readonly expression: Expression;
  readonly column: DatasetColumn | null;
  readonly type: ColumnType | null;
  readonly time: TimeOperand;
  readonly isHaving: boolean;
}

type FilterValue = NonNullable<QueryFilter['val']> | null;

/** Plans one filter; null when it names no column or no operator. Throws `QueryError` for what cannot be compared. */
export function planFilter(
  context: PlanContext,
  filter: QueryFilter,
  metrics: readonly SelectedItem[],
): PlannedFilter | null {
  const label = columnLabel(filter.col);
  const operator = filter.op?.trim().toUpperCase();
  if (!label || !operator) return null;
  const target = findTarget(context, filter, metrics);
  const base = { column: label, isHaving: false, bounds: null };
  if (!target) {
    const rejection = label === timestampLabel ? 'no_temporal_column' : 'not_in_datasource';
    return { ...base, condition: null, rejection };
  }
  if (operator === 'TEMPORAL_RANGE') {
    const bounds = filterBounds(context, filter.val ?? null);
    return { ...base, bounds, condition: timeCondition(target.time, bounds), rejection: null };
  }
  const keepsNull = filter.keeps_null === true;
  const condition = buildCondition(context, { target, operator, value: filter.val ?? null, label, keepsNull });
  return { ...base, condition, isHaving: target.isHaving, rejection: null };
}

function findTarget(context: PlanContext, filter: QueryFilter, metrics: readonly SelectedItem[]): Target | null {
  const label = columnLabel(filter.col);
  const column = label === timestampLabel ? context.timeColumn : referencedColumn(context.dataset, filter.col);
  if (column) return columnTarget(context, column, filter.grain ? currentGrainCode(filter.grain) : null);
  if (label === timestampLabel) return null;
  const metric = metrics.find((item) => item.label === label);
  if (metric) return expressionTarget(metric.expression, true);
  if (typeof filter.col === 'string') return null;
  return expressionTarget(adhocClause(context, filter.col.sqlExpression, 'filters'), false);
}

function columnTarget(context: PlanContext, column: DatasetColumn, grain: string | null): Target {
  const time = timeOperand(context, column, column.isTemporal ? grain : null);
  const isTruncated = column.isTemporal && grain !== null;
  return {
    expression: isTruncated ? time.left : columnExpression(context, column),
    column,
    type: column.isTemporal ? 'temporal' : column.type,
    time,
    isHaving: false,
  };
}

function expressionTarget(expression: Expression, isHaving: boolean): Target {
  const toLiteral = (at: Date): Expression => ({ kind: 'time', at, nativeType: null });
  return { expression, column: null, type: null, time: { left: expression, toLiteral }, isHaving };
}

function filterBounds(context: PlanContext, value: FilterValue): TimeBounds {
  const { extras, time_shift: timeShift } = context.query;
  return resolveTimeRange(typeof value === 'string' ? value : null, {
    clock: context.clock,
    relativeStart: extras?.relative_start,
    relativeEnd: extras?.relative_end,
    timeShift,
  });
}

interface Comparison {
  readonly target: Target;
  readonly operator: string;
  readonly value: FilterValue;
  readonly label: string;
  readonly keepsNull: boolean;
}

const comparisons: Readonly<Record<string, ComparisonOperator>> = {
  '==': '=',
  '!=': '!=',
  '>': '>',
  '<': '<',
  '>=': '>=',
  '<=': '<=',
};

function buildCondition(context: PlanContext, comparison: Comparison): Expression {
  const { target, operator } = comparison;
  const of = target.expression;
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') {
    return { kind: 'isNull', of, isNegated: operator === 'IS NOT NULL' };
  }
  if (operator === 'IS TRUE' || operator === 'IS FALSE') {
    return { kind: 'isBoolean', of, value: operator === 'IS TRUE' };
  }
  if (operator === 'IN' || operator === 'NOT IN') return buildMembership(context, comparison);
  if (operator === 'CONTAINS') return buildContains(comparison);
  if (operator.endsWith('LIKE') && filterOperators.some((known) => known === operator)) return buildLike(comparison);
  const sign = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  if (!sign) throw new QueryError(`Invalid filter operation type: ${operator}`, 'filters');
  return buildComparison(context, comparison, sign);
}

function buildComparison(context: PlanContext, comparison: Comparison, sign: ComparisonOperator): Expression {
  const { target } = comparison;
  const value = toOperand(context, comparison, firstOf(comparison.value));
  if (value) return { kind: 'compare', operator: sign, left: operandFor(target, value), right: value };
  if (sign === '=' || sign === '!=') return { kind: 'isNull', of: target.expression, isNegated: sign === '!=' };
  throw new QueryError('Must specify a value for filters with comparison operators', 'filters');
}

function firstOf(value: FilterValue): Scalar {
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

function buildMembership(context: PlanContext, comparison: Comparison): Expression {
  const list: readonly Scalar[] = Array.isArray(comparison.value) ? comparison.value : [comparison.value];
  if (list.length === 0) throw new QueryError('Filter value list cannot be empty', 'filters');
  const values = list.map((value) => toOperand(context, comparison, value));
  const present = values.filter((value): value is Expression => value !== null);
  const isNegated = comparison.operator === 'NOT IN';
  const target = comparison.target;
  const of = present[0] ? operandFor(target, present[0]) : target.expression;
  if (present.length === list.length) {
    const condition: Expression = { kind: 'in', of, values: present, isNegated };
    if (!isNegated || !comparison.keepsNull) return condition;
    return anyOf([condition, { kind: 'isNull', of: target.expression }]) ?? condition;
  }
  const isNull: Expression = { kind: 'isNull', of: target.expression };
  const either = anyOf([isNull, present.length > 0 ? { kind: 'in', of, values: present } : null]) ?? isNull;
  return isNegated ? { kind: 'not', of: either } : either;
}

// A literal of time stands against the column as a time; anything else against the column as it is stored.
function operandFor(target: Target, value: Expression): Expression {
  return value.kind === 'time' ? target.time.left : target.expression;
}

function buildLike(comparison: Comparison): Expression {
  return {
    kind: 'like',
    of: comparison.target.expression,
    pattern: { kind: 'literal', value: textOperand(comparison) },
    isNegated: comparison.operator.startsWith('NOT'),
    ignoresCase: comparison.operator.endsWith('ILIKE'),
    needsCast: isNoText(comparison.target),
  };
}

function buildContains(comparison: Comparison): Expression {
  const { target } = comparison;
  return { kind: 'contains', of: target.expression, text: textOperand(comparison), needsCast: isNoText(target) };
}

function textOperand(comparison: Comparison): string {
  const value = textValue(firstOf(comparison.value));
  if (value === null) throw new QueryError('Must specify a value for filters with comparison operators', 'filters');
  return String(value);
}

function isNoText(target: Target): boolean {
  return target.type !== 'string' || target.column?.isTemporal === true;
}

type Scalar = string | number | boolean | null;

/** `<NULL>` and `<empty string>` stand for what lists cannot show. */
function textValue(value: Scalar): Scalar {
  if (value === '<NULL>') return null;
  return value === '<empty string>' ? '' : value;
}

function toOperand(context: PlanContext, comparison: Comparison, raw: Scalar): Expression | null {
  const value = textValue(raw);
  if (value === null) return null;
  const { target, label } = comparison;
  if (target.type === 'number') return numberOperand(value, label);
  if (target.type === 'boolean') return { kind: 'literal', value: booleanOperand(value, label) };
  if (target.type === 'temporal') return timeValueOperand(context, target, value);
  return { kind: 'literal', value: target.type === 'string' ? String(value) : value };
}

function numberOperand(value: string | number | boolean, label: string): Expression {
  if (typeof value === 'number') return { kind: 'literal', value };
  // Engines without booleans keep 1 and 0.
  if (typeof value === 'boolean') return { kind: 'literal', value: Number(value) };
  const text = value.trim();
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text)) return { kind: 'numeric', text };
  throw new QueryError(`The value "${text}" of the filter on "${label}" is not a number`, 'filters');
}

function booleanOperand(value: string | number | boolean, label: string): boolean {
  const text = String(value).trim().toLowerCase();
  if (text === 'true' || text === '1' || text === 't' || text === 'yes') return true;
  if (text === 'false' || text === '0' || text === 'f' || text === 'no') return false;
  throw new QueryError(`The value "${text}" of the filter on "${label}" is neither true nor false`, 'filters');
}

function timeValueOperand(context: PlanContext, target: Target, value: string | number | boolean): Expression {
  if (typeof value === 'number') return target.time.toLiteral(new Date(value));
  const at = typeof value === 'string' && /^\d{4}-/.test(value.trim()) ? parseTimeText(value, context.clock) : null;
  return at ? target.time.toLiteral(at) : { kind: 'literal', value };
}
