/**
 * The engine child: a process of its own around one database file (role `data`), around nothing but the parser (role
 * `parser`), or around stored results and files (role `files`). It speaks only with the server that started it, over IPC; when that goes away, so does it.
 */
import { setFlagsFromString } from 'node:v8';
import type { ChildFailure, FromChild, OpenArguments, OperationName, ToChild } from '../protocol.ts';
import { RingWriter, ringDescriptor } from '../row-ring.ts';
import { StatementProblem } from '../sandbox/analyse.ts';
import { buildFileHandlers } from './file-handlers.ts';
import { buildDataHandlers, type Handlers, openHost, version } from './host.ts';
import { openParser } from './parser.ts';
import { lowerPriority } from './priority.ts';
import { Task, TaskFailure } from './tasks.ts';

interface State {
  dataFolder: string | null;
  close: () => Promise<void>;
  handlers: Handlers;
  readonly tasks: Map<number, Task>;
}

function send(message: FromChild): void {
  if (process.connected) process.send!(message);
}

function toFailure(error: unknown, dataFolder: string | null): ChildFailure {
  if (error instanceof TaskFailure) return error.failure;
  if (error instanceof StatementProblem) {
    return {
      origin: error.origin,
      message: error.message,
      line: error.place?.line ?? null,
      column: error.place?.column ?? null,
    };
  }
  // Whatever was nested so deep came from outside.
  if (error instanceof RangeError) return { origin: 'refused', message: 'The statement is nested too deeply.' };
  const words = error instanceof Error ? error.message : String(error);
  // A file of theirs is named as they know it.
  const known = dataFolder === null ? words : words.replaceAll(`${dataFolder}/`, '').replaceAll("'./", "'");
  return { origin: 'driver', message: known };
}

async function open(state: State, settings: OpenArguments): Promise<{ version: string; catalog: string }> {
  if (settings.role === 'parser') {
    Object.assign(state, await openParser(settings));
    return { version: version(), catalog: '' };
  }
  state.dataFolder = settings.dataFolder ?? null;
  goTo(state.dataFolder);
  const host = await openHost(settings);
  state.close = host.close;
  state.handlers = settings.role === 'files' ? buildFileHandlers(host) : buildDataHandlers(host);
  return { version: version(), catalog: host.database.catalog };
}

/** Names of files begin in this folder: another may lie in its place since, or none. */
function goTo(folder: string | null): void {
  if (folder === null) return;
  try {
    process.chdir(folder);
  } catch {
    // Whoever names a file there is told that it is not there.
  }
}

interface Call {
  readonly task: Task;
  readonly operation: OperationName;
  readonly request: unknown;
}

async function perform(state: State, { task, operation, request }: Call): Promise<unknown> {
  // The server of the same build sends what the protocol says.
  if (operation === 'open') return open(state, request as OpenArguments).finally(lowerPriority);
  if (operation === 'close') {
    for (const other of state.tasks.values()) if (other !== task) other.cancel();
    await state.close();
    return null;
  }
  goTo(state.dataFolder);
  const handler = state.handlers[operation];
  if (!handler) throw new TaskFailure({ origin: 'child', message: `This engine process cannot ${operation}.` });
  // Each handler takes the arguments of its own operation.
  return (handler as (request: unknown, task: Task) => Promise<unknown>)(request, task);
}

const ring = process.env.SHARES_ROWS ? new RingWriter(ringDescriptor) : null;

async function answer(state: State, message: Extract<ToChild, { id: number }>): Promise<void> {
  const { id } = message;
  const task = new Task(
    (batch, columns) => send({ id, columns, ...(ring?.lay(batch) ?? { batch }) }),
    (progress) => send({ id, progress }),
  );
  state.tasks.set(id, task);
  try {
    send({ id, reply: await perform(state, { task, operation: message.operation, request: message.arguments }) });
  } catch (error) {
    send({ id, failure: toFailure(error, state.dataFolder) });
  } finally {
    task.finish();
    state.tasks.delete(id);
  }
  if (message.operation !== 'close') return;
  process.disconnect();
}

function main(): void {
  // As in the server: nobody's first query waits for the compiler to find out what is called often.
  setFlagsFromString('--always-sparkplug');
  const state: State = { dataFolder: null, close: async () => undefined, handlers: {}, tasks: new Map() };
  process.on('message', (message: ToChild) => {
    if ('cancel' in message) state.tasks.get(message.cancel)?.cancel();
    else void answer(state, message);
  });
  // An orderly end would wait for what is being computed, with the database's file held: the next server could not open it.
  // Of a closed database nothing is left to do, and its threads have kept processes from ending.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // An exit after an error would wait for the same: of a server that was killed a message may find nobody before that is heard.
  process.on('uncaughtException', (error) => {
    console.error(error);
    process.kill(process.pid, 'SIGKILL');
  });
  // The server decides when its children end; a terminal's Ctrl-C reaches the whole group.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
}

main();
