import { dialectByName, findOuterLimit } from '@powerset/sql';
import { packTightly } from '../../../packed/index.ts';
import type { EngineColumn, StatementAnalysis } from '../../engine.ts';
import type { OperationName, Operations, PlanRow, RowBatch } from '../protocol.ts';
import { ReadingProblem, type ReadStatement, readScript } from '../reading/index.ts';
import { type ColumnFacts, declaredType, type RawValue, toText } from '../values.ts';
import { Connection, finishExplain } from './connection.ts';
import { Gate } from './gate.ts';
import { describeTable, listFunctions, listTables, search } from './inspect.ts';
import { packRows } from './pack.ts';
import { cutRows, factsOf, readRows, seeRow } from './rows.ts';
import { findTables } from './tables.ts';

/** Sends a batch, and waits until it was taken. */
export type SendBatch = (batch: RowBatch) => Promise<void>;

export type Handlers = {
  readonly [Name in Exclude<OperationName, 'open'>]: (
    request: Operations[Name]['arguments'],
    sendBatch: SendBatch,
  ) => Operations[Name]['reply'] | Promise<Operations[Name]['reply']>;
};

/** A statement that would write, where nothing may. */
export class ReadOnly extends Error {}

export function openHandlers(request: Operations['open']['arguments']): Handlers {
  if (request.recovers && !request.isWriting) recover(request.file);
  const database = Connection.file(request);
  database.exec(`PRAGMA hard_heap_limit = ${request.heapLimitMb * 1024 * 1024}`);
  // A file that is no database says so now.
  database.rows('SELECT count(*) FROM sqlite_master');
  const gate = new Gate(database);
  return {
    ping: () => {
      database.rows('SELECT count(*) FROM sqlite_master');
      return null;
    },
    analyse: ({ sql }) => readScript(sql).map((statement) => analyse(database, statement)),
    run: (run) => runStatement(database, gate, run),
    store: (store, sendBatch) => storeRows(database, gate, { store, sendBatch }),
    describe: (describe) => describeQuery(database, gate, describe),
    plan: ({ sql }) => readPlanRows(database, gate, sql),
    listTables: () => listTables(database),
    describeTable: ({ table }) => describeTable(database, table),
    search: (wanted) => search(database, wanted),
    listFunctions: () => listFunctions(database),
  };
}

/** A change that was broken off is taken back by whoever may write. */
function recover(file: string): void {
  const writer = Connection.file({ file, isWriting: true });
  try {
    writer.rows('SELECT count(*) FROM sqlite_master');
  } finally {
    writer.close();
  }
}

function analyse(database: Connection, statement: ReadStatement): StatementAnalysis {
  const { kind, text, destroys } = statement;
  return {
    kind,
    text,
    tables: findTables(database, statement),
    limit: findOuterLimit(text, dialectByName('sqlite').lexRules)?.value ?? null,
    ...(destroys ? { destroys: [{ kind: destroys.kind, tables: [destroys.table] }] } : {}),
  };
}

function readOne(sql: string, isWriting: boolean): ReadStatement {
  const [statement, ...others] = readScript(sql);
  if (!statement || others.length > 0)
    throw new ReadingProblem(
      'syntax',
      statement ? 'One statement can run at a time.' : 'There is no statement to run.',
    );
  if (!isWriting && statement.kind !== 'select' && statement.kind !== 'explain') throw new ReadOnly();
  return statement;
}

