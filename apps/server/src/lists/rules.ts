import { type Expression, type SqlBool, sql } from 'kysely';
import { fieldError, readFlag } from '../http/index.ts';
import { escapeLike, textCondition, valueCondition } from './filters.ts';
import type { TaggableType } from './tags.ts';

type Condition = Expression<SqlBool>;
type Rule = (value: unknown, builder: unknown, operator: string) => Condition;

/** Operators that lists offer for text, as `_info` tells them. */
export const textOperators: readonly string[] = ['eq', 'neq', 'sw', 'ew', 'ct', 'nsw', 'new', 'nct'];
/** Operators that lists offer for numbers and times. */
export const valueOperators: readonly string[] = ['eq', 'neq', 'gt', 'lt'];

export interface TableRules {
  readonly text: (column: string) => Rule;
  readonly value: (column: string) => Rule;
  /** Something that is so for a row, or that is not, as the filter says. */
  readonly flag: (condition: Condition) => Rule;
  /** Rows of which one of the given people is an owner. */
  readonly owners: (objectType: 'chart' | 'dashboard' | 'report') => Rule;
  /** Rows that carry one of the given tags. */
  readonly tags: (objectType: TaggableType) => Rule;
  /** Rows that carry a tag whose name holds the text. */
  readonly tagNames: (objectType: TaggableType) => Rule;
  /** Rows that a table of pairs joins to one of the given ids. */
  readonly pairedIn: (pairs: { readonly table: string; readonly own: string; readonly other: string }) => Rule;
  readonly isCertified: Rule;
  readonly isCreatedBy: (userId: number) => Rule;
  readonly hasCreator: Rule;
}

/**
 * Filters of a list over a table whose rows people own, create and certify. What is said in other tables is looked for there, and the
 * rows are found by it: asked of each row, it would be asked of all there are.
 */
export function tableRules(table: string): TableRules {
  const columnOf = (name: string) => sql.ref(`${table}.${name}`);
  const flag: TableRules['flag'] = (condition) => (value) =>
    readFlag(value) ? condition : sql<SqlBool>`not (${condition})`;
  const creator = columnOf('created_by_fk');
  return {
    text: (column) => (value, _builder, operator) => textCondition(columnOf(column), operator, value),
    value: (column) => (value, _builder, operator) => valueCondition(columnOf(column), operator, value),
    flag,
    owners: (objectType) => (value) =>
      sql<SqlBool>`${columnOf('id')} in (select owners.object_id from owners where owners.object_type = ${objectType} and owners.user_id in (${idList(value)}))`,
    tags: (objectType) => (value) =>
      sql<SqlBool>`${columnOf('id')} in (select tagged_objects.object_id from tagged_objects where tagged_objects.object_type = ${objectType} and tagged_objects.tag_id in (${idList(value)}))`,
    tagNames: (objectType) => (value) =>
      sql<SqlBool>`${columnOf('id')} in (select tagged_objects.object_id from tags join tagged_objects on tagged_objects.tag_id = tags.id where tagged_objects.object_type = ${objectType} and ${containsText(String(value ?? ''), ['tags.name'])})`,
    pairedIn:
      ({ table: pairs, own, other }) =>
      (value) =>
        sql<SqlBool>`${columnOf('id')} in (select ${sql.ref(`${pairs}.${own}`)} from ${sql.table(pairs)} where ${sql.ref(`${pairs}.${other}`)} in (${idList(value)}))`,
    isCertified: flag(sql<SqlBool>`coalesce(${columnOf('certified_by')}, '') <> ''`),
    isCreatedBy: (userId) => flag(sql<SqlBool>`coalesce(${creator}, -2) = ${userId}`),
    hasCreator: flag(sql<SqlBool>`${creator} is not null`),
  };
}

/** One of the columns holds the text, in whatever case: both stores compare so, and a copy in small letters would be made of each row. */
export function containsText(text: string, columns: readonly string[]): Condition {
  const pattern = `%${escapeLike(text)}%`;
  const conditions = columns.map((column) => sql`coalesce(${sql.ref(column)}, '') like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

function idList(value: unknown) {
  const ids = (Array.isArray(value) ? value : [value]).map(Number);
  if (ids.some((id) => !Number.isInteger(id))) throw fieldError({ q: ['A relation is filtered by ids.'] }, 400);
  return sql.join(ids.length > 0 ? ids : [-1]);
}
