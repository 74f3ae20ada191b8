import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CellQ,
  type ColumnDetailQ,
  type ColumnValuesQ,
  type CompareQ,
  type ResultTable,
  toWireTable,
  type WindowQ,
  type WireCell,
  type WireColumnDetail,
  type WireColumnValues,
  type WireComparison,
  type WireProfile,
} from '@powerset/contract';
import type {
  CellCut,
  Engine,
  ResultHeader,
  ResultSelection,
  ResultSource,
  ResultStore,
  StoredResult,
  StoreRequest,
  ValueKind,
} from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import { maxSheetRows, writeWorkbook } from './workbook.ts';

export interface ResultWindow {
  readonly table: ResultTable;
  readonly matchedRows: number;
  readonly cuts: readonly CellCut[];
}

export type ResultFormat = 'csv' | 'parquet' | 'arrow' | 'xlsx' | 'json';

export interface FileRequest {
  readonly format: ResultFormat;
  /** Which rows, and in which order. */
  readonly question: WindowQ;
}

export interface ResultFile {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

export type KeepRequest = Omit<StoreRequest, 'resultId' | 'firstRows'>;

/** Where results of the editor are kept, and read in windows. */
export interface EditorResults {
  /** Runs one authorised reading statement and keeps all its rows. */
  keep(engine: Engine, key: string, request: KeepRequest): Promise<StoredResult>;
  /** Keeps exact rows of a statement that wrote. */
  keepTable(key: string, table: ResultTable): Promise<{ readonly bytes: number }>;
  window(key: string, question: WindowQ): Promise<ResultWindow>;
  /** Its columns, and how many rows it has. */
  describe(key: string): Promise<ResultHeader>;
  /** One value, or a part of it. */
  cell(key: string, question: CellQ): Promise<WireCell>;
  /** How the rows differ from those of an earlier result. */
  compare(key: string, question: CompareQ, signal: AbortSignal): Promise<WireComparison>;
  /** The same as Arrow IPC bytes. */
  arrowWindow(key: string, question: WindowQ): Promise<Uint8Array>;
  profile(key: string, signal: AbortSignal): Promise<WireProfile>;
  /** One column over the rows of a selection. */
  column(key: string, question: ColumnDetailQ, signal: AbortSignal): Promise<WireColumnDetail>;
  values(key: string, question: ColumnValuesQ, signal: AbortSignal): Promise<WireColumnValues>;
  /** The rows of a selection as charts read them. */
  source(key: string, question: Pick<WindowQ, 'search' | 'filters'>): Promise<ResultSource>;
  /** Writes a file; the caller removes it. */
  exportFile(key: string, request: FileRequest, signal: AbortSignal): Promise<ResultFile>;
  /** Keeps it where all processes reach it, where there is such a place. */
  share(key: string, when: 'now' | 'soon', signal: AbortSignal): Promise<void>;
  /** Removes results that are old or together too big. */
  sweep(): Promise<void>;
}

export interface EditorResultsOptions {
  readonly store: ResultStore;
  readonly maxMb: number;
  readonly defusesFormulas: boolean;
  readonly now: () => Date;
  /** Is told why old results could not be removed. */
  readonly warn?: (error: unknown) => void;
}

/** Copies of results that were fetched take room too, in a process that makes none. */
const sweepAfterFetchMs = 60_000;
const keptMs = 30 * 86_400_000;

/** Values of a column that are offered at once. */
const listedValues = 100;
const defaultWindow = 1000;
/** A screen and a little more: what is shown while the rest still arrives. */
const firstRows = 250;

export function createEditorResults(options: EditorResultsOptions): EditorResults {
  const { store, maxMb, defusesFormulas, now, warn = () => undefined } = options;
  const sweep = async () => {
    await store.sweep({ maxAgeMs: keptMs, maxBytes: maxMb * 1024 * 1024, now: now() });
  };
  let sweptAt = Number.NEGATIVE_INFINITY;
  store.onFetch(() => {
    if (performance.now() - sweptAt < sweepAfterFetchMs) return;
    sweptAt = performance.now();
    sweep().catch(warn);
  });
  const toRequest = (key: string, question: WindowQ) => ({
    ...toSelection(question),
    resultId: key,
    offset: question.offset ?? 0,
    limit: question.limit ?? defaultWindow,
    cut: question.cut,
  });
  return {
    keep: (engine, key, request) => engine.storeResult({ ...request, resultId: key, firstRows }),
    keepTable: (key, table) => store.keepTable(key, table),
    window: async (key, question) => {
      const { table, rowCount, cuts } = await store.window(toRequest(key, question));
      return { table, matchedRows: rowCount, cuts };
    },
    describe: (key) => store.describe(key),
    cell: (key, question) => readCell(store, key, question),
    compare: (key, question, signal) => compare(store, { after: key, question, signal }),
    arrowWindow: (key, question) => store.windowAsArrow(toRequest(key, question)),
    profile: (key, signal) => store.profile(key, signal),
    column: (key, question, signal) =>
      store.column({ ...toSelection(question), resultId: key, column: question.column }, signal),
    values: (key, question, signal) => {
      const { column, find, limit = listedValues } = question;
      return store.values({ ...toSelection(question), resultId: key, column, find, limit }, signal);
    },
    source: (key, question) => store.source(key, toSelection(question)),
    exportFile: (key, { format, question }, signal) =>
      format === 'xlsx'
        ? exportWorkbook(store, { key, question, defusesFormulas })
        : store.exportResult({ resultId: key, format, selection: toSelection(question), signal }),
    share: (key, when, signal) => store.share(key, when, signal),
    sweep,
  };
}

/** A screen or two of text. */
const defaultPart = 100_000;

const wireKinds = {
  text: 'text',
  json: 'json',
  nested: 'json',
  binary: 'binary',
  hex: 'binary',
  plain: 'plain',
} as const satisfies Record<ValueKind, WireCell['kind']>;

async function readCell(store: ResultStore, key: string, question: CellQ): Promise<WireCell> {
  const { row, column: index, from = 0, length: part = defaultPart } = question;
  const request = { ...toSelection(question), resultId: key, row, column: index, from, length: part };
  const { column, kind, text, length } = await store.cell(request);
  const { name, type, nativeType } = column;
  return { name, type, nativeType, kind: wireKinds[kind], text, from, length };
}

const allKinds = ['added', 'gone', 'changed'] as const;
const comparedRows = 250;

interface Comparing {
  readonly after: string;
  readonly question: CompareQ;
  readonly signal: AbortSignal;
}

async function compare(store: ResultStore, { after, question, signal }: Comparing): Promise<WireComparison> {
  const { before, keys = [], kinds = allKinds, offset = 0, limit = comparedRows } = question;
  const found = await store.compare({ before, after, keys, kinds, offset, limit }, signal);
  return {
    ...found,
    columns: found.columns.map(({ name, isKey }) => ({ name, isKey })),
    offset,
    before: toWireTable(found.before),
    after: toWireTable(found.after),
  };
}

function toSelection({
  sort,
  filters,
  search,
}: Partial<Pick<WindowQ, 'sort' | 'filters' | 'search'>>): ResultSelection {
  return {
    ...(sort ? { sort: sort.map(({ column, descending }) => ({ column, isDescending: descending === true })) } : {}),
    ...(filters ? { filters } : {}),
    ...(search ? { search } : {}),
  };
}

const portionRows = 20_000;

interface WorkbookRequest {
  readonly key: string;
  readonly question: WindowQ;
  readonly defusesFormulas: boolean;
}

async function exportWorkbook(
  store: ResultStore,
  { key, question, defusesFormulas }: WorkbookRequest,
): Promise<ResultFile> {
  const { columns } = await store.describe(key);
  const selection = toSelection(question);
  const read = (offset: number, limit: number) => store.window({ ...selection, resultId: key, offset, limit });
  const { rowCount } = await read(0, 1);
  if (rowCount >= maxSheetRows)
    throw new AppError('UNPROCESSABLE_ERROR', {
      params: {
        message: `A sheet holds ${maxSheetRows - 1} rows, but the result has ${rowCount}. Filter it, or take CSV or Parquet.`,
      },
    });
  const folder = join(tmpdir(), 'powerset-exports');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}.xlsx`);
  const remove = () => rm(path, { force: true });
  async function* portions(): AsyncGenerator<ResultTable> {
    for (let offset = 0; offset < rowCount; offset += portionRows) yield (await read(offset, portionRows)).table;
  }
  try {
    await writeWorkbook({ path, columns, portions: portions(), defusesFormulas });
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}
