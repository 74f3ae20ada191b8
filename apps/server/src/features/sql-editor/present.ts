import {
  genericTypeCodes,
  type ResultTable,
  type WireExecution,
  type WireQueryColumn,
  type WireQueryRun,
} from '@powerset/contract';
import { openObject } from '../../json/index.ts';

interface ColumnFacts {
  readonly name: string;
  readonly type: keyof typeof genericTypeCodes;
  readonly nativeType: string;
}

export function toQueryColumns(columns: readonly ColumnFacts[]): readonly WireQueryColumn[] {
  return columns.map(({ name, type, nativeType }) => ({
    column_name: name,
    name,
    type: nativeType,
    is_dttm: type === 'temporal',
    type_generic: genericTypeCodes[type],
  }));
}

export interface ExecutionAnswer {
  readonly table: ResultTable;
  readonly query: WireQueryRun;
  /** The rows were kept by a run that has ended before. */
  readonly isCached: boolean;
  /** Fewer rows are in the answer than the run gave. */
  readonly isCut: boolean;
}

/**
 * The reference's answer of a run as JSON text. Written here because numbers must stay exact: integers beyond 2^53 and
 * decimals become number literals of as many digits as they have.
 */
export function toExecutionJson({ table, query, isCached, isCut }: ExecutionAnswer): string {
  const cachedAt = isCached && query.endDttm !== null ? new Date(query.endDttm).toISOString() : null;
  const columns = query.extra.columns ?? toQueryColumns(table.columns);
  const known: Omit<WireExecution, 'data'> = {
    status: query.state,
    columns,
    selected_columns: columns,
    expanded_columns: [],
    query,
    query_id: query.queryId,
    rowcount: query.rows,
    is_cached: isCached,
    cached_dttm: cachedAt,
    ...(isCut ? { displayLimitReached: true } : {}),
  };
  return `${openObject<WireExecution, 'data'>(known, 'data')}[${toRowTexts(table).join(',')}]}`;
}

function toRowTexts(table: ResultTable): readonly string[] {
  const columns = table.columns.map((column) => ({
    key: JSON.stringify(column.name),
    write: writers[column.type],
    values: column.values,
  }));
  return Array.from({ length: table.rowCount }, (_, row) => {
    const cells = columns.map(({ key, write, values }) => `${key}:${write(values[row])}`);
    return `{${cells.join(',')}}`;
  });
}

const numberLiteral = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function writeNumber(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'string' && numberLiteral.test(value)) return value;
  return JSON.stringify(value ?? null);
}

function writeTime(value: unknown): string {
  if (typeof value === 'number') return JSON.stringify(new Date(value).toISOString());
  if (typeof value === 'string') return JSON.stringify(value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:)/, '$1T$2'));
  return JSON.stringify(value ?? null);
}

function writeOther(value: unknown): string {
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value ?? null);
}

const writers: Readonly<Record<keyof typeof genericTypeCodes, (value: unknown) => string>> = {
  number: writeNumber,
  temporal: writeTime,
  string: writeOther,
  boolean: writeOther,
};
