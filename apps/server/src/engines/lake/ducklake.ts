import { quoteName, quoteText } from '../duckdb/inspection.ts';
import type { DuckColumn, DuckFile, DuckTable, InlinedRows } from './ducklake-catalog.ts';
import { assertIds, toList } from './file-lists.ts';
import type { LakeTable } from './grouping.ts';
import { hasNoColumns, type LakeObject, maxFilesOfTable, notRead } from './source.ts';
import type { ViewTools } from './view-tools.ts';

const types: Readonly<Record<string, string>> = {
  ...{ boolean: 'BOOLEAN', int8: 'TINYINT', int16: 'SMALLINT', int32: 'INTEGER', int64: 'BIGINT', int128: 'HUGEINT' },
  ...{ uint8: 'UTINYINT', uint16: 'USMALLINT', uint32: 'UINTEGER', uint64: 'UBIGINT', uint128: 'UHUGEINT' },
  ...{ float32: 'FLOAT', float64: 'DOUBLE', date: 'DATE', time: 'TIME', timetz: 'TIMETZ', interval: 'INTERVAL' },
  ...{ timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMPTZ', timestamp_s: 'TIMESTAMP_S', timestamp_ms: 'TIMESTAMP_MS' },
  ...{ timestamp_ns: 'TIMESTAMP_NS', varchar: 'VARCHAR', blob: 'BLOB', json: 'JSON', uuid: 'UUID' },
};
const fileColumn = '__powerset_file';

interface Shown {
  readonly column: DuckColumn;
  readonly type: string;
}

/** The rows of a table of a DuckLake at the last snapshot of its catalog. */
export async function readDuckLake(table: LakeTable, tools: ViewTools): Promise<string> {
  const { described } = table;
  if (!described) throw notRead(table.table, 'a catalog that cannot be read');
  if (described.problem !== null) throw notRead(table.table, described.problem);
  const shown = shownColumns(described, table);
  if (shown.length === 0) throw hasNoColumns(table.table);
  const inlined = described.inlined.flatMap((rows) => inlinedSelect(rows, shown));
  const stored = await storedSelect(described, shown, { table, tools });
  const parts = [...stored, ...inlined];
  return parts.length > 0 ? parts.join(' UNION ALL ') : emptySelect(shown);
}

function shownColumns({ columns }: DuckTable, { table }: LakeTable): readonly Shown[] {
  const live = columns.filter(({ end, parent }) => end === null && parent === null);
  return live.map((column) => ({ column, type: typeOf(column, columns, table) }));
}

/** Parts of columns are found by their names: one that came later, or was ever called otherwise, would be empty without a word. */
function typeOf(column: DuckColumn, all: readonly DuckColumn[], table: string): string {
  const { type } = column;
  const decimal = /^decimal\((\d{1,2}), ?(\d{1,2})\)$/.exec(type);
  if (decimal) return `DECIMAL(${decimal[1]}, ${decimal[2]})`;
  const known = Object.hasOwn(types, type) ? types[type] : undefined;
  if (known !== undefined) return known;
  const parts = all.filter(({ parent }) => parent === column.id);
  const begun = Math.min(...all.filter(({ id }) => id === column.id).map(({ begin }) => begin));
  if (parts.some(({ begin, end }) => end !== null || begin !== begun)) throw notRead(table, 'changed columns of parts');
  const [first, second] = parts.map((part) => typeOf(part, all, table));
  if (type === 'list' && parts.length === 1) return `${first}[]`;
  if (type === 'map' && parts.length === 2) return `MAP(${first}, ${second})`;
  if (type === 'struct' && parts.length > 0)
    return `STRUCT(${parts.map((part) => `${quoteName(part.name)} ${typeOf(part, all, table)}`).join(', ')})`;
  throw notRead(table, `the type ${type}`);
}

interface Place {
  readonly table: LakeTable;
  readonly tools: ViewTools;
}

async function storedSelect(
  { files, deletions, deleted }: DuckTable,
  shown: readonly Shown[],
  { table, tools }: Place,
): Promise<readonly string[]> {
  const problem = [...files, ...deletions].find((file) => file.problem !== null)?.problem;
  if (problem) throw notRead(table.table, problem);
  if (files.length > maxFilesOfTable) throw notRead(table.table, `more than ${maxFilesOfTable} files`);
  if (files.length === 0) return [];
  const paths = await tools.bring(files.map(toObject));
  const list = toList(paths);
  await assertIds(list, table, tools);
  const names = shown.map(({ column }) => `d.${quoteName(column.name)}`).join(', ');
  const options = `schema = ${schemaOption(shown)}, filename = '${fileColumn}', file_row_number = true`;
  const pathOf = new Map(files.map(({ id }, at) => [id, paths[at] ?? '']));
  const conditions = [...(await fileDeletions(deletions, pathOf, tools)), ...rowDeletions(deleted, pathOf)];
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  return [`SELECT ${names} FROM read_parquet(${list}, ${options}) d${where}`];
}

async function fileDeletions(
  deletions: readonly DuckFile[],
  pathOf: ReadonlyMap<number, string>,
  tools: ViewTools,
): Promise<readonly string[]> {
  if (deletions.length === 0) return [];
  const paths = await tools.bring(deletions.map(toObject));
  const named = deletions.map(({ id }, at) => `(${quoteText(paths[at] ?? '')}, ${quoteText(pathOf.get(id) ?? '')})`);
  return [
    `NOT EXISTS (SELECT 1 FROM read_parquet(${toList(paths)}, union_by_name = true, hive_partitioning = false, filename = '${fileColumn}') x
      JOIN (VALUES ${named.join(', ')}) n(deletion, file) ON n.deletion = x.${fileColumn}
      WHERE n.file = d.${fileColumn} AND x.pos = d.file_row_number)`,
  ];
}

function rowDeletions(deleted: DuckTable['deleted'], pathOf: ReadonlyMap<number, string>): readonly string[] {
  // Of files that count no more, nothing has to be left out.
  const rows = deleted.flatMap(([file, row]) =>
    pathOf.has(file) ? [`(${quoteText(pathOf.get(file) ?? '')}, ${row})`] : [],
  );
  if (rows.length === 0) return [];
  return [
    `NOT EXISTS (SELECT 1 FROM (VALUES ${rows.join(', ')}) n(file, pos) WHERE n.file = d.${fileColumn} AND n.pos = d.file_row_number)`,
  ];
}

/** Columns are found by their ids; one that a file does not have yet has the value that it was added with. */
function schemaOption(shown: readonly Shown[]): string {
  const columns = shown.map(({ column: { id, name, initialDefault }, type }) => {
    const usual = initialDefault === null ? 'NULL' : quoteText(initialDefault);
    return `${id}: {name: ${quoteText(name)}, type: ${quoteText(type)}, default_value: CAST(${usual} AS VARCHAR)}`;
  });
  return `MAP {${columns.join(', ')}}`;
}

function inlinedSelect({ columns, rows }: InlinedRows, shown: readonly Shown[]): readonly string[] {
  if (rows.length === 0) return [];
  const values = rows.map((row) => `(${row.map((value) => (value === null ? 'NULL' : quoteText(value))).join(', ')})`);
  const selected = shown.map(({ column, type }) => {
    const at = columns.indexOf(column.id);
    const usual = column.initialDefault === null ? 'NULL' : quoteText(column.initialDefault);
    return `CAST(${at < 0 ? usual : `v.c${at}`} AS ${type}) AS ${quoteName(column.name)}`;
  });
  const names = columns.map((_, at) => `c${at}`).join(', ');
  return [`SELECT ${selected.join(', ')} FROM (VALUES ${values.join(', ')}) v(${names})`];
}

function emptySelect(shown: readonly Shown[]): string {
  return `SELECT ${shown.map(({ column, type }) => `CAST(NULL AS ${type}) AS ${quoteName(column.name)}`).join(', ')} WHERE false`;
}

function toObject({ path }: DuckFile): LakeObject {
  return { path, bytes: 0, version: '' };
}
