import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** What stands between a client and a server, and can be any bad network. */
export interface TcpProxy {
  readonly port: number;
  /** `silent` takes what it is given and passes nothing on, for connections old and new; `pass` mends that. */
  readonly setMode: (mode: 'pass' | 'silent') => void;
  /** Ends every connection as soon as this many bytes have come back over it; null ends none. */
  readonly cutAfter: (bytes: number | null) => void;
  /** Ends every connection now. */
  readonly cutAll: () => void;
  /** Refuses new connections until it is opened again. */
  readonly close: () => Promise<void>;
  readonly open: () => Promise<void>;
  readonly connections: () => number;
}

interface Wire {
  readonly near: Socket;
  readonly far: Socket;
}

/** A proxy on a loopback port that leads to another one. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const port = await freePort();
  const state = { mode: 'pass' as 'pass' | 'silent', cutBytes: null as number | null };
  const wires = new Set<Wire>();
  const server = createServer((near) => {
    const wire = { near, far: connect(targetPort, '127.0.0.1') };
    wires.add(wire);
    tie(wire, { wires, state });
  });
  const cutAll = (): void => {
    for (const { near, far } of wires) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  await listen(server, port);
  return {
    port,
    cutAll,
    setMode: (mode) => {
      state.mode = mode;
      for (const { near, far } of wires) for (const end of [near, far]) mode === 'pass' ? end.resume() : end.pause();
    },
    cutAfter: (bytes) => {
      state.cutBytes = bytes;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cutAll();
      await closed;
    },
    open: () => listen(server, port),
    connections: () => wires.size,
  };
}

interface Tying {
  readonly wires: Set<Wire>;
  readonly state: { readonly mode: 'pass' | 'silent'; readonly cutBytes: number | null };
}

function tie(wire: Wire, { wires, state }: Tying): void {
  const { near, far } = wire;
  let received = 0;
  const end = (): void => {
    near.destroy();
    far.destroy();
    wires.delete(wire);
  };
  for (const socket of [near, far]) {
    socket.on('error', end);
    socket.on('close', end);
    if (state.mode === 'silent') socket.pause();
  }
  near.on('data', (chunk) => far.write(chunk));
  far.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (state.cutBytes !== null && received > state.cutBytes) {
      near.resetAndDestroy();
      end();
    } else near.write(chunk);
  });
  if (state.mode === 'silent') for (const socket of [near, far]) socket.pause();
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
