import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import sessions from 'oracledb/lib/thin/sqlnet/networkSession.js';
import Transport from 'oracledb/lib/thin/sqlnet/ntTcp.js';
import { type NetworkPolicy, openGuardedSocket } from '../../outgoing/index.ts';
import type { ClientCertificate } from '../remote/index.ts';
import { Redirected } from './failures.ts';
import type { UriParts } from './uri.ts';

export interface Place extends Pick<UriParts, 'host' | 'port' | 'target' | 'tlsMode' | 'certificateName'> {
  /** The certificate of the authority that signed the server's, in PEM. */
  readonly serverCertificate: string | null;
  /** By which the server knows who connects. */
  readonly clientCertificate: ClientCertificate | null;
  readonly policy: NetworkPolicy;
}

/** A connection that is being made, and the streams that were opened for it: the last is the one that it speaks on. */
export interface Opening {
  readonly place: Place;
  readonly streams: Duplex[];
}

/** Where the driver's own code asks for its connection, it is told here which. */
const opening = new AsyncLocalStorage<Opening>();

/** Has the driver connect by sockets of ours. */
export function withSockets<T>(given: Opening, work: () => Promise<T>): Promise<T> {
  useSockets();
  return opening.run(given, work);
}

let isUsed = false;

/** Once for all connections, as nothing else here uses the driver; its version is fixed. */
function useSockets(): void {
  if (isUsed) return;
  isUsed = true;
  const { prototype } = sessions.NetworkSession;
  const connect = prototype.connect;
  // It would look up the host by itself, which a tunnel's end alone may be able to.
  prototype.connect = function connectByPlace(config) {
    const given = opening.getStore();
    return connect.call(this, given ? { ...config, _connInfo: [...Array(5), addressOf(given.place)] } : config);
  };
  const disconnect = prototype.disconnect;
  // It says good-bye to a server that may be gone, also when nobody holds the connection any more: there an error ends the process.
  prototype.disconnect = function disconnectQuietly(type) {
    try {
      disconnect.call(this, type);
    } catch {
      this.connected = false;
    }
  };
  Transport.prototype.connect = connectTransport;
  Transport.prototype.tlsConnect = connectSecurely;
}

interface Address {
  readonly hostname: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: string;
  readonly originHost?: string;
}

/** The one address of a place, as the driver asks for it. */
function addressOf({ host, port, target, tlsMode }: Place) {
  const protocol = tlsMode === 'disable' ? 'tcp' : 'tcps';
  const name = target.kind === 'service' ? `(SERVICE_NAME=${target.name})` : `(SID=${target.name})`;
  const client = '(CID=(PROGRAM=powerset)(HOST=powerset)(USER=powerset))';
  const words = `(DESCRIPTION=(CONNECT_DATA=${name}${client})(ADDRESS=(PROTOCOL=${protocol})(HOST=${host})(PORT=${port})))`;
  let isAsked = false;
  return {
    reset: () => undefined,
    execute: async () => {
      if (isAsked) throw new Error('All options tried');
      isAsked = true;
      return { ...{ hostname: host, host, port, protocol }, desc: { params: {} }, CNdata: [words] };
    },
  };
}

/** What of the driver's transport is used here. */
interface TransportInside {
  stream: Duplex | null;
  connStream?: Duplex;
  connected: boolean;
  secure: boolean;
  host?: string;
  hostName?: string;
  port?: number;
  tlsConnect(context: unknown, stream: Duplex): Promise<void>;
  setupEventHandlers(): void;
}

async function connectTransport(this: TransportInside, address: Address): Promise<void> {
  const given = opening.getStore();
  if (!given) throw new Error('A connection was asked for that nobody opens.');
  const { place, streams } = given;
  const isRedirected = address.originHost !== undefined;
  if (isRedirected && !isNeighbour(place.host, address.hostname, streams[0])) throw new Redirected(address.hostname);
  this.host = address.host;
  this.hostName = address.hostname;
  this.port = address.port;
  const socket = openGuardedSocket(place.policy);
  streams.push(socket);
  await connected(socket, () => socket.connect(address.port, address.host));
  socket.setNoDelay(true);
  this.stream = socket;
  this.connected = true;
  if (address.protocol.toLowerCase() === 'tcps') {
    this.secure = true;
    await this.tlsConnect(null, socket);
  } else if (place.tlsMode !== 'disable') throw new Redirected(address.hostname);
  this.setupEventHandlers();
}

/** Also where the server asks for it once more, after it has found the database. */
async function connectSecurely(this: TransportInside, _context: unknown, stream: Duplex): Promise<void> {
  const given = opening.getStore();
  if (!given) throw new Error('A connection was asked for that nobody opens.');
  this.stream?.removeAllListeners('data');
  const secure = connectTls(tlsOptions(given.place, stream));
  given.streams.push(secure);
  await connected(secure, () => undefined, 'secureConnect');
  this.stream = secure;
  this.connStream = stream;
}

function tlsOptions(place: Place, stream: Duplex): ConnectionOptions {
  const { host, tlsMode, certificateName, serverCertificate, clientCertificate } = place;
  const name = certificateName ?? host;
  return {
    socket: stream as Socket,
    // A given certificate is always checked against.
    rejectUnauthorized: tlsMode === 'verify' || serverCertificate !== null,
    ...(isIP(name) === 0 ? { servername: name } : { host: name }),
    ...(serverCertificate === null ? {} : { ca: serverCertificate }),
    ...(clientCertificate === null ? {} : { cert: clientCertificate.cert, key: clientCertificate.key }),
  };
}

/** Until it is connected, or says why not. */
function connected(stream: Duplex, start: () => void, event = 'connect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    stream.once('error', reject);
    stream.once('close', onClose);
    stream.once(event, () => {
      stream.off('error', reject);
      stream.off('close', onClose);
      // Whatever it says later is found where it is used.
      stream.on('error', () => undefined);
      resolve();
    });
    start();
  });
}

/** A cluster passes connections on to hosts of the same domain, or to addresses beside the one that is known. */
function isNeighbour(host: string, other: string, known: Duplex | undefined): boolean {
  if (host.toLowerCase() === other.toLowerCase()) return true;
  if (isIP(other) !== 0) {
    const address = known && 'remoteAddress' in known ? String(known.remoteAddress) : '';
    return address !== '' && networkOf(address) === networkOf(other);
  }
  const domain = host.toLowerCase().split('.').slice(1).join('.');
  return isIP(host) === 0 && domain.includes('.') && other.toLowerCase().endsWith(`.${domain}`);
}

/** The first three of four numbers. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  return isIP(plain) === 4 ? plain.split('.').slice(0, 3).join('.') : plain;
}
