import type { ResultTable } from '@powerset/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SharedCache } from '../cache/index.ts';
import { openSharedMemory } from '../cache/shared-memory-for-tests.ts';
import { packTable, packTightly, unpackTable } from '../packed/index.ts';
import type { QueryRows } from './run-query.ts';
import { createSharedAnswers, type SharedQuestion } from './shared-answers.ts';

const time = new Date('2026-03-01T12:00:00Z');

function openProcess(shared: SharedCache, patienceMs = 30_000) {
  const told = { forgotten: [] as number[], renewed: [] as string[] };
  const answers = createSharedAnswers({
    ...{ shared, patienceMs, now: () => time },
    onForgotten: (ids) => void told.forgotten.push(...ids),
    onRenewed: (name) => void told.renewed.push(name),
  });
  onTestFinished(() => answers.close());
  return { answers, told };
}

const rowsOf = (...values: readonly (number | bigint | string | null)[]) => rowsOfAll(values);

function rowsOfAll(values: readonly (number | bigint | string | null)[]): QueryRows {
  const columns = [{ name: 'n', type: 'number', nativeType: 'BIGINT', values }] as const;
  const table: ResultTable = { columns, rowCount: values.length };
  const isPlain = values.every((value) => typeof value === 'number');
  return { table: isPlain ? packTightly(table) : packTable(table), sqlRowCount: values.length, engineMs: 7 };
}

/** A question whose answer comes when it is told to, and which counts how often an engine was asked. */
function openQuestion(change: Partial<SharedQuestion> = {}) {
  const asked: { resolve: (rows: QueryRows) => void; reject: (error: Error) => void }[] = [];
  const read = () => new Promise<QueryRows>((resolve, reject) => asked.push({ resolve, reject }));
  const signal = new AbortController().signal;
  const question = { key: 'q', datasetId: 1, lifetimeSeconds: 60, isForced: false, signal, read, ...change };
  return { question, asked };
}

const valuesOf = ({ rows }: { readonly rows: QueryRows }) => unpackTable(rows.table).columns[0]?.values;
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('rows that processes share', () => {
  it('are read once, and come to the others as they were, with the moment at which they were read', async () => {
    const { shared } = openSharedMemory();
    const { question, asked } = openQuestion();
    const first = openProcess(shared).answers.find(question);
    await turn();
    asked[0]?.resolve(rowsOf(1n, null, 'two'));
    expect((await first).storedAt).toBeNull();
    await turn();
    const second = await openProcess(shared).answers.find(question);
    expect([valuesOf(second), second.rows.sqlRowCount, second.storedAt]).toEqual([[1n, null, 'two'], 3, time]);
    expect(asked).toHaveLength(1);
  });

  it('are waited for while another process reads them', async () => {
    const { shared } = openSharedMemory();
    const { question, asked } = openQuestion();
    const all = [1, 2, 3].map(() => openProcess(shared).answers.find(question));
    await turn();
    expect(asked).toHaveLength(1);
    asked[0]?.resolve(rowsOf(5));
    expect((await Promise.all(all)).map(valuesOf)).toEqual([[5], [5], [5]]);
    expect(asked).toHaveLength(1);
  });

  it('are read by the next one where the first fails, which fails alone', async () => {
    const { shared } = openSharedMemory();
    const { question, asked } = openQuestion();
    const all = [1, 2].map(() => openProcess(shared).answers.find(question));
    await turn();
    asked[0]?.reject(new Error('broken'));
    const [first] = await Promise.allSettled(all.slice(0, 1));
    expect(first?.status).toBe('rejected');
    await turn();
    expect(asked).toHaveLength(2);
    asked[1]?.resolve(rowsOf(6));
    expect(valuesOf(await all[1]!)).toEqual([6]);
  });

  it('are waited for no longer than the question itself may take', async () => {
    const { shared } = openSharedMemory();
    const { question, asked } = openQuestion();
    void openProcess(shared).answers.find(question);
    await turn();
    const waiting = openProcess(shared, 100).answers.find(question);
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.resolve(rowsOf(8));
    expect(valuesOf(await waiting)).toEqual([8]);
  });

  it('are not waited for by who has left', async () => {
    const { shared } = openSharedMemory();
    const { question } = openQuestion();
    const leaving = new AbortController();
    void openProcess(shared).answers.find(question);
    await turn();
    const waiting = openProcess(shared).answers.find({ ...question, signal: leaving.signal });
    await turn();
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it('are read anew where somebody wants it so, which the others hear', async () => {
    const { shared } = openSharedMemory();
    const [one, other] = [openProcess(shared), openProcess(shared)];
    await one.answers.find(openQuestion({ read: async () => rowsOf(1) }).question);
    await turn();
    const forced = openQuestion({ isForced: true, read: async () => rowsOf(2) }).question;
    expect(valuesOf(await one.answers.find(forced))).toEqual([2]);
    await turn();
    expect([one.told.renewed, other.told.renewed]).toEqual([[], ['q']]);
    expect(valuesOf(await other.answers.find(openQuestion().question))).toEqual([2]);
  });

  it('are believed no more once their dataset is forgotten, also those that are being read', async () => {
    const { shared } = openSharedMemory();
    const [one, other] = [openProcess(shared), openProcess(shared)];
    const { question, asked } = openQuestion();
    const early = one.answers.find(question);
    await turn();
    other.answers.forget([1]);
    asked[0]?.resolve(rowsOf(1));
    await early;
    await turn();
    expect([one.told.forgotten, other.told.forgotten]).toEqual([[1], []]);
    const late = openQuestion({ read: async () => rowsOf(2) }).question;
    expect(valuesOf(await other.answers.find(late))).toEqual([2]);
    await turn();
    expect(valuesOf(await one.answers.find(openQuestion().question))).toEqual([2]);
  });

  it('stay where they were read when they are too large, and nobody waits for anybody then', async () => {
    const { shared, values } = openSharedMemory();
    const { question, asked } = openQuestion();
    const all = [1, 2, 3].map(() => openProcess(shared).answers.find(question));
    await turn();
    asked[0]?.resolve(rowsOfAll(Array.from({ length: 300_000 }, (_, at) => at)));
    await all[0];
    await turn();
    expect(asked).toHaveLength(3);
    for (const one of asked.slice(1)) one.resolve(rowsOf(1));
    await Promise.all(all);
    expect([...values.keys()]).toEqual(['alone:q']);
  });

  it('are read by each process for itself while the memory is away', async () => {
    const { shared, state } = openSharedMemory();
    state.isThere = false;
    const { question, asked } = openQuestion();
    const both = [1, 2].map(() => openProcess(shared).answers.find(question));
    await turn();
    expect(asked).toHaveLength(2);
    for (const one of asked) one.resolve(rowsOf(1));
    await Promise.all(both);
  });
});
