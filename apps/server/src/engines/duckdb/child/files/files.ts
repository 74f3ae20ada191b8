import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type {
  ConvertArguments,
  ConvertReply,
  FileColumn,
  FileReading,
  PreviewArguments,
  PreviewReply,
} from '../../../files/file-options.ts';
import { toNativeType } from '../columns.ts';
import { sendRows } from '../run.ts';
import { type Task, TaskFailure } from '../tasks.ts';
import { detectTypes } from './detect-types.ts';
import { openRejects } from './rejects.ts';
import { csvSql, openSource, quoteName, quoteText, type Source } from './sources.ts';
import { uploadFailure } from './upload-failure.ts';

export interface FileDesk {
  readonly connection: DuckDBConnection;
  readonly task: Task;
  readonly stagingFolder: string;
}

const previewRows = 100;
const sampledRows = 20_000;

/** Looks into a file: columns, types, the first rows (sent as batches), and what of its beginning cannot be read. */
export async function previewFile(desk: FileDesk, request: PreviewArguments): Promise<PreviewReply> {
  const source = await openSource(request, desk.stagingFolder);
  try {
    return await explained(() => (source.shape ? previewCsv(desk, source, request) : previewTable(desk, source)));
  } finally {
    await source.remove();
  }
}

async function previewCsv(desk: FileDesk, source: Source, request: PreviewArguments): Promise<PreviewReply> {
  const { connection, task } = desk;
  const shape = source.shape!;
  const sample = quoteName(`sample_${randomUUID()}`);
  const rows = shape.names.length > 100 ? 1000 : sampledRows;
  const columns = textColumns(shape.names);
  const lenient = csvSql({ file: source.path, shape, columns, extra: ['ignore_errors = true'] });
  try {
    // Lines with too few or too many values are left out by the load, so they say nothing about types.
    await task.on(connection, () => connection.run(`CREATE TEMP TABLE ${sample} AS FROM ${lenient} LIMIT ${rows}`));
    const detected = await task.on(connection, () => detectTypes(connection, sample, shape.names));
    const typed = detected.columns.map(({ name, detectedType }) => ({ source: name, name, type: detectedType }));
    const reading = {
      dateFormat: request.dateFormat ?? detected.dateFormat ?? undefined,
      timestampFormat: request.timestampFormat,
    };
    const problems = await readTyped(desk, source, { columns: typed, reading, rows });
    return { ...factsOf(source), ...problems, columns: detected.columns, dateFormat: reading.dateFormat ?? null };
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${sample}`).catch(() => undefined);
  }
}

interface TypedReading {
  readonly columns: readonly FileColumn[];
  readonly reading: FileReading;
  readonly rows: number;
}

async function readTyped({ connection, task }: FileDesk, source: Source, { columns, reading, rows }: TypedReading) {
  const rejects = openRejects(connection);
  const typed = csvSql({
    file: source.path,
    shape: source.shape!,
    columns,
    extra: [...formatOptions(reading), ...rejects.options],
  });
  const name = quoteName(`typed_${randomUUID()}`);
  try {
    await task.on(connection, () => connection.run(`CREATE TEMP TABLE ${name} AS FROM ${typed} LIMIT ${rows}`));
    const { rejected, rejectedCount } = await rejects.read();
    await sendRows(connection, task, { sql: `FROM ${name}`, maxRows: previewRows, isExact: true, isWrapped: true });
    return { rejected, rejectedCount };
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${name}`).catch(() => undefined);
    await rejects.drop();
  }
}

async function previewTable({ connection, task }: FileDesk, source: Source): Promise<PreviewReply> {
  const { found, wholeNumbers, count } = await task.on(connection, async () => {
    const found = await describe(connection, source.sql);
    return { found, ...(await countWholeNumbers(connection, source, found)) };
  });
  const columns = found.map(({ name, type }) => ({ name, detectedType: wholeNumbers.has(name) ? 'BIGINT' : type }));
  const list = columns.map(({ name, detectedType }, index) =>
    detectedType === found[index]?.type ? quoteName(name) : `${quoteName(name)}::${detectedType} AS ${quoteName(name)}`,
  );
  await sendRows(connection, task, {
    sql: `SELECT ${list.join(', ')} FROM ${source.sql}`,
    maxRows: previewRows,
    isExact: true,
    isWrapped: true,
  });
  return { ...factsOf(source), columns, rejected: [], rejectedCount: 0, rowEstimate: count, dateFormat: null };
}

interface FoundColumn {
  readonly name: string;
  readonly type: string;
}

