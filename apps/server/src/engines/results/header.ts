import type { ResultTable } from '@powerset/contract';
import { catalogOf, quoteText, type ResultHeader } from './result-sql.ts';
import { valueKind } from './value-kinds.ts';

/** Lists end in brackets; other types begin with their word. */
const typeWordSql = `CASE WHEN ends_with(data_type, ']') THEN 'LIST' ELSE regexp_extract(data_type, '^\\w+') END`;

/** Opens the file of a result, and reads what it says of itself. */
export function attachSql(resultId: string, file: string): string {
  return `ATTACH IF NOT EXISTS ${quoteText(file)} AS ${catalogOf(resultId)} (READ_ONLY);
    SELECT header, (SELECT to_json(list(${typeWordSql} ORDER BY column_index))::VARCHAR
    FROM duckdb_columns() WHERE database_name = ${quoteText(`result_${resultId}`)} AND table_name = 'result')
    FROM ${catalogOf(resultId)}.header`;
}

export function toHeader(table: ResultTable): ResultHeader {
  // Our own child wrote this text.
  const written = JSON.parse(String(table.columns[0]!.values[0])) as Omit<ResultHeader, 'kinds'>;
  // So did the engine this one.
  const types = JSON.parse(String(table.columns[1]!.values[0] ?? '[]')) as readonly string[];
  const kinds = written.columns.map(({ nativeType }, index) => valueKind(types[index] ?? '', nativeType));
  return { ...written, kinds };
}
