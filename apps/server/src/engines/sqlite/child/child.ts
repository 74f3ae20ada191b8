/**
 * A process around one database file. Its calls block, so it does one thing at a time, and is ended where that must stop. It
 * speaks only with the server that started it, over IPC; when that goes away, so does it.
 */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { ChildFailure, FromChild, Operations, ToChild } from '../protocol.ts';
import { ReadingProblem } from '../reading/index.ts';
import { type Handlers, openHandlers, ReadOnly, type SendBatch } from './handlers.ts';
import { findPlace } from './places.ts';
import { TooLarge } from './rows.ts';
import { SyntaxProblem } from './tables.ts';

function send(message: FromChild): void {
  if (process.connected) process.send!(message);
}

function toFailure(error: unknown, request: unknown): ChildFailure {
  const sql = typeof request === 'object' && request !== null && 'sql' in request ? String(request.sql) : '';
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof ReadingProblem) return { origin: error.origin, message: words, ...placeAt(sql, error.at) };
  if (error instanceof ReadOnly) return { origin: 'readOnly', message: words, line: null, column: null };
  if (error instanceof TooLarge) return { origin: 'refused', message: words, line: null, column: null };
  if (error instanceof SyntaxProblem) return toDriverFailure(error.driverError, sql, error.sql);
  if (error instanceof RangeError)
    return { origin: 'refused', message: 'The statement is nested too deeply.', line: null, column: null };
  return toDriverFailure(error, sql, sql);
}

/** What the engine said of a part of a text, with its place in the whole. */
function toDriverFailure(error: unknown, sql: string, part: string): ChildFailure {
  const message = error instanceof Error ? error.message : String(error);
  const number = Number((error as { readonly rawCode?: unknown }).rawCode) || numberIn(message);
  const at = findPlace(message, part);
  const offset = Math.max(0, sql.indexOf(part));
  return { origin: 'driver', message, number, ...placeAt(sql, at === null ? null : at + offset) };
}

/** Where a file cannot be opened the driver says the number within its words. */
function numberIn(message: string): number {
  return Number(/Unable to open connection to local database [\s\S]*: (\d+)/.exec(message)?.[1] ?? 0);
}

function placeAt(sql: string, offset: number | null): Pick<ChildFailure, 'line' | 'column'> {
  if (offset === null) return { line: null, column: null };
  const lines = sql.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

interface State {
  handlers: Handlers | null;
  taken: (() => void) | null;
}

async function perform(state: State, { operation, arguments: request }: Exclude<ToChild, 'next'>): Promise<unknown> {
  // The server of the same build sends what the protocol says.
  if (operation === 'open') {
    state.handlers = openHandlers(request as Operations['open']['arguments']);
    return null;
  }
  const sendBatch: SendBatch = (batch) =>
    new Promise((resolve) => {
      state.taken = resolve;
      send({ batch });
    });
  const handler = state.handlers?.[operation];
  if (!handler) throw new Error('The database is not open.');
  // Each handler takes the arguments of its own operation.
  return (handler as (request: unknown, sendBatch: SendBatch) => unknown)(request, sendBatch);
}

async function answer(state: State, message: Exclude<ToChild, 'next'>): Promise<void> {
  try {
    send({ reply: await perform(state, message) });
  } catch (error) {
    send({ failure: toFailure(error, message.arguments) });
  }
}

/** While a query blocks nothing here hears that the server is gone; a thread beside it looks. */
const guard = `
const { ppid } = process;
setInterval(() => { if (process.ppid !== ppid) process.kill(process.pid, 'SIGKILL'); }, 1000);
`;

function main(): void {
  setFlagsFromString('--always-sparkplug');
  new Worker(guard, { eval: true }).unref();
  const state: State = { handlers: null, taken: null };
  process.on('message', (message: ToChild) => {
    if (message === 'next') state.taken?.();
    else void answer(state, message);
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The server decides when its children end; a terminal's Ctrl-C reaches the whole group.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
}

main();
