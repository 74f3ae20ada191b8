import type { PackedBatch, PackedColumn } from '../../packed/index.ts';
import { Stretch } from '../../turns/index.ts';
import { mostColumns, type RawColumn, tooManyColumns } from '../remote/index.ts';
import { CutShort, Feed } from './feed.ts';
import { portionRows, readColumn } from './native-columns.ts';
import { type ColumnForm, formOf } from './native-types.ts';
import { type Answer, BrokenRows, findWords, longestWords } from './rows.ts';

/** Among the columns is one whose values are only read from their texts, or a block is larger than it need be. */
export class TextsOnly extends Error {
  override name = 'TextsOnly';
}

export interface NativeBatch {
  readonly columns: readonly RawColumn[];
  readonly batch: PackedBatch;
}

interface NativeColumn extends RawColumn {
  readonly form: ColumnForm;
}

/** Bytes of a name or a type. */
const longestName = 1_000_000;
/** Of a block: servers send 65,000 where nobody asks for more. */
const mostRows = 1_000_000;

/**
 * Reads rows in the server's own form, column by column, which it writes and which is read in a third of the time that texts take.
 * Nothing comes where there are no rows. Throws `TextsOnly` where a type has no other form, before any row came, and what the server
 * says in the middle of the rows.
 */
export async function* readNativeBatches({ stream, errorTag }: Answer): AsyncGenerator<NativeBatch> {
  const feed = new Feed(stream);
  const stretch = new Stretch();
  const reader = new BlockReader(feed, stretch);
  try {
    while (!(await feed.isOver())) {
      yield* await reader.read();
      if (stretch.isLong) await stretch.rest();
    }
  } catch (error) {
    const isBroken = error instanceof BrokenRows;
    if (!isBroken && !(error instanceof CutShort)) throw error;
    const end = isBroken ? await feed.kept(longestWords) : error.rest.subarray(-longestWords);
    throw findWords(end.toString('utf8'), errorTag) ?? (isBroken ? error : new Error('terminated'));
  }
}

class BlockReader {
  private columns: readonly NativeColumn[] | null = null;

  constructor(
    private readonly feed: Feed,
    private readonly stretch: Stretch,
  ) {}

  async read(): Promise<readonly NativeBatch[]> {
    const { feed, stretch } = this;
    // What the server says of an error begins like a block of other columns.
    feed.keep();
    const columnCount = await feed.varuint();
    const rowCount = await feed.varuint();
    if (columnCount !== (this.columns?.length ?? columnCount)) throw new BrokenRows('a block of other columns');
    if (columnCount > mostColumns) throw tooManyColumns();
    if (rowCount > mostRows) throw new TextsOnly('a block of too many rows');
    const columns: NativeColumn[] = [];
    const values: (readonly PackedColumn[])[] = [];
    for (let index = 0; index < columnCount; index += 1) {
      const column = await this.readHead(this.columns?.[index]);
      feed.forget();
      columns.push(column);
      values.push(rowCount === 0 ? [] : await readColumn(feed, column.form, rowCount));
      if (stretch.isLong) await stretch.rest();
    }
    this.columns ??= columns;
    return toBatches(columns, values, rowCount);
  }

  private async readHead(known: NativeColumn | undefined): Promise<NativeColumn> {
    const name = await this.feed.text(longestName);
    const nativeType = name === null ? null : await this.feed.text(longestName);
    if (name === null || nativeType === null) throw new BrokenRows('a name that is too long');
    if (known) {
      if (known.name !== name || known.nativeType !== nativeType) throw new BrokenRows('a block of other columns');
      return known;
    }
    const form = formOf(nativeType);
    if (!form) throw new TextsOnly(nativeType);
    return { name, nativeType, form };
  }
}

function toBatches(
  columns: readonly NativeColumn[],
  values: readonly (readonly PackedColumn[])[],
  rowCount: number,
): readonly NativeBatch[] {
  const batches: NativeBatch[] = [];
  for (let from = 0, at = 0; from < rowCount; from += portionRows, at += 1) {
    const portion = values.map((column) => column[at]!);
    batches.push({ columns, batch: { rowCount: Math.min(portionRows, rowCount - from), columns: portion } });
  }
  return batches;
}
