import type { ResultTable } from '@powerset/contract';
import type { ColumnHeader } from '../../packed/index.ts';
import { EngineError } from '../engine.ts';
import { type ValueKind, wholeTextSql } from './value-kinds.ts';

export interface ResultSort {
  readonly column: string;
  readonly isDescending: boolean;
}

export type ResultOperator =
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'contains'
  | 'starts with'
  | 'is null'
  | 'is not null'
  | 'in'
  | 'not in';

export interface ResultFilter {
  readonly column: string;
  readonly operator: ResultOperator;
  readonly value?: string | number | bigint | boolean | null;
  /** Of `in` and `not in`: values as their texts, NULL among them. */
  readonly values?: readonly (string | null)[];
}

/** Which rows of a stored result, and in which order. */
export interface ResultSelection {
  readonly sort?: readonly ResultSort[];
  readonly filters?: readonly ResultFilter[];
  /** Rows of which some column's text contains this. */
  readonly search?: string;
}

export interface ResultHeader {
  readonly columns: readonly ColumnHeader[];
  /** Of each column's values. */
  readonly kinds: readonly ValueKind[];
  readonly rowCount: number;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function isWhole({ sort = [], filters = [], search = '' }: ResultSelection): boolean {
  return sort.length === 0 && filters.length === 0 && search === '';
}

/** What a result's file is called where it is attached. */
export function catalogOf(resultId: string): string {
  return `"result_${resultId}"`;
}

export function gone(): EngineError {
  const message = 'Data could not be retrieved from the results backend. You need to re-run the original query.';
  return new EngineError({ code: 'RESULTS_BACKEND_ERROR', message });
}

/** Stored results number their columns. */
export function columnOf(
  header: ResultHeader,
  name: string,
): { readonly sql: string; readonly column: ColumnHeader; readonly kind: ValueKind } {
  const index = header.columns.findIndex((column) => column.name === name);
  if (index < 0)
    throw new EngineError({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `The result has no column "${name}".` });
  return { sql: `c${index}`, column: header.columns[index]!, kind: header.kinds[index] ?? 'plain' };
}

/** A column by its place. */
export function columnAt(header: ResultHeader, index: number) {
  const column = header.columns[index];
  const kind = header.kinds[index];
  if (column && kind) return { column, kind };
  throw new EngineError({
    code: 'COLUMN_DOES_NOT_EXIST_ERROR',
    message: `column: The result has ${header.columns.length} columns, and none at ${index}.`,
  });
}

export function whereSql(header: ResultHeader, selection: ResultSelection): string {
  const conditions = conditionsOf(header, selection);
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** What the rows of a selection have to meet. */
export function conditionsOf(header: ResultHeader, { filters = [], search = '' }: ResultSelection): readonly string[] {
  const conditions = filters.map((filter) => conditionSql(header, filter));
  if (search !== '') {
    const needle = quoteText(search.toLowerCase());
    const columns = header.columns.map((_, index) => `contains(lower(c${index}::VARCHAR), ${needle})`);
    conditions.push(`(${columns.join(' OR ')})`);
  }
  return conditions;
}

export function orderSql(header: ResultHeader, { sort = [] }: ResultSelection): string {
  const keys = sort.map(
    ({ column, isDescending }) => `${columnOf(header, column).sql} ${isDescending ? 'DESC' : 'ASC'} NULLS LAST`,
  );
  return `ORDER BY ${[...keys, 'rowid'].join(', ')}`;
}

function conditionSql(header: ResultHeader, filter: ResultFilter): string {
  const { sql: name, column, kind } = columnOf(header, filter.column);
  const { operator } = filter;
  // What is nested, and bytes, are compared as they are shown.
  const sql = kind === 'plain' || kind === 'text' ? name : wholeTextSql(kind, name);
  if (operator === 'is null') return `${sql} IS NULL`;
  if (operator === 'is not null') return `${sql} IS NOT NULL`;
  if (operator === 'in' || operator === 'not in') return listSql(wholeTextSql(kind, name), filter);
  const text = String(filter.value ?? '');
  if (operator === 'contains') return `contains(lower(${sql}::VARCHAR), ${quoteText(text.toLowerCase())})`;
  if (operator === 'starts with') return `starts_with(lower(${sql}::VARCHAR), ${quoteText(text.toLowerCase())})`;
  return `${sql} ${comparisonSql(operator)} ${literalSql(text, column)}`;
}

/** Values are told apart by their texts, in which they were offered. */
function listSql(text: string, { operator, values = [] }: ResultFilter): string {
  const texts = values.filter((value) => value !== null).map(quoteText);
  const isListed = texts.length === 0 ? 'false' : `coalesce(${text} IN (${texts.join(', ')}), false)`;
  const condition = values.includes(null) ? `(${isListed} OR ${text} IS NULL)` : isListed;
  return operator === 'in' ? condition : `NOT ${condition}`;
}

type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

function comparisonSql(operator: Comparison): string {
  return operator === '!=' ? 'IS DISTINCT FROM' : operator;
}

function literalSql(text: string, column: ColumnHeader): string {
  if (column.type !== 'number') return quoteText(text);
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim())) return text.trim();
  if (/^[+-]?(nan|inf|infinity)$/i.test(text.trim())) return `${quoteText(text.trim())}::DOUBLE`;
  throw new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `"${text}" is not a number, but the column "${column.name}" holds numbers.`,
  });
}

/** A place among rows, whatever number was asked for. */
export function toPosition(value: number): number {
  return Math.max(0, Math.min(Math.trunc(value) || 0, Number.MAX_SAFE_INTEGER / 4));
}

/** Stored columns under their names. */
export function rename(table: ResultTable, header: ResultHeader): ResultTable {
  return {
    ...table,
    columns: table.columns.map((column, index) => ({ ...header.columns[index]!, values: column.values })),
  };
}
