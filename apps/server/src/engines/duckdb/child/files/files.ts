import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type {
  ConvertArguments,
  ConvertReply,
  FileColumn,
  FileReading,
  PreviewArguments,
  PreviewColumn,
  PreviewReply,
} from '../../../files/file-options.ts';
import { toNativeType } from '../columns.ts';
import { sendRows } from '../run.ts';
import { type Task, TaskFailure } from '../tasks.ts';
import { type ColumnCast, castsOf, isEpoch } from './casts.ts';
import { detectTypes } from './detect-types.ts';
import { findMissingWords } from './missing-words.ts';
import { openRejects } from './rejects.ts';
import { csvSql, openSource, quoteName, quoteText, type Source } from './sources.ts';
import { uploadFailure } from './upload-failure.ts';

export interface FileContext {
  readonly connection: DuckDBConnection;
  readonly task: Task;
  readonly stagingFolder: string;
}

const previewRows = 100;
const sampledRows = 20_000;

/** Looks into a file: columns, types, the first rows (sent as batches), and what of its beginning cannot be read. */
export async function previewFile(context: FileContext, request: PreviewArguments): Promise<PreviewReply> {
  const source = await openSource(request, context.stagingFolder);
  try {
    return await explained(() =>
      source.shape ? previewCsv(context, source, request) : previewTable(context, source, request),
    );
  } finally {
    await source.remove();
  }
}

async function previewCsv(context: FileContext, source: Source, request: PreviewArguments): Promise<PreviewReply> {
  const { connection, task } = context;
  const shape = source.shape!;
  const sample = quoteName(`sample_${randomUUID()}`);
  const rows = shape.names.length > 100 ? 1000 : sampledRows;
  const columns = textColumns(shape.names);
  const extra = ['ignore_errors = true', ...nullOptions(request)];
  const lenient = csvSql({ file: source.path, shape, columns, extra });
  try {
    // Lines with too few or too many values are left out by the load, so they say nothing about types.
    await task.on(connection, () => connection.run(`CREATE TEMP TABLE ${sample} AS FROM ${lenient} LIMIT ${rows}`));
    const detected = await task.on(connection, () =>
      detectTypes(connection, { table: sample, names: shape.names, decimalMark: request.decimalMark }),
    );
    const texts = detected.columns.filter((column) => column.detectedType === 'VARCHAR').map(({ name }) => name);
    const missingWords = await task.on(connection, () => findMissingWords(connection, sample, texts));
    const reading = { ...request, dateFormat: request.dateFormat ?? detected.dateFormat ?? undefined };
    const problems = await readTyped(context, source, { columns: toChosen(detected.columns, request), reading, rows });
    const dateFormat = reading.dateFormat ?? null;
    return { ...factsOf(source), ...problems, columns: detected.columns, missingWords, dateFormat };
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${sample}`).catch(() => undefined);
  }
}

/** The columns as they would be loaded: detected, unless another type was chosen. */
function toChosen(columns: readonly PreviewColumn[], { chosenTypes = [] }: PreviewArguments): readonly FileColumn[] {
  const chosen = new Map(chosenTypes);
  return columns.map(({ name, detectedType }) => ({
    source: name,
    name,
    type: chosen.get(name) ?? detectedType,
    detectedType,
  }));
}

interface TypedReading {
  readonly columns: readonly FileColumn[];
  readonly reading: FileReading;
  readonly rows: number;
}

async function readTyped(context: FileContext, source: Source, { columns, reading, rows }: TypedReading) {
  const { connection, task } = context;
  const rejects = openRejects(connection);
  const { sql, list } = await typedSql(context, source, { columns, reading, rejectOptions: rejects.options });
  const name = quoteName(`typed_${randomUUID()}`);
  try {
    await task.on(connection, () =>
      connection.run(`CREATE TEMP TABLE ${name} AS SELECT ${list.join(', ')} FROM ${sql} LIMIT ${rows}`),
    );
    const { rejected, rejectedCount } = await rejects.read();
    await sendRows(connection, task, { sql: `FROM ${name}`, maxRows: previewRows, isExact: true, isWrapped: true });
    return { rejected, rejectedCount };
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${name}`).catch(() => undefined);
    await rejects.drop();
  }
}

interface TypedSource {
  /** The chosen columns; the others are read as text, so that they reject nothing. */
  readonly columns: readonly FileColumn[];
  readonly reading: FileReading;
  readonly rejectOptions: readonly string[];
}

/** A file of separated values as a table of its chosen columns in their types. */
async function typedSql({ connection, task }: FileContext, { path, shape }: Source, typed: TypedSource) {
  const casts = typed.columns.map((column): ColumnCast => {
    const from = column.detectedType ?? column.type;
    return { ...column, from: isEpoch({ type: column.type, from }) ? from : column.type };
  });
  const readAs = new Map(casts.map((column) => [column.source, column.from]));
  const columns = shape!.names.map((name) => ({ source: name, name, type: readAs.get(name) ?? 'VARCHAR' }));
  const file = { file: path, shape: shape!, columns };
  const options = formatOptions(typed.reading);
  const lenient = csvSql({ ...file, extra: [...options, 'ignore_errors = true'] });
  const values = await task.on(connection, () => castsOf(connection, lenient, casts));
  return {
    sql: csvSql({ ...file, extra: [...options, ...typed.rejectOptions] }),
    list: casts.map(({ name }, index) => `${values[index]} AS ${quoteName(name)}`),
  };
}

