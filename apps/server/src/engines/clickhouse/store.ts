import type { ResultTable } from '@powerset/contract';
import type { StoredResult, StoreRequest } from '../engine.ts';
import { DigitCounter, type ResultSink, type ResultWriter, type StoredColumn } from '../remote/index.ts';
import { type Batch, type RawColumn, rowsOf, type TextRow } from './rows.ts';
import { familyOf, TableReader, type TimeWriting, toStored } from './values.ts';

export interface StoreJob {
  readonly batches: AsyncIterable<Batch>;
  readonly request: StoreRequest;
  readonly resultSink: ResultSink;
  readonly writing: TimeWriting;
}

const usualFirstRows = 1000;

/** Keeps all rows of a statement as they come, so that no result has to fit into memory. */
export async function storeRows(job: StoreJob): Promise<StoredResult> {
  const { resultSink, request } = job;
  const startedAt = performance.now();
  const writer = await resultSink.open(request.resultId);
  try {
    const read = await copyRows(job, writer);
    const engineMs = performance.now() - startedAt;
    const { bytes } = await writer.finish(read.columns);
    const { first, rowCount, isTruncated } = read;
    return { resultId: request.resultId, first, rowCount, isTruncated, engineMs, bytes };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

interface ReadRows {
  readonly columns: readonly StoredColumn[];
  readonly first: StoredResult['first'];
  readonly rowCount: number;
  readonly isTruncated: boolean;
}

async function copyRows({ batches, request, writing }: StoreJob, writer: ResultWriter): Promise<ReadRows> {
  const firstRows = request.firstRows ?? usualFirstRows;
  const head = new TableReader({ isExact: true, writing });
  const digits = new Map<number, DigitCounter>();
  let columns: readonly RawColumn[] = [];
  let rowCount = 0;
  let isTruncated = false;
  for await (const batch of batches) {
    const isFirst = columns.length === 0;
    columns = batch.columns;
    const room = request.maxRows - rowCount;
    isTruncated = batch.rowCount > room;
    const rows = rowsOf(batch, room);
    countDigits(columns, rows, digits);
    head.add(batch, Math.min(rows.length, Math.max(0, firstRows - head.rowCount)));
    if (isFirst) request.onFirstRows?.(copyOf(head.toTable()));
    await writer.add(toExactRows(columns, rows, writing));
    rowCount += rows.length;
    if (isTruncated) break;
  }
  return { columns: toStored(columns, digits), first: head.toTable(), rowCount, isTruncated };
}

/** What is shown early stays as it was: more rows are added to the first ones. */
function copyOf(table: ResultTable): ResultTable {
  return { ...table, columns: table.columns.map((column) => ({ ...column, values: [...column.values] })) };
}

/** Times are kept as people see them: in UTC, without the letters of their format. */
function toExactRows(
  columns: readonly RawColumn[],
  rows: readonly TextRow[],
  writing: TimeWriting,
): readonly TextRow[] {
  const times = columns.flatMap(({ nativeType }, index) => {
    const { type, readExact } = familyOf(nativeType, writing);
    return type === 'temporal' ? [[index, readExact] as const] : [];
  });
  if (times.length === 0) return rows;
  return rows.map((row) => {
    const changed = [...row];
    for (const [index, readExact] of times) {
      const text = row[index];
      if (text !== null && text !== undefined) changed[index] = String(readExact(text));
    }
    return changed;
  });
}

function countDigits(columns: readonly RawColumn[], rows: readonly TextRow[], digits: Map<number, DigitCounter>): void {
  for (const [index, { nativeType }] of columns.entries()) {
    if (familyOf(nativeType).storedAs !== 'DECIMAL') continue;
    const counter = digits.get(index) ?? new DigitCounter();
    digits.set(index, counter);
    for (const row of rows) counter.add(row[index] ?? null);
  }
}
