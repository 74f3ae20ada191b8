import type { TableReader } from '../engines/index.ts';
import type { Moving } from './moving.ts';
import { MovingProblem } from './moving-problem.ts';
import type { MovedKind } from './report.ts';
import { type SourceRow, toSourceRow } from './values.ts';

type Columns = Parameters<TableReader['rows']>[0]['columns'];
type Where = Parameters<TableReader['rows']>[0]['where'];

/** Long texts come a few at a time. */
const shortRows = 1000;
const longRows = 20;

/** Columns, by name: of plain ones, of texts, and of bytes. */
export function columns(plain: string, texts = '', bytes = ''): Columns {
  const of = (names: string, kind: 'plain' | 'text' | 'bytes') =>
    names
      .split(' ')
      .filter(Boolean)
      .map((name) => [name, kind] as const);
  return Object.fromEntries([...of(plain, 'plain'), ...of(texts, 'text'), ...of(bytes, 'bytes')]);
}

export async function* portionsOf(
  source: TableReader,
  table: string,
  { columns: asked, where }: { readonly columns: Columns; readonly where?: Where },
): AsyncGenerator<readonly SourceRow[]> {
  const isLong = Object.values(asked).some((kind) => kind !== 'plain');
  const request = { table, columns: asked, portion: isLong && !where ? longRows : shortRows };
  for await (const rows of source.rows(where ? { ...request, where } : request)) yield rows.map(toSourceRow);
}

/** All rows of a table of short ones. */
export async function allRows(source: TableReader, table: string, asked: Columns): Promise<readonly SourceRow[]> {
  const all: SourceRow[] = [];
  for await (const rows of portionsOf(source, table, { columns: asked })) all.push(...rows);
  return all;
}

/** Does one row's work; where the row itself is at fault, it is told and the rest goes on. */
export async function orLeaveOut<T>(
  { notes }: Pick<Moving, 'notes'>,
  about: { readonly kind: MovedKind; readonly id: number; readonly name: string },
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MovingProblem)) throw error;
    notes.remark({ ...about, what: 'left out', text: error.message });
    return undefined;
  }
}
