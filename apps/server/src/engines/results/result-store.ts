import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ResultTable, WireColumnDetail, WireColumnValues, WireProfile } from '@powerset/contract';
import { withDeadline } from '../deadline.ts';
import { EngineError } from '../engine.ts';
import { FairQueue } from '../fair-queue.ts';
import { createResultSink } from '../remote/index.ts';
import { toArrowIpc } from './arrow.ts';
import { Attachments } from './attachments.ts';
import { type ColumnRows, detailColumn, readValues } from './column-detail.ts';
import { assertComparable, type ComparisonRequest, commonColumns, pairsSql } from './comparison.ts';
import { readComparison } from './comparison-rows.ts';
import { type ExportedFile, type ExportOptions, type ExportRequest, writeExport } from './export-file.ts';
import { attachSql, toHeader } from './header.ts';
import { keepTable } from './keep-table.ts';
import { applyCuts, planCuts } from './long-values.ts';
import { openWritten } from './open-file.ts';
import { profileResult } from './profile.ts';
import { readAgain } from './read-again.ts';
import type {
  CellRequest,
  ColumnRequest,
  ResultCell,
  ResultComparison,
  ResultWindow,
  ValuesRequest,
  WindowRequest,
} from './result-shapes.ts';
import { openSource, type ResultSource } from './result-source.ts';
import {
  catalogOf,
  columnAt,
  conditionsOf,
  gone,
  isWhole,
  orderSql,
  type ResultHeader,
  type ResultSelection,
  rename,
  toPosition,
  whereSql,
} from './result-sql.ts';
import { ResultViews, type Run } from './result-views.ts';
import type { SharedResults } from './shared-results.ts';
import { type SweepLimits, sweepResults } from './sweep.ts';
import { textLengthSql, textPartSql } from './value-kinds.ts';
import { refuseTooLong } from './whole-texts.ts';

/** Results that the SQL editor keeps: windows of them, sorted and filtered, profiles and exports. */
export interface ResultStore {
  /** Columns and number of rows; EngineError RESULTS_BACKEND_ERROR when the result is gone. */
  describe(resultId: string): Promise<ResultHeader>;
  window(request: WindowRequest): Promise<ResultWindow>;
  /** One value; EngineError when there is no such cell. */
  cell(request: CellRequest): Promise<ResultCell>;
  /** The same as Arrow IPC bytes, for large windows. */
  windowAsArrow(request: WindowRequest): Promise<Uint8Array>;
  /** How the rows of two results differ. */
  compare(request: ComparisonRequest, signal?: AbortSignal): Promise<ResultComparison>;
  profile(resultId: string, signal?: AbortSignal): Promise<WireProfile>;
  /** One column over the rows of a selection. */
  column(request: ColumnRequest, signal?: AbortSignal): Promise<WireColumnDetail>;
  /** Its most frequent values. */
  values(request: ValuesRequest, signal?: AbortSignal): Promise<WireColumnValues>;
  /** Keeps exact rows that came of a statement which cannot be run again. */
  keepTable(resultId: string, table: ResultTable): Promise<{ readonly bytes: number }>;
  /** The rows of a selection as charts read them. */
  source(resultId: string, selection?: ResultSelection): Promise<ResultSource>;
  exportResult(request: ExportRequest): Promise<ExportedFile>;
  deleteResult(resultId: string): Promise<void>;
  /** Removes what is too old, and the oldest while all together are too big. Returns how many went. */
  sweep(limits: SweepLimits): Promise<number>;
  /** Keeps a result where all processes reach it, at once or, after a moment at most, soon; does nothing where there is no such place. */
  share(resultId: string, when: 'now' | 'soon', signal?: AbortSignal): Promise<void>;
  /** Whether this process has the rows. */
  isHere(resultId: string): Promise<boolean>;
  /** Whether it has them, or could fetch them from there. */
  isAtHand(resultId: string): Promise<boolean>;
  /** Calls back, instead of whoever asked for it before, each time rows were fetched from there. */
  onFetch(listener: () => void): void;
}

export interface ResultStoreOptions extends ExportOptions {
  readonly resultsFolder: string;
  /** Where all processes reach results; null where each has its own. */
  readonly shared?: SharedResults | null;
}

