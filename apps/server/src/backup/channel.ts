import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';

/** The way from the command to the server that holds the database files: a socket that its owner alone may open. */
export interface CopyChannel {
  close(): Promise<void>;
}

/** Copies an embedded database into a new file and gives its path. */
export type CopyDatabase = (databaseId: number, signal: AbortSignal) => Promise<string>;

type Answer = { readonly path: string } | { readonly error: string };

/** Longer names than the system takes for a socket. */
const maxSocketPath = 100;
/** An answer may name a long path. */
const maxLineCharacters = 20_000;

function socketPath(dataFolder: string): string {
  return join(dataFolder, 'server.sock');
}

/** Takes requests while the server runs; null where the system has no room for the socket's name. */
export async function openCopyChannel(dataFolder: string, copyDatabase: CopyDatabase): Promise<CopyChannel | null> {
  const path = socketPath(dataFolder);
  if (process.platform === 'win32' || Buffer.byteLength(path) > maxSocketPath) return null;
  // The folder is claimed: what lies there was left by a process that is gone.
  await rm(path, { force: true });
  let isBusy = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void serve(socket, async (databaseId, signal) => {
      if (isBusy) throw new BackupError('Another backup is being made. Wait until it is done.');
      isBusy = true;
      try {
        return await copyDatabase(databaseId, signal);
      } finally {
        isBusy = false;
      }
    });
  });
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } finally {
    process.umask(before);
  }
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One question; the copy goes when its asker has gone, who took it or never will. */
async function serve(socket: Socket, copyDatabase: CopyDatabase): Promise<void> {
  const gone = new AbortController();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  void closed.then(() => gone.abort());
  try {
    const { copy } = JSON.parse(await readLine(socket)) as { readonly copy: unknown };
    const path = await copyDatabase(Number(copy), gone.signal);
    send(socket, { path });
    await closed;
    await rm(path, { force: true });
  } catch (error) {
    send(socket, { error: error instanceof Error ? error.message : String(error) });
    socket.end();
  }
}

function send(socket: Socket, answer: Answer): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`);
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
      else if (text.length > maxLineCharacters) socket.destroy();
    });
    const leave = () => reject(new BackupError('The server went away while the backup was made.'));
    socket.once('error', leave);
    socket.once('close', leave);
  });
}

/** Whether a server takes requests for this data folder. */
export async function isServing(dataFolder: string): Promise<boolean> {
  const path = socketPath(dataFolder);
  if (!existsSync(path)) return false;
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Asks the running server for a copy, which is there until `take` has ended. */
export async function withCopyOf(
  { dataFolder, databaseId }: { readonly dataFolder: string; readonly databaseId: number },
  take: (path: string) => Promise<void>,
): Promise<void> {
  const socket = createConnection(socketPath(dataFolder));
  try {
    const line = readLine(socket);
    socket.write(`${JSON.stringify({ copy: databaseId })}\n`);
    // The server of the same build answers so.
    const answer = JSON.parse(await line) as Answer;
    if ('error' in answer) throw new BackupError(answer.error);
    await take(answer.path);
  } finally {
    socket.destroy();
  }
}
