import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { type Machine, type RunningProcess, startProcess, waitUntilReady } from './running-process.ts';
import { makeTempFolder } from './temp-folder.ts';

/** The administrator of every server that the tests start. */
export const testAdmin = { username: 'admin', password: 'correct horse battery' } as const;

export const projectRoot: string = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerRequest {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Kept when given; a new temporary folder, removed at the end, when not. */
  readonly dataFolder?: string;
  readonly port?: number;
  /** False leaves the first administrator to the set-up form. */
  readonly hasAdmin?: boolean;
  readonly hasExamples?: boolean;
  readonly readyTimeoutMs?: number;
  /** The checkout whose built server is started; this one when absent. */
  readonly root?: string;
  /** It serves over TLS, and may ask who connects for a certificate: that it is ready is read from its words. */
  readonly isTls?: boolean;
  /** Where it runs and listens; on this one's loopback when absent. */
  readonly machine?: Machine;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataFolder: string;
  readonly logs: () => string;
  /** SIGTERM and wait; resolves with the exit code. A temporary data folder is removed. */
  readonly stop: () => Promise<number | null>;
  /** Ends it as a power cut would and keeps the data folder. */
  readonly kill9: () => Promise<void>;
  readonly exited: Promise<number | null>;
}

/** How a server that was not to stay ended: its exit code, and all that it said. */
export interface EndedServer {
  readonly code: number | null;
  readonly text: string;
}

/** Runs the built server until it ends by itself; for starts that are refused. */
export async function runServerToEnd(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  patienceMs = 30_000,
): Promise<EndedServer> {
  const running = startServerProcess({ POWERSET_EXAMPLES: 'false', ...env }, args);
  const patience = setTimeout(() => void running.stop('SIGKILL'), patienceMs);
  const code = await running.exited;
  clearTimeout(patience);
  return { code, text: running.logs() };
}

/** Starts the built server and does not wait for anything. */
export function startServerProcess(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = [],
  { root = projectRoot, machine }: Pick<ServerRequest, 'root' | 'machine'> = {},
): RunningProcess {
  return startProcess({
    machine,
    command: process.execPath,
    args: [join(root, 'tools/serve.mjs'), ...args],
    cwd: root,
    env: { ...process.env, ...env },
  });
}

/** Starts the built server in a process of its own, on a free loopback port, and waits until it answers. */
export async function startServer(request: ServerRequest = {}): Promise<TestServer> {
  const entry = join(request.root ?? projectRoot, 'apps/server/dist/main.js');
  if (!existsSync(entry)) throw new Error('The server is not built: run `npm run build` first.');
  const temp = request.dataFolder ? null : await makeTempFolder('powerset-data');
  const dataFolder = request.dataFolder ?? temp?.path ?? '';
  const port = request.port ?? (await freePort());
  const url = `${request.isTls ? 'https' : 'http'}://${addressOf(request)}:${port}`;
  const running = startServerProcess(serverEnvironment(request, { port, dataFolder }), request.args, request);
  const isReady = async () => (request.isTls ? running.logs().includes('Powerset is ready') : answersHealth(url));
  await waitUntilReady(running, isReady, { name: 'The server', timeoutMs: request.readyTimeoutMs });
  return {
    url,
    port,
    pid: running.pid,
    dataFolder,
    logs: running.logs,
    exited: running.exited,
    stop: async () => {
      const code = await running.stop();
      await temp?.remove();
      return code;
    },
    kill9: async () => {
      await running.stop('SIGKILL');
    },
  };
}

const addressOf = ({ machine }: ServerRequest): string => machine?.address ?? '127.0.0.1';

function serverEnvironment(
  request: ServerRequest,
  { port, dataFolder }: { readonly port: number; readonly dataFolder: string },
): Readonly<Record<string, string | undefined>> {
  const { env, hasAdmin = true, hasExamples = false } = request;
  const admin = { POWERSET_ADMIN_USERNAME: testAdmin.username, POWERSET_ADMIN_PASSWORD: testAdmin.password };
  return {
    POWERSET_HOST: addressOf(request),
    POWERSET_PORT: String(port),
    POWERSET_DATA: dataFolder,
    POWERSET_EXAMPLES: String(hasExamples),
    ...(hasAdmin ? admin : {}),
    ...env,
  };
}

async function answersHealth(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health`);
  return response.status === 200;
}
