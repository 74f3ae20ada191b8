import type { StoredResult, StoreRequest } from '../engine.ts';
import type { ParsedStatement } from '../parsed-script.ts';
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
import type { Family } from './families.ts';
import type { RawField, Session } from './session.ts';
import { type Field, familyOf, type TextRow, toResultTable } from './values.ts';

export interface StoreJob {
  readonly session: Session;
  readonly statement: ParsedStatement;
  readonly request: StoreRequest;
  readonly family: Pick<Family, 'cursorHead' | 'batchRows'>;
  readonly resultSink: ResultSink;
  readonly nameFields: (fields: readonly RawField[]) => Promise<readonly Field[]>;
}

const usualFirstRows = 1000;

/** Runs one reading statement and keeps all its rows, a batch at a time, so that no result has to fit into memory. */
export function storeRows(job: StoreJob): Promise<StoredResult> {
  return keepResult(job, (writer) => copyRows(job, writer));
}

async function copyRows(job: StoreJob, writer: ResultWriter): Promise<CopiedRows> {
  const { request, nameFields } = job;
  const firstRows = request.firstRows ?? usualFirstRows;
  const head: TextRow[] = [];
  const digits = new Map<number, DigitCounter>();
  let fields: readonly Field[] = [];
  let rowCount = 0;
  let isTruncated = false;
  for await (const batch of readBatches(job)) {
    const isFirst = fields.length === 0;
    if (isFirst) fields = await nameFields(batch.fields);
    const room = request.maxRows - rowCount;
    isTruncated = batch.rows.length > room;
    const rows = isTruncated ? batch.rows.slice(0, room) : batch.rows;
    for await (const some of inRowPortions(rows, fields.length)) countDigits(fields, some, digits);
    head.push(...rows.slice(0, Math.max(0, firstRows - head.length)));
    if (isFirst && request.onFirstRows) request.onFirstRows(await toResultTable(fields, head, true));
    await writer.add(rows);
    rowCount += rows.length;
    if (isTruncated) break;
  }
  return { columns: toStored(fields, digits), first: await toResultTable(fields, head, true), rowCount, isTruncated };
}

/** The text with which a statement's rows are asked for, and how much of it its author did not write. */
export function toSentText(
  { kind, text }: Pick<ParsedStatement, 'kind' | 'text'>,
  { cursorHead }: Pick<Family, 'cursorHead'>,
): { readonly sql: string; readonly headLength: number } {
  const head = kind === 'explain' ? '' : cursorHead;
  return { sql: `${head}${text}`, headLength: head.length };
}

/** Batches of rows; the first tells the columns, even where there are no rows. */
async function* readBatches({ session, statement, request, family }: StoreJob) {
  const { sql } = toSentText(statement, family);
  const batchRows = Math.min(family.batchRows, request.maxRows + 1);
  if (statement.kind === 'explain') {
    yield await session.query(sql, { isUsers: true });
    return;
  }
  await session.query(sql, { isUsers: true });
  for (;;) {
    const batch = await session.query(`FETCH FORWARD ${batchRows} FROM powerset`);
    if (batch.fields.length === 0) throw refusal('The statement returns no columns.');
    yield batch;
    if (batch.rows.length < batchRows) return;
  }
}

function countDigits(fields: readonly Field[], rows: readonly TextRow[], digits: Map<number, DigitCounter>): void {
  for (const [index, { oid }] of fields.entries()) {
    if (familyOf(oid).storedAs !== 'DECIMAL') continue;
    const counter = digits.get(index) ?? new DigitCounter();
    digits.set(index, counter);
    for (const row of rows) counter.add(row[index] ?? null);
  }
}

function toStored(fields: readonly Field[], digits: ReadonlyMap<number, DigitCounter>): readonly StoredColumn[] {
  const names = uniqueNames(fields.map(({ name }) => name));
  return fields.map((field, index) => {
    const { type, storedAs } = familyOf(field.oid);
    const decimal = digits.get(index)?.storedAs();
    return { name: names[index] ?? field.name, type, nativeType: field.nativeType, storedAs: decimal ?? storedAs };
  });
}