async function previewTable(
  { connection, task }: FileContext,
  source: Source,
  request: PreviewArguments,
): Promise<PreviewReply> {
  const { found, wholeNumbers, count } = await task.on(connection, async () => {
    const found = await describe(connection, source.sql);
    return { found, ...(await countWholeNumbers(connection, source, found)) };
  });
  const columns = found.map(({ name, type }) => ({ name, detectedType: wholeNumbers.has(name) ? 'BIGINT' : type }));
  const casts = toCasts(toChosen(columns, request), found);
  const { list, rejected } = await task.on(connection, () => castTable(connection, source, casts));
  await sendRows(connection, task, {
    sql: `SELECT ${list.join(', ')} FROM ${source.sql}`,
    maxRows: previewRows,
    isExact: true,
    isWrapped: true,
  });
  return {
    ...factsOf(source),
    columns,
    rejected,
    rejectedCount: rejected.length,
    rowEstimate: count,
    missingWords: [],
    dateFormat: null,
  };
}

function toCasts(columns: readonly FileColumn[], found: readonly FoundColumn[]): readonly ColumnCast[] {
  const types = new Map(found.map(({ name, type }) => [name, type]));
  return columns.map((column) => ({ ...column, from: types.get(column.source)! }));
}

/** The columns of a file that has types of its own, each as it was chosen, and what does not fit. */
async function castTable(connection: DuckDBConnection, source: Source, columns: readonly ColumnCast[]) {
  const values = await castsOf(connection, source.sql, columns);
  const list = columns.map(({ name }, index) => `${values[index]} AS ${quoteName(name)}`);
  const changed = columns
    .map((column, index) => ({ column, value: values[index]! }))
    // Values of the detected type fit: that is how it was detected.
    .filter(({ column }) => column.from !== column.type && column.type !== column.detectedType);
  return { list, rejected: await countUncast(connection, source, changed) };
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

function nullOptions({ nullTexts = [] }: FileReading): string[] {
  return nullTexts.length === 0 ? [] : [`nullstr = [${['', ...nullTexts].map(quoteText).join(', ')}]`];
}

function formatOptions(reading: FileReading): string[] {
  const { dateFormat, timestampFormat, decimalMark } = reading;
  return [
    ...nullOptions(reading),
    ...(decimalMark === ',' ? [`decimal_separator = ','`, `thousands = '.'`] : []),
    ...(dateFormat ? [`dateformat = ${quoteText(dateFormat)}`] : []),
    ...(timestampFormat ? [`timestampformat = ${quoteText(timestampFormat)}`] : []),
  ];
}

/** Writes a file's chosen columns, in their chosen types, as Parquet. Lines that do not fit are told, not lost quietly. */
export async function convertFile(context: FileContext, request: ConvertArguments): Promise<ConvertReply> {
  const source = await openSource(request, context.stagingFolder);
  try {
    return await explained(() =>
      source.shape ? convertCsv(context, source, request) : convertTable(context, source, request),
    );
  } catch (error) {
    await rm(request.target, { force: true });
    throw error;
  } finally {
    await source.remove();
  }
}

async function convertCsv(context: FileContext, source: Source, request: ConvertArguments): Promise<ConvertReply> {
  const { connection, task } = context;
  const shape = source.shape!;
  const unknown = request.columns.find((column) => !shape.names.includes(column.source));
  if (unknown) throw uploadFailure(`The file has no column "${unknown.source}".`);
  const rejects = openRejects(connection);
  const typed = { columns: request.columns, reading: request, rejectOptions: rejects.options };
  const { sql, list } = await typedSql(context, source, typed);
  try {
    const rowCount = await writeParquet({
      connection,
      task,
      select: `SELECT ${list.join(', ')} FROM ${sql}`,
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
    if (rejectedCount > 0 && request.rejectsTarget) await rejects.write(request.rejectsTarget, request.defusesFormulas);
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
  { connection, task }: FileContext,
  source: Source,
  request: ConvertArguments,
): Promise<ConvertReply> {
  const found = await task.on(connection, () => describe(connection, source.sql));
  const unknown = request.columns.find((column) => !found.some(({ name }) => name === column.source));
  if (unknown) throw uploadFailure(`The file has no column "${unknown.source}".`);
  const casts = toCasts(request.columns, found);
  const { list, rejected } = await task.on(connection, () => castTable(connection, source, casts));
  const rowCount = await writeParquet({
    connection,
    task,
    select: `SELECT ${list.join(', ')} FROM ${source.sql}`,
    target: request.target,
  });
  return { rowCount, rejected, rejectedCount: rejected.length };
}

/** Values that do not fit their chosen type become empty; the columns in which that happened are told. */
async function countUncast(
  connection: DuckDBConnection,
  source: Source,
  columns: readonly { readonly column: ColumnCast; readonly value: string }[],
): Promise<ConvertReply['rejected']> {
  const told: { line: number; column: string; message: string; text: string }[] = [];
  for (const { column, value: cast } of columns) {
    const name = quoteName(column.source);
    const reader = await connection.runAndReadAll(
      `SELECT count(*), min(row), arg_min(value, row) FROM (SELECT row_number() OVER () AS row, ${name}::VARCHAR AS value, ${cast} AS result, ${name} AS original
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
