import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SocketServer {
  readonly port: number;
  readonly cutConnections: () => void;
  readonly stop: () => Promise<void>;
}

/** A server of a test on a free port of loopback; what goes over its connections is the caller's. */
export async function serveSockets(onSocket: (socket: Socket) => void): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cutConnections,
    stop: () =>
      new Promise((resolve) => {
        cutConnections();
        server.close(() => resolve());
      }),
  };
}