/** How long all rows of a result may be looked at. */
const readingTimeoutMs = 60_000;
const attachedAtOnce = 16;
const chartsAtOnce = 2;
const idPattern = /^[A-Za-z0-9_-]{1,80}$/;

export function createResultStore(options: ResultStoreOptions): ResultStore {
  return new StoredResults(options);
}

/** Rows of a selection from one place in it to another. */
interface RowsAsked {
  readonly request: ResultSelection & { readonly resultId: string };
  readonly header: ResultHeader;
  readonly from: number;
  readonly to: number;
}

/** How they are asked for, and how many the whole selection has. */
interface SelectedRows {
  readonly select: (columns: string) => string;
  readonly count: number;
}

class StoredResults implements ResultStore {
  private readonly headers = new Map<string, ResultHeader>();
  private readonly attachments: Attachments;
  private readonly views: ResultViews;
  private readonly turns = new FairQueue(chartsAtOnce);
  private generation = -1;
  private tellOfFetch = () => {};

  constructor(private readonly options: ResultStoreOptions) {
    const detach = async (resultId: string) => {
      await options.fileEngine.runTrusted(`DETACH ${catalogOf(resultId)}`).catch(() => undefined);
    };
    this.attachments = new Attachments({ atOnce: attachedAtOnce, detach });
    this.views = new ResultViews((sql) => options.fileEngine.runTrusted(sql));
  }

  async describe(resultId: string): Promise<ResultHeader> {
    return this.readAgain([resultId], () => this.open(resultId));
  }

  async window(request: WindowRequest): Promise<ResultWindow> {
    return this.readAgain([request.resultId], () => this.readWindow(request));
  }

  private async readWindow(request: WindowRequest): Promise<ResultWindow> {
    const header = await this.open(request.resultId);
    const from = toPosition(request.offset);
    const to = from + toPosition(request.limit);
    return this.withRows({ request, header, from, to }, (rows) => this.cutWindow(request, header, rows));
  }

  private async cutWindow(request: WindowRequest, header: ResultHeader, rows: SelectedRows): Promise<ResultWindow> {
    if (request.cut !== undefined) {
      const plan = planCuts(header, Math.max(1, Math.trunc(request.cut)));
      const read = await this.options.fileEngine.runTrusted(rows.select(plan.columns.join(', ')));
      return { ...applyCuts(read, header, plan), rowCount: rows.count };
    }
    await refuseTooLong((sql) => this.options.fileEngine.runTrusted(sql), rows.select, header);
    const columns = header.columns.map((_, index) => `c${index}`).join(', ');
    const table = await this.options.fileEngine.runTrusted(rows.select(columns));
    return { table: rename(table, header), cuts: [], rowCount: rows.count };
  }

  /** Rows of a selection are asked for by their places in it. */
  private withRows<T>({ request, header, from, to }: RowsAsked, work: (rows: SelectedRows) => Promise<T>): Promise<T> {
    const source = `${catalogOf(request.resultId)}.result`;
    const places = `rowid >= ${from} AND rowid < ${to}`;
    if (isWhole(request))
      return work({
        select: (columns) => `SELECT ${columns} FROM ${source} WHERE ${places} ORDER BY rowid`,
        count: header.rowCount,
      });
    const { sort, filters, search } = request;
    const wanted = {
      key: [request.resultId, sort, filters, search],
      select: `SELECT rowid AS r FROM ${source} ${whereSql(header, request)} ${orderSql(header, request)}`,
      run: (sql: string) => this.options.fileEngine.runTrusted(sql),
    };
    return this.views.use(wanted, (view) =>
      work({
        select: (columns) =>
          `SELECT ${columns} FROM (SELECT r, rowid AS place FROM ${view.name} WHERE ${places}) v
         JOIN ${source} t ON t.rowid = v.r ORDER BY place`,
        count: view.rowCount,
      }),
    );
  }

  async cell(request: CellRequest): Promise<ResultCell> {
    return this.readAgain([request.resultId], () => this.readCell(request));
  }

