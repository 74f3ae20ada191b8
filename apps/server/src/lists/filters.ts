import type { ListFilter } from '@powerset/contract';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { fieldError } from '../http/index.ts';

type Condition = Expression<SqlBool>;

/** How a list's filters become conditions: one function for each `column` or `column.operator` that is allowed. */
export type FilterRules<DB, TB extends keyof DB> = Readonly<
  Record<string, (value: unknown, builder: ExpressionBuilder<DB, TB>, operator: string) => Condition>
>;

/** Conditions of all filters; one that the list does not know is an error that names it. */
export function toConditions<DB, TB extends keyof DB>(
  filters: readonly ListFilter[] | undefined,
  rules: FilterRules<DB, TB>,
  builder: ExpressionBuilder<DB, TB>,
): readonly Condition[] {
  return (filters ?? []).map(({ col, opr, value }) => {
    const name = [`${col}.${opr}`, col].find((known) => Object.hasOwn(rules, known));
    const rule = name === undefined ? undefined : rules[name];
    if (!rule) throw fieldError({ q: [`Filtering ${col} by ${opr} is not allowed.`] }, 400);
    if (!isPlain(value)) throw fieldError({ q: [`The value of the filter on ${col} must be plain, or a list.`] }, 400);
    return rule(value, builder, opr);
  });
}

/** What a store can compare with: no objects, and lists of what is plain. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length <= 1000 && value.every((item) => item === null || typeof item !== 'object');
  return value === null || typeof value !== 'object';
}

/** `eq, neq, sw, ew, ct, nsw, new, nct` on a text column, without regard to case as the reference has it. */
export function textCondition(column: Expression<unknown>, operator: string, value: unknown): Condition {
  const text = String(value ?? '');
  const pattern = escapeLike(text);
  const like = (form: string) => sql<SqlBool>`lower(${column}) like lower(${form}) escape '\\'`;
  switch (operator) {
    case 'eq':
      return sql<SqlBool>`${column} = ${text}`;
    case 'neq':
      return sql<SqlBool>`${column} <> ${text}`;
    case 'sw':
      return like(`${pattern}%`);
    case 'ew':
      return like(`%${pattern}`);
    case 'ct':
      return like(`%${pattern}%`);
    case 'nsw':
      return sql<SqlBool>`not ${like(`${pattern}%`)}`;
    case 'new':
      return sql<SqlBool>`not ${like(`%${pattern}`)}`;
    case 'nct':
      return sql<SqlBool>`not ${like(`%${pattern}%`)}`;
    default:
      throw unknownOperator(operator);
  }
}

/** `eq, neq, gt, lt` and membership on a number or date column; flags come as true and false. */
export function valueCondition(column: Expression<unknown>, operator: string, value: unknown): Condition {
  const plain = typeof value === 'boolean' ? Number(value) : value;
  switch (operator) {
    case 'eq':
      return sql<SqlBool>`${column} = ${plain}`;
    case 'neq':
      return sql<SqlBool>`${column} <> ${plain}`;
    case 'gt':
      return sql<SqlBool>`${column} > ${plain}`;
    case 'lt':
      return sql<SqlBool>`${column} < ${plain}`;
    case 'rel_o_m':
      return sql<SqlBool>`${column} = ${plain}`;
    case 'nrel_o_m':
      return sql<SqlBool>`${column} <> ${plain}`;
    case 'in':
      return sql<SqlBool>`${column} in (${sql.join(Array.isArray(plain) && plain.length > 0 ? plain : [null])})`;
    default:
      throw unknownOperator(operator);
  }
}

/** Wraps user text so that `%`, `_` and `\` stand for themselves in a LIKE pattern with `escape '\'`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

function unknownOperator(operator: string): Error {
  return fieldError({ q: [`Unknown filter operator ${operator}.`] }, 400);
}
