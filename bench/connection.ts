import { connect, type Socket } from 'node:net';

export interface PlainRequest {
  readonly port: number;
  readonly path: string;
  /** Posted as JSON; without it the path is read, unless the method says otherwise. */
  readonly body?: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly bodyBytes: number;
  /** The body; puts it together when called. */
  readonly body: () => Buffer;
}

/** The bytes of a request that leaves its connection open. */
export function requestBytes({ port, path, body, headers, method: asked }: PlainRequest): Buffer {
  const content = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body ?? '')) };
  const all = {
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    ...(body === undefined ? {} : content),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const method = asked ?? (body === undefined ? 'GET' : 'POST');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One kept connection that takes one request at a time. On a bare socket, so that what is measured is the server and not
 * the client: `fetch` needs more time for a request than the server does.
 */
export class Connection {
  private readonly answer = new PendingAnswer();
  private waiting: Waiting | null = null;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('close', () => this.waiting?.reject(new Error('The server closed a connection.')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new Connection(socket);
  }

  send(bytes: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(bytes);
    });
  }

  close(): void {
    this.waiting = null;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    const answer = this.answer.add(chunk);
    if (!answer) return;
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve(answer);
  }
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

interface Head {
  readonly status: number;
  readonly bytes: number;
  /** Null where the body comes in chunks. */
  readonly bodyBytes: number | null;
}

/** Collects an answer until its body has ended, by length or by chunks. */
class PendingAnswer {
  private chunks: Buffer[] = [];
  private received = 0;
  private head: Head | null = null;

  add(chunk: Buffer): Answer | null {
    this.chunks.push(chunk);
    this.received += chunk.length;
    this.head ??= readHead(this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks));
    if (!this.head || !this.hasEnded(this.head)) return null;
    const { chunks, received, head } = this;
    this.chunks = [];
    this.received = 0;
    this.head = null;
    const body = (): Buffer => {
      const text = Buffer.concat(chunks).subarray(head.bytes);
      return head.bodyBytes === null ? joinChunks(text) : text;
    };
    return { status: head.status, bodyBytes: head.bodyBytes ?? received - head.bytes, body };
  }

  private hasEnded({ bytes, bodyBytes }: Head): boolean {
    if (bodyBytes !== null) return this.received >= bytes + bodyBytes;
    const last = this.chunks.at(-1)!;
    const end = last.length < lastChunk.length ? Buffer.concat(this.chunks.slice(-lastChunk.length)) : last;
    return end.subarray(-lastChunk.length).equals(lastChunk);
  }
}

function readHead(received: Buffer): Head | null {
  const at = received.indexOf(headEnd);
  if (at < 0) return null;
  const text = received.toString('latin1', 0, at);
  const length = /content-length: *(\d+)/i.exec(text)?.[1];
  return {
    status: Number(text.slice(9, 12)),
    bytes: at + headEnd.length,
    bodyBytes: length === undefined ? null : Number(length),
  };
}

function joinChunks(text: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.toString('latin1', at, lineEnd), 16);
    parts.push(text.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
