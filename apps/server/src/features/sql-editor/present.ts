import {
  genericTypeCodes,
  type ResultTable,
  type WireExecution,
  type WireQueryColumn,
  type WireQueryRun,
} from '@powerset/contract';
import { openObject } from '../../json/index.ts';
import { othersTurn } from '../../turns/index.ts';

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

/** Characters that are written at once: after these others have their turn. */
const stretch = 65_536;

/**
 * The reference's answer of a run as JSON text, piece by piece. Written here because numbers must stay exact: integers beyond 2^53
 * and decimals become number literals of as many digits as they have.
 */
export async function* toExecutionJson({
  table,
  query,
  isCached,
  isCut,
}: ExecutionAnswer): AsyncGenerator<string, void, undefined> {
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
  let text = `${openObject<WireExecution, 'data'>(known, 'data')}[`;
  let comma = '';
  for (const row of toRowTexts(table)) {
    text += comma + row;
    comma = ',';
    if (text.length < stretch) continue;
    yield text;
    text = '';
    await othersTurn();
  }
  yield `${text}]}`;
}

function* toRowTexts(table: ResultTable): Generator<string> {
  const columns = table.columns.map((column) => ({
    key: JSON.stringify(column.name),
    write: writers[column.type],
    values: column.values,
  }));
  for (let row = 0; row < table.rowCount; row += 1) {
    const cells = columns.map(({ key, write, values }) => `${key}:${write(values[row])}`);
    yield `{${cells.join(',')}}`;
  }
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
