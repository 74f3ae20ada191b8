import type { Asker, RunRequest, SearchPlace } from '../engine.ts';
import { PackedRows, type RawColumn, toByteColumns } from '../remote/index.ts';
import type { ReadStatement } from './grammar/statement.ts';
import { readNativeBatches, TextsOnly } from './native.ts';
import { type Answer, BrokenRows, readByteBatches } from './rows.ts';
import type { RowFormat } from './server.ts';
import { familiesOf, type TimeWriting } from './values.ts';

/** Reads the rows of an answer, some at a time. */
export type ReadAnswer<Some> = (answer: Answer) => AsyncGenerator<Some>;

export interface Asking<Some> {
  readonly read: ReadAnswer<Some>;
  readonly format?: RowFormat;
}

export interface Stoppable {
  readonly signal: AbortSignal;
}

export type Running = Pick<RunRequest, 'timeoutMs' | 'maxRows' | 'schema' | 'onProgress'>;

/** Who asks the server. */
interface RowSource {
  open<Some>(
    statement: ReadStatement,
    request: Running & Stoppable,
    asking: Asking<Some>,
  ): Promise<{ readonly writing: TimeWriting; readonly batches: AsyncGenerator<Some> }>;
  describe(statement: ReadStatement, place: SearchPlace & Asker): Promise<readonly RawColumn[]>;
}

/** Reads the rows of statements into packed memory. */
export class RowReader {
  private readonly readByText = new TextSources();

  constructor(private readonly source: RowSource) {}

  /** In the server's own form where every type is read from it. */
  async read(statement: ReadStatement, request: RunRequest & Stoppable): Promise<PackedRows> {
    const isByColumn = statement.kind === 'select' && !request.isExact && !this.readByText.has(statement);
    if (!isByColumn) return this.readTexts(statement, request);
    try {
      return await this.readColumns(statement, request);
    } catch (error) {
      if (!(error instanceof TextsOnly)) throw error;
      this.readByText.add(statement);
      return this.readTexts(statement, request);
    }
  }

  private async readColumns(statement: ReadStatement, request: RunRequest & Stoppable): Promise<PackedRows> {
    const asked = { read: readNativeBatches, format: 'Native' } as const;
    const { writing, batches } = await this.source.open(statement, request, asked);
    const toRows = (columns: readonly RawColumn[]) => toPackedRows(columns, request, writing);
    let rows: PackedRows | null = null;
    for await (const { columns, batch } of batches) {
      rows ??= toRows(columns);
      await rows.addBatch(batch);
      if (rows.isTruncated) break;
    }
    return rows ?? toRows(await this.source.describe(statement, request));
  }

  private async readTexts(statement: ReadStatement, request: RunRequest & Stoppable): Promise<PackedRows> {
    const { writing, batches } = await this.source.open(statement, request, { read: readByteBatches });
    let rows: PackedRows | null = null;
    for await (const { columns, cells } of batches) {
      rows ??= toPackedRows(columns, request, writing);
      await rows.add(cells);
      if (rows.isTruncated) break;
    }
    // The first of them tells the columns, also where there are no rows.
    if (!rows) throw new BrokenRows('no columns');
    return rows;
  }
}

function toPackedRows(
  columns: readonly RawColumn[],
  { maxRows, isExact = false }: RunRequest,
  writing: TimeWriting,
): PackedRows {
  return new PackedRows(toByteColumns(columns, { isExact, familyOf: familiesOf(writing) }), { maxRows, isExact });
}

const mostSources = 2000;

/** Statements whose rows are read from texts, and what reads the same tables: their types are asked for once. */
class TextSources {
  private readonly sources = new Set<string>();

  add(statement: ReadStatement): void {
    if (this.sources.size >= mostSources) this.sources.clear();
    for (const source of sourcesOf(statement)) this.sources.add(source);
  }

  has(statement: ReadStatement): boolean {
    return sourcesOf(statement).some((source) => this.sources.has(source));
  }
}

function sourcesOf({ tables, text }: ReadStatement): readonly string[] {
  const names = tables.map(({ schema, table }) => JSON.stringify([schema, table]));
  return names.length === 0 ? [text] : names;
}