async function describe(connection: DuckDBConnection, sql: string): Promise<readonly FoundColumn[]> {
  const result = await connection.run(`SELECT * FROM ${sql} LIMIT 0`);
  const types = result.columnTypes();
  return result.columnNames().map((name, index) => ({ name, type: toNativeType(types[index]!) }));
}

/**
 * The rows of a file, and those columns of JSON that hold whole numbers although they were read as another type:
 * writers of JSON put 369.0 for 369, and DuckDB 1.5 makes HUGEINT of columns with large and negative numbers.
 */
async function countWholeNumbers(
  connection: DuckDBConnection,
  { format, sql }: Source,
  found: readonly FoundColumn[],
): Promise<{ readonly wholeNumbers: ReadonlySet<string>; readonly count: number }> {
  const asked = format === 'json' ? found.filter(({ type }) => /^(DOUBLE|U?HUGEINT|UBIGINT)$/.test(type)) : [];
  const checks = asked.map(({ name, type }) => {
    const column = quoteName(name);
    const isWhole = type === 'DOUBLE' ? `trunc(${column}) = ${column} AND abs(${column}) <= 9007199254740991` : 'true';
    return `bool_and(${isWhole} AND TRY_CAST(${column} AS BIGINT) IS NOT NULL) FILTER (WHERE ${column} IS NOT NULL)`;
  });
  const reader = await connection.runAndReadAll(`SELECT ${['count(*)', ...checks].join(', ')} FROM ${sql}`);
  const [count, ...answers] = reader.getRows()[0] ?? [];
  const names = asked.filter((_, index) => answers[index] === true).map(({ name }) => name);
  return { wholeNumbers: new Set(names), count: Number(count ?? 0) };
}

function factsOf({ shape, encoding, isCompressed, bytes, sheets = [] }: Source) {
  return {
    rowEstimate: shape ? Math.max(0, Math.round(bytes / shape.lineBytes) - (shape.hasHeader ? 1 : 0)) : null,
    encoding,
    delimiter: shape?.delimiter ?? null,
    hasHeader: shape?.hasHeader ?? null,
    isCompressed,
    sheets,
  };
}

function textColumns(names: readonly string[]): FileColumn[] {
  return names.map((name) => ({ source: name, name, type: 'VARCHAR' }));
}

function formatOptions({ dateFormat, timestampFormat }: FileReading): string[] {
  return [
    ...(dateFormat ? [`dateformat = ${quoteText(dateFormat)}`] : []),
    ...(timestampFormat ? [`timestampformat = ${quoteText(timestampFormat)}`] : []),
  ];
}

/** Writes a file's chosen columns, in their chosen types, as Parquet. Lines that do not fit are told, not lost quietly. */
export async function convertFile(desk: FileDesk, request: ConvertArguments): Promise<ConvertReply> {
  const source = await openSource(request, desk.stagingFolder);
  try {
    return await explained(() =>
      source.shape ? convertCsv(desk, source, request) : convertTable(desk, source, request),
    );
  } catch (error) {
    await rm(request.target, { force: true });
    throw error;
  } finally {
    await source.remove();
  }
}

async function convertCsv(
  { connection, task }: FileDesk,
  source: Source,
  request: ConvertArguments,
): Promise<ConvertReply> {
  const shape = source.shape!;
  const chosen = new Map(request.columns.map((column) => [column.source, column]));
  const unknown = request.columns.find((column) => !shape.names.includes(column.source));
  if (unknown) throw uploadFailure(`The file has no column "${unknown.source}".`);
  // Columns that were left out are read as text, so that they reject nothing.
  const read = shape.names.map((name) => chosen.get(name) ?? { source: name, name, type: 'VARCHAR' });
  const rejects = openRejects(connection);
  const typed = csvSql({
    file: source.path,
    shape,
    columns: read,
    extra: [...formatOptions(request), ...rejects.options],
  });
  const list = request.columns.map((column) => `${quoteName(column.source)} AS ${quoteName(column.name)}`).join(', ');
  try {
    const rowCount = await writeParquet({
      connection,
      task,
      select: `SELECT ${list} FROM ${typed}`,
      target: request.target,
    });
    const { rejected, rejectedCount, unclosedLine } = await rejects.read();
    if (unclosedLine !== null)
      throw uploadFailure(
        `The quote that opens in line ${unclosedLine} is never closed, so the rest of the file cannot be read.`,
        unclosedLine,
      );
    if (rowCount === 0 && rejectedCount > 0) {
      const first = rejected[0]!;
      throw uploadFailure(`No line could be read. Line ${first.line}: ${first.message}.`, first.line);
    }
    if (rejectedCount > 0 && request.rejectsTarget) await rejects.write(request.rejectsTarget);
    return { rowCount, rejected, rejectedCount };
  } finally {
    await rejects.drop();
  }
}

