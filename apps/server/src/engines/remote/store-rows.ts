import type { ResultTable } from '@powerset/contract';
import { othersTurn, Stretch } from '../../turns/index.ts';
import type { StoredResult, StoreRequest } from '../engine.ts';
import { DigitCounter } from './columns.ts';
import { type CopiedRows, keepResult } from './keep-result.ts';
import type { ResultSink, ResultWriter } from './result-sink.ts';
import {
  type Batch,
  type Family,
  type FamilyOf,
  type RawColumn,
  rowsOf,
  TableReader,
  type TextRow,
  toStored,
} from './text-tables.ts';

export interface StoreJob {
  readonly batches: AsyncIterable<Batch>;
  readonly request: StoreRequest;
  readonly resultSink: ResultSink;
  readonly familyOf: FamilyOf;
}

const usualFirstRows = 1000;
/** Whatever is worked out for each of so many columns takes some milliseconds. */
const wide = 1000;

/** Keeps all rows of a statement as they come, so that no result has to fit into memory. */
export function storeRows(job: StoreJob): Promise<StoredResult> {
  return keepResult(job, (writer) => copyRows(job, writer));
}

async function copyRows({ batches, request, familyOf }: StoreJob, writer: ResultWriter): Promise<CopiedRows> {
  const firstRows = request.firstRows ?? usualFirstRows;
  const head = new TableReader({ isExact: true, familyOf });
  const digits = new Digits(familyOf);
  let columns: readonly RawColumn[] = [];
  let exact: ExactTimes = [];
  const stretch = new Stretch();
  let rowCount = 0;
  let isTruncated = false;
  for await (const batch of batches) {
    const isFirst = columns.length === 0;
    if (isFirst) {
      columns = batch.columns;
      exact = exactTimes(columns, familyOf);
      if (columns.length > wide) await othersTurn();
    }
    const room = request.maxRows - rowCount;
    isTruncated = batch.rowCount > room;
    const rows = rowsOf(batch, room);
    digits.count(columns, rows);
    head.add(batch, Math.min(rows.length, Math.max(0, firstRows - head.rowCount)));
    if (isFirst && columns.length > wide) await othersTurn();
    if (isFirst) request.onFirstRows?.(copyOf(head.toTable()));
    await writer.add(toExactRows(rows, exact));
    rowCount += rows.length;
    if (isTruncated) break;
    if (stretch.isLong) await stretch.rest();
  }
  if (columns.length > wide) await othersTurn();
  return { columns: toStored(columns, digits.counters, familyOf), first: head.toTable(), rowCount, isTruncated };
}

/** What is shown early stays as it was: more rows are added to the first ones. */
function copyOf(table: ResultTable): ResultTable {
  return { ...table, columns: table.columns.map((column) => ({ ...column, values: [...column.values] })) };
}

type ExactTimes = readonly (readonly [index: number, readExact: Family['readExact']])[];

function exactTimes(columns: readonly RawColumn[], familyOf: FamilyOf): ExactTimes {
  return columns.flatMap(({ nativeType }, index) => {
    const { type, readExact } = familyOf(nativeType);
    return type === 'temporal' ? [[index, readExact] as const] : [];
  });
}

/** Times are kept as people see them: in UTC, without the letters of their format. */
function toExactRows(rows: readonly TextRow[], times: ExactTimes): readonly TextRow[] {
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

/** How long the decimals of each column are. */
class Digits {
  readonly counters = new Map<number, DigitCounter>();

  private columns: readonly RawColumn[] | null = null;

  constructor(private readonly familyOf: FamilyOf) {}

  count(columns: readonly RawColumn[], rows: readonly TextRow[]): void {
    this.columns ??= this.begin(columns);
    for (const [index, counter] of this.counters) for (const row of rows) counter.add(row[index] ?? null);
  }

  private begin(columns: readonly RawColumn[]): readonly RawColumn[] {
    for (const [index, { nativeType }] of columns.entries())
      if (this.familyOf(nativeType).storedAs === 'DECIMAL') this.counters.set(index, new DigitCounter());
    return columns;
  }
}
