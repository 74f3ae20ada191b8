import type { ColumnType } from '@powerset/contract';
import {
  allOf,
  type Dialect,
  type Expression,
  type OrderItem,
  printExpression,
  printSelect,
  type Select,
  type SelectItem,
} from '@powerset/sql';
import { adderOf } from './add-up.ts';
import type { Rollup } from './plan-rollup.ts';
import type { QueryShape } from './shape.ts';

export interface RollupReading {
  readonly sql: string;
  /** One row always comes from the engine, but comes from the rollup only if it had rows; else the engine is asked. */
  readonly needsRow: boolean;
}

/**
 * The SELECT that answers a shape from a rollup, to the value as the engine would answer it; null where that is not
 * certain. Groups of the rollup that the shape does not have are narrowed to one value by its conditions, or added up
 * where the measures can be.
 */
export function readRollup(shape: QueryShape, rollup: Rollup, dialect: Dialect): RollupReading | null {
  const narrowing = narrowingOf(shape, rollup);
  if (!narrowing) return null;
  const reader = new Reader(shape, { rollup, dialect, isSame: isSameGrouping(shape, rollup, narrowing) });
  const where = narrowing.map((condition) => reader.ofGroups(condition));
  if (where.includes(null)) return null;
  const fixed = new Set(narrowing.flatMap((condition) => reader.fixedGroup(condition) ?? []));
  const isExact = rollup.groups.every((group) => shape.groups.has(group) || fixed.has(group));
  const select = reader.select(where, isExact);
  return select && { sql: printSelect(select, dialect), needsRow: isExact && shape.groups.size === 0 };
}

/** Conditions of the shape beyond those of the rollup; null when the rollup does not hold all that is asked. */
function narrowingOf(shape: QueryShape, rollup: Rollup): readonly Expression[] | null {
  if (shape.source !== rollup.source) return null;
  for (const condition of rollup.conditions) if (!shape.conditions.has(condition)) return null;
  for (const group of shape.groups.keys()) if (!rollup.groups.includes(group)) return null;
  for (const measure of shape.measures.keys()) if (!rollup.measures.includes(measure)) return null;
  return [...shape.conditions].flatMap(([text, condition]) => (rollup.conditions.has(text) ? [] : [condition]));
}

function isSameGrouping(shape: QueryShape, rollup: Rollup, narrowing: readonly Expression[]): boolean {
  return narrowing.length === 0 && shape.groups.size === rollup.groups.length;
}

interface ReaderParts {
  readonly rollup: Rollup;
  readonly dialect: Dialect;
  readonly isSame: boolean;
}

/** A measure with a window or a sub-query may depend on other groups than its own. */
const dependsOnOthers = /\b(over|select|from|grouping|grouping_id)\b/i;

class Reader {
  constructor(
    private readonly shape: QueryShape,
    private readonly parts: ReaderParts,
  ) {}

  /** An expression over the rollup's groups; null when it needs more. */
  ofGroups(expression: Expression): Expression | null {
    return rewrite(expression, (part) => this.group(part));
  }

  /** The group that a condition narrows to one value. */
  fixedGroup(condition: Expression): string | null {
    const single = singleValueOf(condition);
    if (!single) return null;
    const text = this.print(single.of);
    const at = this.parts.rollup.groups.indexOf(text);
    return at >= 0 && isExactFor(this.parts.rollup.types[at], single.value) ? text : null;
  }

  select(where: readonly (Expression | null)[], isExact: boolean): Select | null {
    const { select, groups } = this.shape;
    const items = select.items.map((item) => this.item(item, isExact));
    const orderBy = (select.orderBy ?? []).map((item) => this.order(item, isExact));
    const having = select.having ? rewrite(select.having, (part) => this.value(part, isExact)) : null;
    if (!isComplete(items) || !isComplete(orderBy) || (select.having && !having)) return null;
    const keys = [...groups.values()].map((group) => this.group(group));
    return {
      items,
      from: { kind: 'table', table: this.parts.rollup.table },
      where: allOf(isExact ? [...where, having] : where),
      groupBy: isExact || !isComplete(keys) ? [] : keys,
      having: isExact ? null : having,
      orderBy,
      limit: select.limit ?? null,
      offset: select.offset ?? null,
    };
  }

