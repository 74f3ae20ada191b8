import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { testCertificate, testKey } from '../mssql/certificate-fixture.ts';

/** What a listener says to who connects: bytes, nothing at all, or the end of the connection. */
export type TnsAnswer = Buffer | null | 'end';

export interface TnsService {
  readonly port: number;
  /** What was asked of it: the connection that clients want, in its own words. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

const headerLength = 8;

function packet(type: number, body: Buffer): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt16BE(headerLength + body.length);
  header.writeUInt8(type, 4);
  return Buffer.concat([header, body]);
}

const sized = (text: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
};

/** A listener knows no such database, or has no room. */
export const refuse = (number: number): Buffer =>
  packet(
    4,
    Buffer.concat([
      Buffer.from([34, 0]),
      sized(`(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=${number})(ERROR_STACK=(ERROR=(CODE=${number}))))`),
    ]),
  );

/** It passes connections on to another address. */
export const redirect = (host: string, port: number): Buffer =>
  packet(5, sized(`(ADDRESS=(PROTOCOL=TCP)(HOST=${host})(PORT=${port}))`));

/** It takes the connection, and what it says next is not understood. */
export const accept = (): Buffer => {
  const body = Buffer.alloc(37);
  body.writeUInt16BE(318, 0);
  // No services of its own for encryption.
  body.writeUInt8(8, 15);
  body.writeUInt32BE(8192, 24);
  body.writeUInt32BE(65_535, 28);
  return packet(2, body);
};

/** A listener of Oracle's protocol, as far as it finds a database for who connects. */
export async function startTnsService(
  answer: (asked: string, count: number) => TnsAnswer,
  { isTls = false, asksForCertificate = false } = {},
): Promise<TnsService> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const talk = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (data) => {
      asked.push(data.toString('latin1').replace(/^[^(]*/s, ''));
      const said = answer(asked.at(-1) ?? '', asked.length);
      if (said === 'end') socket.end();
      else if (said !== null) socket.write(said);
    });
  };
  const secrets = { key: testKey, cert: testCertificate };
  const asking = asksForCertificate ? { requestCert: true, rejectUnauthorized: true, ca: testCertificate } : {};
  const server = isTls ? createTlsServer({ ...secrets, ...asking }, talk) : createServer(talk);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { readonly port: number }).port,
    asked,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
