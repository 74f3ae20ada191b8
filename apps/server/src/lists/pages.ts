import type { ListEnvelope, ListQuery } from '@powerset/contract';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { fieldError } from '../http/index.ts';

const defaultPageSize = 20;
const maxPageSize = 200;
const unboundedPageSize = 10_000;
const lastPage = 1_000_000_000;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Page 0 of 20 rows unless asked otherwise; -1 asks for as many as a page may hold. */
export function readPage(query: ListQuery, isUnbounded = false): Page {
  const largest = isUnbounded ? unboundedPageSize : maxPageSize;
  const asked = query.page_size ?? defaultPageSize;
  const limit = asked < 0 ? largest : Math.min(asked, largest);
  return { limit, offset: Math.min(Math.max(0, query.page ?? 0), lastPage) * limit };
}

export interface Order<Column extends string> {
  readonly column: Column;
  readonly isDescending: boolean;
}

/** The order asked for, when the list allows it; `rules` maps wire names to the store's columns. */
export function readOrder<Column extends string>(
  query: ListQuery,
  rules: Readonly<Record<string, Column>>,
  fallback: Order<Column>,
): Order<Column> {
  if (!query.order_column) return fallback;
  const column = Object.hasOwn(rules, query.order_column) ? rules[query.order_column] : undefined;
  if (!column) throw fieldError({ q: [`Ordering by ${query.order_column} is not allowed.`] }, 400);
  return { column, isDescending: query.order_direction !== 'asc' };
}

/** A page of a table's rows, those of the same place in the order by their ids. */
export async function loadRows<Tables, Table extends keyof Tables & string>(
  selection: SelectQueryBuilder<Tables, Table, object>,
  query: ListQuery,
  { column, isDescending }: Order<string>,
) {
  const { limit, offset } = readPage(query);
  const direction = isDescending ? 'desc' : 'asc';
  return selection
    .selectAll()
    .orderBy(sql.ref(column), direction)
    .orderBy(sql.ref('id'), direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The same, and how many there are in all. */
export async function loadPage<Tables, Table extends keyof Tables & string>(
  selection: SelectQueryBuilder<Tables, Table, object>,
  query: ListQuery,
  order: Order<string>,
) {
  const rows = await loadRows(selection, query, order);
  const total = selection.select(({ fn }) => fn.countAll<number>().as('count'));
  // Of a table that is named only by those who call this, the types do not say what was just selected.
  const { count } = (await total.executeTakeFirstOrThrow()) as { readonly count: number };
  return { count: Number(count), rows };
}

interface IdsOfPage {
  /** The column of the ids, with its table. */
  readonly id: string;
  readonly order: { readonly by: Expression<unknown>; readonly isDescending: boolean };
  readonly page: Page;
  /** Something is asked of each row: then how many there are is found in the one go that finds the page. */
  readonly isSifted: boolean;
}

/**
 * Ids of a page in its order, and how many rows there are in all, of a table with much in each row: what stands in them is read
 * of those alone that are shown.
 */
export async function findIds<Tables, Table extends keyof Tables & string>(
  selection: SelectQueryBuilder<Tables, Table, object>,
  { id, order, page, isSifted }: IdsOfPage,
): Promise<{ readonly count: number; readonly ids: readonly number[] }> {
  const countRows = async () => {
    const counted = selection.select(sql<number>`count(*)`.as('count'));
    // Of a table that is named only by those who call this, the types do not say what was just selected.
    return Number(((await counted.executeTakeFirstOrThrow()) as { readonly count: number }).count);
  };
  const total = isSifted ? sql<number | null>`count(*) over ()` : sql<number | null>`null`;
  const ordered = selection
    .select([sql<number>`${sql.ref(id)}`.as('id'), total.as('total')])
    .orderBy(order.by, order.isDescending ? 'desc' : 'asc')
    .orderBy(sql.ref(id), 'desc');
  const found = await ordered.limit(page.limit).offset(page.offset).execute();
  const rows: readonly { readonly id: number; readonly total: number | null }[] = found as never;
  return { count: Number(rows[0]?.total ?? (await countRows())), ids: rows.map((row) => row.id) };
}

/** Rows in the order of their ids. */
export function inOrder<Row extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface EnvelopeInput<Row extends { readonly id: number }> {
  readonly query: ListQuery;
  readonly count: number;
  readonly rows: readonly Row[];
  readonly title: string;
  readonly orderColumns: readonly string[];
}

/** The list's answer; `columns` of the query picks fields, nested ones as `owners.id`. */
export function toEnvelope<Row extends { readonly id: number }>(input: EnvelopeInput<Row>): ListEnvelope<Row> {
  const { query, count, rows, title, orderColumns } = input;
  const chosen = query.columns ?? query.select_columns;
  const names = chosen ?? Object.keys(rows[0] ?? {});
  return {
    count,
    ids: rows.map((row) => row.id),
    result: chosen ? rows.map((row) => pickColumns(row, chosen)) : rows,
    list_columns: names,
    order_columns: orderColumns,
    label_columns: Object.fromEntries(names.map((name) => [name, toLabel(name)])),
    description_columns: {},
    list_title: title,
  };
}

interface ShownInput<Row extends object> {
  readonly id: number;
  readonly row: Row;
  readonly query: ListQuery;
  readonly title: string;
}

/** The answer of one object that is read alone; `columns` of the query picks fields, as in lists. */
export function toShown<Row extends object>({ id, row, query, title }: ShownInput<Row>) {
  const chosen = query.columns ?? query.select_columns;
  const names = chosen ?? Object.keys(row);
  return {
    id,
    result: chosen ? pickColumns(row, chosen) : row,
    show_columns: [...names],
    label_columns: Object.fromEntries(names.map((name) => [name, toLabel(name)])),
    description_columns: {},
    show_title: title,
  };
}

/** Keeps the named fields of an object; `owners.id` keeps `id` of each owner. */
export function pickColumns<T extends object>(row: T, columns: readonly string[]): T {
  const tree = new Map<string, readonly string[]>();
  for (const column of columns) {
    const [head = '', ...rest] = column.split('.');
    const nested = tree.get(head) ?? [];
    tree.set(head, rest.length > 0 ? [...nested, rest.join('.')] : nested);
  }
  const entries = [...tree].filter(([name]) => Object.hasOwn(row, name));
  // Only names of the row were kept; who chose some knows which.
  return Object.fromEntries(
    entries.map(([name, nested]) => [name, pickNested((row as Record<string, unknown>)[name], nested)]),
  ) as T;
}

function pickNested(value: unknown, columns: readonly string[]): unknown {
  if (columns.length === 0 || value === null || typeof value !== 'object') return value;
  return Array.isArray(value) ? value.map((item) => pickNested(item, columns)) : pickColumns(value, columns);
}

/** A column's name as people read it: `slice_name` is `Slice Name`. */
export function toLabel(name: string): string {
  return name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