  private item({ expression, alias }: SelectItem, isExact: boolean): SelectItem | null {
    const value = expression === '*' ? null : this.value(expression, isExact);
    return value && { expression: value, ...(alias === undefined ? {} : { alias }) };
  }

  private order({ expression, isDescending }: OrderItem, isExact: boolean): OrderItem | null {
    const isNamed =
      expression.kind === 'column' && this.shape.select.items.some(({ alias }) => alias === expression.name);
    const value = isNamed ? expression : this.value(expression, isExact);
    return value && { expression: value, isDescending };
  }

  private value(expression: Expression, isExact: boolean): Expression | null {
    return this.group(expression) ?? this.measure(expression, isExact);
  }

  private group(expression: Expression): Expression | null {
    const at = this.parts.rollup.groups.indexOf(this.print(expression));
    return at < 0 ? null : this.column(at);
  }

  private measure(expression: Expression, isExact: boolean): Expression | null {
    const { rollup, dialect, isSame } = this.parts;
    const text = this.print(expression);
    const at = rollup.measures.indexOf(text);
    if (at < 0 || (!isSame && dependsOnOthers.test(text))) return null;
    const column = this.column(rollup.groups.length + at);
    if (isExact) return column;
    const add = adderOf(expression);
    return add ? add(printExpression(column, dialect)) : null;
  }

  private column(at: number): Expression {
    return { kind: 'column', name: `c${at}`, source: this.parts.rollup.table };
  }

  private print(expression: Expression): string {
    return printExpression(expression, this.parts.dialect);
  }
}

function isComplete<T>(list: readonly (T | null)[]): list is readonly T[] {
  return !list.includes(null);
}

type Replace = (part: Expression) => Expression | null;

/** The expression with its parts replaced; null when a part of it is neither replaced nor a value. */
function rewrite(expression: Expression, replace: Replace): Expression | null {
  const replaced = replace(expression);
  if (replaced) return replaced;
  const inner = (part: Expression) => rewrite(part, replace);
  switch (expression.kind) {
    case 'literal':
    case 'numeric':
    case 'time':
      return expression;
    case 'compare':
    case 'sameAs': {
      const [left, right] = [inner(expression.left), inner(expression.right)];
      return left && right && { ...expression, left, right };
    }
    case 'in': {
      const [of, values] = [inner(expression.of), expression.values.map(inner)];
      return of && isComplete(values) ? { ...expression, of, values } : null;
    }
    case 'like': {
      const [of, pattern] = [inner(expression.of), inner(expression.pattern)];
      return of && pattern && { ...expression, of, pattern };
    }
    case 'and':
    case 'or': {
      const parts = expression.parts.map(inner);
      return isComplete(parts) ? { ...expression, parts } : null;
    }
    case 'isNull':
    case 'contains':
    case 'isBoolean':
    case 'not':
    case 'truncate':
    case 'bin':
    case 'fromEpoch':
    case 'parseTime': {
      const of = inner(expression.of);
      return of && { ...expression, of };
    }
    default:
      return null;
  }
}

interface SingleValue {
  readonly of: Expression;
  /** Null for what is compared with nothing but itself. */
  readonly value: Expression | null;
}

function singleValueOf(condition: Expression): SingleValue | null {
  if (condition.kind === 'compare' && condition.operator === '=') return { of: condition.left, value: condition.right };
  if (condition.kind === 'in' && !condition.isNegated && condition.values.length === 1)
    return { of: condition.of, value: condition.values[0]! };
  if (condition.kind === 'isNull' && !condition.isNegated) return { of: condition.of, value: null };
  return condition.kind === 'isBoolean' ? { of: condition.of, value: null } : null;
}

/** Text that is compared with a number is cast: several texts are the same number. */
function isExactFor(type: ColumnType | undefined, value: Expression | null): boolean {
  if (value === null) return true;
  if (value.kind === 'literal') return type !== 'string' || typeof value.value === 'string';
  return (value.kind === 'numeric' || value.kind === 'time') && type !== 'string';
}
