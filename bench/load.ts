import { connect, type Socket } from 'node:net';

export interface LoadRequest {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly latenciesMs: readonly number[];
  readonly failures: number;
  readonly bodyBytes: number;
}

/**
 * Keeps a number of loopback connections busy for a bounded time, each with one request at a time. Written on bare
 * sockets, so that the machine's cores are left to the server.
 */
export async function loadServer(request: LoadRequest): Promise<LoadResult> {
  const bytes = Buffer.from(requestText(request));
  const latencies: number[] = [];
  const tally = { failures: 0, bodyBytes: 0 };
  const startedAt = performance.now();
  const endsAt = startedAt + request.seconds * 1000;
  const workers = Array.from({ length: request.connections }, () =>
    worker({ request, bytes, endsAt, latencies, tally }),
  );
  await Promise.all(workers);
  const seconds = (performance.now() - startedAt) / 1000;
  return { requestsPerSecond: latencies.length / seconds, latenciesMs: latencies, ...tally };
}

function requestText({ port, path, body, headers }: LoadRequest): string {
  const all = {
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

interface WorkerRequest {
  readonly request: LoadRequest;
  readonly bytes: Buffer;
  readonly endsAt: number;
  readonly latencies: number[];
  readonly tally: { failures: number; bodyBytes: number };
}

async function worker({ request, bytes, endsAt, latencies, tally }: WorkerRequest): Promise<void> {
  const socket = connect(request.port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  while (performance.now() < endsAt) {
    const sentAt = performance.now();
    const answer = await exchange(socket, bytes);
    latencies.push(performance.now() - sentAt);
    tally.bodyBytes = answer.bodyBytes;
    if (answer.status !== 200) tally.failures += 1;
  }
  socket.destroy();
}

interface Exchange {
  readonly status: number;
  readonly bodyBytes: number;
}

/** Sends one request and reads its answer to the end, by length or by chunks. */
function exchange(socket: Socket, bytes: Buffer): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const settle = (done: () => void): void => {
      socket.off('data', onData);
      socket.off('close', onClose);
      done();
    };
    const onClose = (): void => settle(() => reject(new Error('The server closed a connection under load.')));
    const onData = (chunk: Buffer): void => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = parseAnswer(received);
      if (answer) settle(() => resolve(answer));
    };
    socket.on('data', onData);
    socket.once('close', onClose);
    socket.write(bytes);
  });
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

function parseAnswer(received: Buffer): Exchange | null {
  const at = received.indexOf(headEnd);
  if (at < 0) return null;
  const head = received.subarray(0, at).toString('latin1');
  const bodyBytes = received.length - at - headEnd.length;
  const status = Number(head.slice(9, 12));
  const length = /content-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bodyBytes >= Number(length) ? { status, bodyBytes } : null;
  return received.subarray(-lastChunk.length).equals(lastChunk) ? { status, bodyBytes } : null;
}
