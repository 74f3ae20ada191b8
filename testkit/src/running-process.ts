import { type ChildProcess, spawn } from 'node:child_process';

/** What stands for a machine of its own: a network namespace, by its file, with an address. */
export interface Machine {
  readonly address: string;
  readonly namespace: string;
}

export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly uid?: number;
  readonly gid?: number;
  /** Where it runs; here when absent. */
  readonly machine?: Machine | undefined;
}

export interface RunningProcess {
  readonly pid: number;
  /** Everything the process has written so far, both streams. */
  readonly logs: () => string;
  readonly isAlive: () => boolean;
  /** Asks it to end and waits; after the patience it is killed. Resolves with the exit code, null after a signal. */
  readonly stop: (signal?: NodeJS.Signals, patienceMs?: number) => Promise<number | null>;
  readonly exited: Promise<number | null>;
}

const living = new Set<ChildProcess>();

/** A program whose starter ends without having ended it would go on for ever. */
function endWithStarter(child: ChildProcess): void {
  if (living.size === 0 && process.listenerCount('exit', killLiving) === 0) process.once('exit', killLiving);
  living.add(child);
  child.once('exit', () => living.delete(child));
}

function killLiving(): void {
  for (const child of living) child.kill('SIGKILL');
}

/** Only root may enter a machine, so the program becomes somebody else there. */
function onMachine({ command, args, uid, gid, machine }: ProcessRequest) {
  if (!machine) return { command, args, uid, gid };
  const owner = uid === undefined ? [] : [`--setuid=${uid}`, `--setgid=${gid}`];
  return { command: 'nsenter', args: [`--net=${machine.namespace}`, ...owner, '--', command, ...args] };
}

/** Starts a program whose end the caller decides. */
export function startProcess(request: ProcessRequest): RunningProcess {
  const { cwd, env } = request;
  const { command, args, uid, gid } = onMachine(request);
  const child = spawn(command, [...args], {
    cwd,
    env: env ?? process.env,
    uid,
    gid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithStarter(child);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exited = whenExited(child, chunks);
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? -1,
    logs: () => Buffer.concat(chunks).toString('utf8'),
    isAlive,
    exited,
    stop: (signal = 'SIGTERM', patienceMs = 15_000) => stopChild({ child, exited, isAlive, signal, patienceMs }),
  };
}

function whenExited(child: ChildProcess, chunks: Buffer[]): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(error.message));
      resolve(127);
    });
    child.once('exit', (code) => resolve(code));
  });
}

interface StopRequest {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  readonly isAlive: () => boolean;
  readonly signal: NodeJS.Signals;
  readonly patienceMs: number;
}

async function stopChild({ child, exited, isAlive, signal, patienceMs }: StopRequest): Promise<number | null> {
  if (isAlive()) child.kill(signal);
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const code = await exited;
  clearTimeout(patience);
  return code;
}

/** Calls `isReady` until it says yes; fails with the process's words when it ends before, or when time is up. */
export async function waitUntilReady(
  running: RunningProcess,
  isReady: () => Promise<boolean>,
  { name, timeoutMs = 60_000 }: { readonly name: string; readonly timeoutMs?: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (!running.isAlive()) throw new Error(`${name} ended while starting:\n${running.logs()}`);
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await running.stop('SIGKILL');
  throw new Error(`${name} was not ready after ${timeoutMs} ms:\n${running.logs()}`);
}
