import type { StoredResult, StoreRequest } from '../engine.ts';
import {
  type CopiedRows,
  DigitCounter,
  inRowPortions,
  keepResult,
  type ResultSink,
  type ResultWriter,
  refusal,
  type StoredColumn,
} from '../remote/index.ts';
import { uniqueNames } from '../unique-names.ts';
import type { Session } from './client.ts';
import { familyOf, nativeTypeOf, type RawField, type RawRow, toResultTable, toTextRows } from './values.ts';

export interface StoreJob {
  readonly session: Session;
  /** What is sent: with a limit of one row more than are kept, where it takes one. */
  readonly sql: string;
  readonly request: StoreRequest;
  readonly resultSink: ResultSink;
}

const usualFirstRows = 1000;
const batchRows = 5000;

/** Runs one reading statement and keeps all its rows, a batch at a time, so that no result has to fit into memory. */
export function storeRows(job: StoreJob): Promise<StoredResult> {
  return keepResult(job, (writer) => copyRows(job, writer));
}

async function copyRows({ session, sql, request }: StoreJob, writer: ResultWriter): Promise<CopiedRows> {
  const firstRows = request.firstRows ?? usualFirstRows;
  const head: RawRow[] = [];
  const state = { fields: [] as readonly RawField[], rowCount: 0, isTruncated: false, isFirst: true };
  const digits = new Map<number, DigitCounter>();
  await session.read(sql, {
    batchRows: Math.min(batchRows, request.maxRows + 1),
    onFields: (fields) => {
      state.fields = fields;
    },
    onRows: async (batch) => {
      const room = request.maxRows - state.rowCount;
      state.isTruncated = batch.length > room;
      const rows = state.isTruncated ? batch.slice(0, room) : batch;
      head.push(...rows.slice(0, Math.max(0, firstRows - head.length)));
      if (state.isFirst && request.onFirstRows) request.onFirstRows(await toResultTable(state.fields, head, true));
      state.isFirst = false;
      for await (const some of inRowPortions(rows, state.fields.length)) {
        const texts = toTextRows(state.fields, some);
        countDigits(state.fields, texts, digits);
        await writer.add(texts);
      }
      state.rowCount += rows.length;
      return !state.isTruncated;
    },
  });
  const { fields, rowCount, isTruncated } = state;
  if (fields.length === 0) throw refusal('The statement returns no columns.');
  return { columns: toStored(fields, digits), first: await toResultTable(fields, head, true), rowCount, isTruncated };
}

type TextRows = ReturnType<typeof toTextRows>;

function countDigits(fields: readonly RawField[], rows: TextRows, digits: Map<number, DigitCounter>): void {
  for (const [index, field] of fields.entries()) {
    if (familyOf(field).storedAs !== 'DECIMAL') continue;
    const counter = digits.get(index) ?? new DigitCounter();
    digits.set(index, counter);
    for (const row of rows) counter.add(row[index] ?? null);
  }
}

function toStored(fields: readonly RawField[], digits: ReadonlyMap<number, DigitCounter>): readonly StoredColumn[] {
  const names = uniqueNames(fields.map(({ name }) => name));
  return fields.map((field, index) => {
    const { type, storedAs } = familyOf(field);
    const name = names[index] ?? field.name;
    return { name, type, nativeType: nativeTypeOf(field), storedAs: digits.get(index)?.storedAs() ?? storedAs };
  });
}