function runStatement(
  database: Connection,
  gate: Gate,
  { sql, maxRows, isExact, isWriting }: Operations['run']['arguments'],
): Operations['run']['reply'] {
  const read = readOne(sql, isWriting);
  gate.assertOpen(read);
  const startedAt = performance.now();
  const statement = database.prepare(read.text);
  if (!statement.reader) {
    const { changes } = statement.run();
    const engineMs = performance.now() - startedAt;
    const count = { name: 'Count', type: 'number' as const, nativeType: 'BIGINT', values: [changes] };
    const table = read.kind === 'write' ? { columns: [count], rowCount: 1 } : { columns: [], rowCount: 0 };
    return { packed: packTightly(table), isTruncated: false, engineMs };
  }
  // What a change returns is read to its end: only then the change is made.
  const most = read.kind === 'write' ? Number.MAX_SAFE_INTEGER : maxRows;
  const rows = readRows(database, statement, most);
  if (read.kind === 'explain') finishExplain(statement);
  const cut = cutRows(rows, maxRows);
  const engineMs = performance.now() - startedAt;
  return { packed: packRows(cut, isExact), isTruncated: cut.isTruncated, engineMs };
}

const batchRows = 5000;

interface StoreJob {
  readonly store: Operations['store']['arguments'];
  readonly sendBatch: SendBatch;
}

/** Reads a batch, waits until it was taken, and goes on: no result has to fit into memory. */
async function storeRows(
  database: Connection,
  gate: Gate,
  { store: { sql, maxRows, firstRows }, sendBatch }: StoreJob,
): Promise<Operations['store']['reply']> {
  const read = readOne(sql, false);
  gate.assertOpen(read);
  const startedAt = performance.now();
  const statement = database.prepare(read.text);
  const facts = factsOf(statement);
  const head: RawValue[][] = [];
  let rowCount = 0;
  let isTruncated = false;
  let batch: (string | null)[][] = [];
  let isFirst = true;
  const send = async () => {
    await sendBatch({ rows: batch, ...(isFirst ? { first: packRows(toHead(head, facts), true) } : {}) });
    isFirst = false;
    batch = [];
  };
  for (const row of database.read(statement, { isSafe: true })) {
    isTruncated = rowCount >= maxRows;
    if (isTruncated) break;
    rowCount += 1;
    seeRow(facts, row);
    if (head.length < firstRows) head.push(row);
    batch.push(row.map(toText));
    if (batch.length >= (isFirst ? Math.min(batchRows, Math.max(1, firstRows)) : batchRows)) await send();
  }
  await send();
  const engineMs = performance.now() - startedAt;
  const columns = facts.map(({ name, type, nativeType, storedAs }) => ({ name, type, nativeType, storedAs }));
  return { columns, first: packRows(toHead(head, facts), true), rowCount, isTruncated, engineMs };
}

function toHead(rows: readonly (readonly RawValue[])[], facts: readonly ColumnFacts[]) {
  const values = facts.map((_, index) => rows.map((row) => row[index] ?? null));
  return { values, rowCount: rows.length, facts };
}

const sampledRows = 100;

/** Columns that no table declares are known by their first values, where there is time to ask for those. */
function describeQuery(
  database: Connection,
  gate: Gate,
  { sql, samplesRows }: Operations['describe']['arguments'],
): readonly EngineColumn[] {
  const read = readOne(sql, false);
  gate.assertOpen(read);
  const statement = database.prepare(read.text);
  const declared = factsOf(statement);
  const needsRows = samplesRows && declared.some((fact) => !fact.declared);
  const facts = needsRows ? readRows(database, statement, sampledRows).facts : declared;
  return facts.map((fact) => ({
    name: fact.name,
    nativeType: fact.nativeType,
    type: fact.declared ? declaredType(fact.declared) : fact.type,
    isNullable: true,
    comment: null,
  }));
}

function readPlanRows(database: Connection, gate: Gate, sql: string): readonly PlanRow[] {
  const { text, body, kind } = readOne(sql, false);
  const query = kind === 'explain' ? (body ?? '') : text;
  const head = 'EXPLAIN QUERY PLAN ';
  gate.assertOpen(readOne(head + query, false));
  return database
    .explain(head + query)
    .map(({ id, parent, detail }) => ({ id: Number(id), parent: Number(parent), detail: String(detail) }));
}
