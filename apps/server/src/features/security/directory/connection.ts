import { readFileSync } from 'node:fs';
import { isIP, connect as openSocket, type Socket } from 'node:net';
import { type ConnectionOptions, connect as openTls } from 'node:tls';
import type { Client } from 'ldapts';
import type { LdapSettings } from '../../../config.ts';
import { DirectoryError } from './words.ts';

/** Looking somebody up takes no longer, from the first byte to the last. */
const patienceMs = 10_000;
/** What is said of a person and the groups. */
const mostBytes = 8 * 1024 * 1024;

/** Asks the directory on a connection of its own, which ends with the question. */
export async function withConnection<T>(
  settings: LdapSettings,
  ask: (connection: Client, ldap: typeof import('ldapts')) => Promise<T>,
): Promise<T> {
  const ldap = await import('ldapts');
  const line = createLine();
  const tls = toTlsOptions(settings);
  const client = new ldap.Client({
    url: settings.url,
    // The client calls both in one way each, of the many that Node's have.
    createConnection: line.openPlain as typeof openSocket,
    createSecureConnection: line.openSecure as typeof openTls,
    ...(settings.url.startsWith('ldaps:') ? { tlsOptions: tls } : {}),
  });
  const asking = async () => {
    if (settings.startsTls) await client.startTLS(tls);
    return ask(client, ldap);
  };
  try {
    return await inTime(asking());
  } finally {
    line.cut();
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DirectoryError('The directory did not answer in time.')), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function toTlsOptions({ url, caFile }: LdapSettings): ConnectionOptions {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(caFile ? { ca: readFileSync(caFile, 'utf8') } : {}),
  };
}

/** One connection, and no second one in its place: the client would open that unencrypted, and go on with passwords. */
function createLine() {
  const sockets: Socket[] = [];
  const plainParts: Buffer[] = [];
  const keep = <S extends Socket>(socket: S, isPlain: boolean): S => {
    let bytes = 0;
    socket.on('data', (part: Buffer) => {
      bytes += part.length;
      if (isPlain) plainParts.push(part);
      if (bytes > mostBytes) socket.destroy(new DirectoryError('The directory said more than is read.'));
    });
    sockets.push(socket);
    return socket;
  };
  const refuseSecond = () => {
    if (sockets.length > 0) throw new DirectoryError('The directory closed the connection.');
  };
  return {
    openPlain: (port: number, host: string) => {
      refuseSecond();
      return keep(openSocket(port, host), true);
    },
    openSecure: (first: number | ConnectionOptions, host?: string, options?: ConnectionOptions) => {
      if (typeof first === 'number') {
        refuseSecond();
        return keep(openTls(first, host, options), false);
      }
      // What somebody put behind the directory's consent would be read as if it had come encrypted.
      if (!isOneMessage(Buffer.concat(plainParts)))
        throw new DirectoryError('More than its consent to encryption came unencrypted.');
      first.socket?.removeAllListeners('data');
      return keep(openTls(first), false);
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Whether these bytes are one message of LDAP, whole and with nothing behind it: a tag, a length (X.690, 8.1.3), the rest. */
export function isOneMessage(bytes: Buffer): boolean {
  const [tag, first] = bytes;
  if (tag !== 0x30 || first === undefined) return false;
  if (first < 0x80) return bytes.length === 2 + first;
  const digits = first & 0x7f;
  if (digits === 0 || digits > 4 || bytes.length < 2 + digits) return false;
  return bytes.length === 2 + digits + bytes.readUIntBE(2, digits);
}