interface ParquetCopy {
  readonly connection: DuckDBConnection;
  readonly task: Task;
  readonly select: string;
  readonly target: string;
}

async function writeParquet({ connection, task, select, target }: ParquetCopy): Promise<number> {
  const reader = await task.on(connection, () =>
    connection.runAndReadAll(`COPY (${select}) TO ${quoteText(target)} (FORMAT parquet, COMPRESSION snappy)`),
  );
  return Number(reader.getRows()[0]![0]);
}

async function convertTable(
  { connection, task }: FileDesk,
  source: Source,
  request: ConvertArguments,
): Promise<ConvertReply> {
  const found = await task.on(connection, () => describe(connection, source.sql));
  const types = new Map(found.map(({ name, type }) => [name, type]));
  const unknown = request.columns.find((column) => !types.has(column.source));
  if (unknown) throw uploadFailure(`The file has no column "${unknown.source}".`);
  const list = request.columns.map(
    (column) => `${castSql(column, types.get(column.source)!)} AS ${quoteName(column.name)}`,
  );
  const rowCount = await writeParquet({
    connection,
    task,
    select: `SELECT ${list.join(', ')} FROM ${source.sql}`,
    target: request.target,
  });
  const changed = request.columns.filter((column) => column.type !== types.get(column.source));
  const rejected = await task.on(connection, () =>
    countUncast(
      connection,
      source,
      changed.map((column) => ({ ...column, from: types.get(column.source)! })),
    ),
  );
  return { rowCount, rejected, rejectedCount: rejected.length };
}

/** Seconds or milliseconds since 1970 become times when a number column is read as one. */
function castSql({ source, type }: FileColumn, from: string): string {
  const name = quoteName(source);
  if (from === type) return name;
  if ((type === 'TIMESTAMP' || type === 'DATE') && /INT$|^INTEGER$|^DOUBLE$|^DECIMAL/.test(from)) {
    const milliseconds = `(CASE WHEN abs(${name}) < 100000000000 THEN ${name} * 1000 ELSE ${name} END)::BIGINT`;
    return `epoch_ms(${milliseconds})::${type}`;
  }
  return `TRY_CAST(${name} AS ${checkedType(type)})`;
}

/** A type reaches DuckDB as SQL, so it must look like one. */
export function checkedType(type: string): string {
  if (/^[A-Z][A-Z_ ]*(\(\d{1,2}(,\s?\d{1,2})?\))?$/.test(type)) return type;
  throw uploadFailure(`"${type}" is not a type that can be chosen.`);
}

/** Values that do not fit their chosen type become empty; the columns in which that happened are told. */
async function countUncast(
  connection: DuckDBConnection,
  source: Source,
  columns: readonly (FileColumn & { readonly from: string })[],
): Promise<ConvertReply['rejected']> {
  const told: { line: number; column: string; message: string; text: string }[] = [];
  for (const column of columns) {
    const name = quoteName(column.source);
    const reader = await connection.runAndReadAll(
      `SELECT count(*), min(row), arg_min(value, row) FROM (SELECT row_number() OVER () AS row, ${name}::VARCHAR AS value, ${castSql(column, column.from)} AS result, ${name} AS original
       FROM ${source.sql}) WHERE original IS NOT NULL AND result IS NULL`,
    );
    const [count, line, value] = reader.getRows()[0]!;
    if (Number(count) === 0) continue;
    told.push({
      line: Number(line),
      column: column.source,
      message: `${Number(count)} values are not a ${column.type} and were left empty`,
      text: String(value).slice(0, 300),
    });
  }
  return told;
}

/** DuckDB's words about a file, without its advice on parameters that nobody here can set. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TaskFailure || !(error instanceof Error)) throw error;
    const line = /CSV Error on Line: (\d+)/.exec(error.message)?.[1];
    const text = error.message
      .replace(/^[A-Za-z ]+ Error: /, '')
      .split('\n')
      .filter(
        (part) =>
          part.trim() !== '' &&
          !/^(CSV Error on Line|Original Line|Possible (fix|Solution)|\s+\w+ = |LINE \d)/.test(part),
      )
      .slice(0, 2)
      .join(' ')
      .replaceAll(/"?\/[^\s"]*staged-[^\s"]*"?/g, 'the file')
      .slice(0, 400);
    throw uploadFailure(text === '' ? 'The file cannot be read.' : text, line ? Number(line) : null);
  }
}