  private async readCell(request: CellRequest): Promise<ResultCell> {
    const header = await this.open(request.resultId);
    const { column, kind } = columnAt(header, request.column);
    const row = toPosition(request.row);
    const name = `c${request.column}`;
    const from = toPosition(request.from);
    const part = kind === 'plain' ? name : textPartSql(kind, name, { from, length: toPosition(request.length) });
    const length = kind === 'plain' ? 'NULL' : textLengthSql(kind, name);
    const { columns, rowCount } = await this.withRows({ request, header, from: row, to: row + 1 }, ({ select }) =>
      this.options.fileEngine.runTrusted(select(`${part} AS part, (${length})::DOUBLE AS n, ${name} IS NULL AS empty`)),
    );
    if (rowCount === 0)
      throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: `row: There is no row ${request.row}.` });
    const [value, known, isEmpty] = columns.map(({ values }) => values[0] ?? null);
    if (isEmpty === true) return { column, kind, text: null, length: 0 };
    const text = String(value ?? '');
    return { column, kind, text, length: known === null || known === undefined ? text.length : Number(known) };
  }

  async windowAsArrow(request: WindowRequest): Promise<Uint8Array> {
    return toArrowIpc((await this.window(request)).table);
  }

  async compare(request: ComparisonRequest, signal?: AbortSignal): Promise<ResultComparison> {
    return this.bounded([request.after, request.before], signal, (run) => this.readComparison(run, request));
  }

  private async readComparison(run: Run, request: ComparisonRequest): Promise<ResultComparison> {
    const after = await this.open(request.after);
    const before = await this.open(request.before);
    for (const header of [before, after]) assertComparable(header);
    const columns = commonColumns(before, after, request.keys);
    const sources = { before: `${catalogOf(request.before)}.result`, after: `${catalogOf(request.after)}.result` };
    const sides = { before, after, beforeSource: sources.before, afterSource: sources.after };
    const key = [request.after, 'compare', request.before, request.keys];
    return this.views.use({ key, select: pairsSql(columns, sides), run }, (view) =>
      readComparison(run, { view: view.name, columns, sides, request }),
    );
  }

  async profile(resultId: string, signal?: AbortSignal): Promise<WireProfile> {
    return this.bounded([resultId], signal, async (run) => {
      const header = await this.open(resultId);
      return profileResult(run, `${catalogOf(resultId)}.result`, header);
    });
  }

  async column(request: ColumnRequest, signal?: AbortSignal): Promise<WireColumnDetail> {
    return this.bounded([request.resultId], signal, async (run) =>
      detailColumn(run, await this.columnRows(run, request)),
    );
  }

  async values(request: ValuesRequest, signal?: AbortSignal): Promise<WireColumnValues> {
    return this.bounded([request.resultId], signal, async (run) => {
      const { values, valueCount } = await readValues(run, await this.columnRows(run, request), request);
      return { values: [...values], valueCount };
    });
  }

  private async columnRows(run: Run, request: ColumnRequest): Promise<ColumnRows> {
    const header = await this.open(request.resultId);
    const { column, kind } = columnAt(header, request.column);
    const source = `${catalogOf(request.resultId)}.result`;
    const conditions = conditionsOf(header, request);
    const counted =
      conditions.length === 0 ? null : await run(`SELECT count(*) FROM ${source} WHERE ${conditions.join(' AND ')}`);
    const rowCount = counted ? Number(counted.columns[0]!.values[0]) : header.rowCount;
    return { name: `c${request.column}`, column, kind, source, conditions, rowCount };
  }

  /** What looks at all rows ends with whoever wanted it, and after a while in any case. */
  private bounded<T>(
    held: readonly string[],
    signal: AbortSignal | undefined,
    work: (run: Run) => Promise<T>,
  ): Promise<T> {
    const deadline = { timeoutMs: readingTimeoutMs, ...(signal ? { signal } : {}) };
    return withDeadline(deadline, (ending) =>
      this.readAgain(held, () => work((sql) => this.options.fileEngine.runTrusted(sql, ending))),
    );
  }

  source(resultId: string, selection: ResultSelection = {}): Promise<ResultSource> {
    const read = <T>(work: (header: ResultHeader) => Promise<T>) =>
      this.readAgain([resultId], async () => work(await this.open(resultId)));
    return openSource({ ...this.options, resultId, selection, turns: this.turns, timeoutMs: readingTimeoutMs, read });
  }

  keepTable(resultId: string, table: ResultTable): Promise<{ readonly bytes: number }> {
    const { fileEngine } = this.options;
    const sink = createResultSink({
      ...this.options,
      runTrusted: (sql) => fileEngine.runTrusted(sql),
      generation: () => fileEngine.generation(),
    });
    return keepTable(sink, resultId, table);
  }

  async exportResult(request: ExportRequest): Promise<ExportedFile> {
    return this.readAgain([request.resultId], async () =>
      writeExport(this.options, await this.open(request.resultId), request),
    );
  }

  async deleteResult(resultId: string): Promise<void> {
    const file = this.fileOf(resultId);
    await this.attachments.inOrder(resultId, async () => {
      await this.attachments.detach(resultId);
      this.headers.delete(resultId);
      await rm(file, { force: true });
      await rm(`${file}.wal`, { force: true });
    });
  }

  async sweep(limits: SweepLimits): Promise<number> {
    const { resultsFolder: folder, shared } = this.options;
    // A storage that is away must not let this folder grow.
    const count = await sweepResults({ folder, remove: (id) => this.deleteResult(id) }, limits);
    await shared?.sweep(limits);
    return count;
  }

  private readAgain<T>(held: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.attachments.hold(held, () => readAgain(this.options.fileEngine, work));
  }

  private async open(resultId: string): Promise<ResultHeader> {
    return this.attachments.inOrder(resultId, () => this.attach(resultId));
  }

  private async attach(resultId: string): Promise<ResultHeader> {
    const { fileEngine } = this.options;
    await this.forgetAfterRestart();
    const known = this.headers.get(resultId);
    if (known && this.attachments.has(resultId)) return known;
    const file = this.fileOf(resultId);
    if (!(await this.bring(resultId))) throw gone();
    await this.attachments.makeRoom();
    try {
      const header = toHeader(await openWritten(() => fileEngine.runTrusted(attachSql(resultId, file))));
      this.attachments.add(resultId);
      this.headers.set(resultId, header);
      return header;
    } catch (error) {
      if (error instanceof EngineError && error.details.code === 'ENGINE_CRASHED_ERROR') throw error;
      throw gone();
    }
  }

  async isHere(resultId: string): Promise<boolean> {
    return idPattern.test(resultId) && (await stat(this.fileOf(resultId)).catch(() => null)) !== null;
  }

  /** Fetches the rows of a result that another process made. */
  private async bring(resultId: string): Promise<boolean> {
    const file = this.fileOf(resultId);
    if (await this.isHere(resultId)) return true;
    const isFetched = (await this.options.shared?.bring(resultId, file)) ?? false;
    if (isFetched) this.tellOfFetch();
    return isFetched;
  }

  onFetch(listener: () => void): void {
    this.tellOfFetch = listener;
  }

  async isAtHand(resultId: string): Promise<boolean> {
    if (!idPattern.test(resultId)) return false;
    // Whoever reads is told what is wrong, where nobody else has the rows.
    return this.attachments.inOrder(resultId, () => this.bring(resultId)).catch(() => false);
  }

  async share(resultId: string, when: 'now' | 'soon', signal?: AbortSignal): Promise<void> {
    const { shared } = this.options;
    if (!shared) return;
    const file = this.fileOf(resultId);
    if (when === 'now') await shared.keep(resultId, file, signal).catch(() => shared.keepSoon(resultId, file));
    else await shared.keepSoon(resultId, file);
  }

  private async forgetAfterRestart(): Promise<void> {
    const generation = await this.options.fileEngine.generation();
    if (generation === this.generation) return;
    this.generation = generation;
    this.attachments.forgetAll();
    this.views.forgetAll();
  }

  private fileOf(resultId: string): string {
    if (!idPattern.test(resultId)) throw gone();
    return path.join(this.options.resultsFolder, `${resultId}.duckdb`);
  }
}
