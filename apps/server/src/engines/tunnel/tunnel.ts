import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Client, ClientChannel, ConnectConfig } from 'ssh2';
import { type NetworkPolicy, openGuardedSocket } from '../../outgoing/index.ts';
import { EngineError } from '../engine.ts';
import {
  changedHostKey,
  noCommonAlgorithm,
  noSshServer,
  refusedForwarding,
  refusedSignIn,
  silentBehind,
  silentServer,
  slowKey,
  toDialError,
  unreachableBehind,
  unreadableKey,
} from './failures.ts';
import type { PrivateKeyText, ReadPrivateKey } from './private-key.ts';
import { type Behind, cutConnection, TunnelSocket } from './tunnel-socket.ts';

/** An SSH server, and who signs in there. */
export interface SshServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly privateKey: PrivateKeyText | null;
}

/** By which key the server is known: the fingerprint of the first one that was met, or one that somebody entered. */
export interface HostKeys {
  known(): Promise<string | null>;
  /** Keeps the first one; the one that is known after that, as another may have been quicker. */
  learn(fingerprint: string): Promise<string>;
}

export interface TunnelOptions {
  readonly server: SshServer;
  readonly hostKeys: HostKeys;
  readonly readPrivateKey: ReadPrivateKey;
  readonly policy: NetworkPolicy;
  readonly log: (line: string) => void;
}

/** Shorter than any driver waits, so that the words are those of the tunnel. */
const signInTimeoutMs = 6500;
const openTimeoutMs = 6000;
const keepaliveMs = 15_000;
const keepalivesMissed = 3;
const idleMs = 60_000;
/** Servers lock out whoever is refused too often. */
const refusedMs = 3000;

/** What counts as safe, the quickest first; exchanges that compute long on the event loop are left out. */
const algorithms: NonNullable<ConnectConfig['algorithms']> = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group14-sha256',
  ],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
};

const fingerprintShape = /^SHA256:[A-Za-z0-9+/]{43}$/;

/** Whether a text is a fingerprint as `ssh-keygen -l` writes it. */
export function isFingerprint(text: string): boolean {
  return fingerprintShape.test(text);
}

function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** One connection to an SSH server, made when it is first wanted and again after it was lost. */
export class Tunnel {
  private line: Promise<Client> | null = null;
  private readonly sockets = new Set<TunnelSocket>();
  private refused: { readonly error: EngineError; readonly untilMs: number } | null = null;
  private idleTimer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private key: string | null = null;

  constructor(private readonly options: TunnelOptions) {}

  /** A socket that is not connected yet; where it leads, the SSH server finds. */
  openSocket(): Socket {
    const socket = new TunnelSocket((place) => this.openChannel(place));
    this.sockets.add(socket);
    clearTimeout(this.idleTimer);
    socket.once('close', () => {
      this.sockets.delete(socket);
      if (this.sockets.size === 0) this.rest();
    });
    // It has what drivers use of one.
    return socket as unknown as Socket;
  }

  close(): void {
    this.isClosed = true;
    this.end();
  }

  private rest(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => this.end(), idleMs).unref();
  }

  private end(): void {
    clearTimeout(this.idleTimer);
    const { line } = this;
    this.line = null;
    line?.then((client) => client.end()).catch(() => undefined);
    this.cutSockets();
  }

  private cutSockets(): void {
    for (const socket of this.sockets) socket.destroy(cutConnection());
  }

  private async openChannel(behind: Behind): Promise<ClientChannel> {
    const { server } = this.options;
    const client = await this.getLine();
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(silentBehind(server, behind));
      }, openTimeoutMs);
      client.forwardOut('127.0.0.1', 0, behind.host, behind.port, (error, channel) => {
        clearTimeout(timer);
        if (error) reject(toOpenError(error, server, behind));
        else if (isLate) channel.destroy();
        else resolve(channel);
      });
    });
  }

  /** Many ask at once, and one signs in. */
  private getLine(): Promise<Client> {
    if (this.isClosed) return Promise.reject(cutConnection());
    if (this.refused && performance.now() < this.refused.untilMs) return Promise.reject(this.refused.error);
    if (this.line) return this.line;
    const line = this.signIn();
    this.line = line;
    line.then(
      (client) => this.watch(client, line),
      (error: unknown) => {
        if (this.line === line) this.line = null;
        const isRefused = error instanceof EngineError && error.details.code === 'CONNECTION_ACCESS_DENIED_ERROR';
        this.refused = isRefused ? { error, untilMs: performance.now() + refusedMs } : null;
      },
    );
    return line;
  }

  private watch(client: Client, line: Promise<Client>): void {
    this.refused = null;
    client.once('close', () => {
      if (this.line !== line) return;
      this.line = null;
      if (this.sockets.size > 0) this.options.log('the SSH tunnel was cut');
      this.cutSockets();
    });
    if (this.sockets.size === 0) this.rest();
  }

  /** Read once: a passphrase is made to take long. */
  private async readKey(): Promise<string | null> {
    const { server, readPrivateKey } = this.options;
    if (!server.privateKey || this.key !== null) return this.key;
    const reading = await readPrivateKey(server.privateKey);
    if (!reading) throw slowKey();
    if ('problem' in reading) throw unreadableKey(reading.problem);
    this.key = reading.key;
    return this.key;
  }

  private async signIn(): Promise<Client> {
    const { server } = this.options;
    const key = await this.readKey();
    const known = await this.options.hostKeys.known();
    const ending = AbortSignal.timeout(signInTimeoutMs);
    const sock = await dial(this.options, ending);
    const signingIn = new SigningIn(this.options, { known, key });
    // Many files, which few installations need.
    const { default: ssh2 } = await import('ssh2');
    const client = await signingIn.run(new ssh2.Client(), { sock, ending });
    try {
      const kept = await this.options.hostKeys.learn(signingIn.met);
      if (kept !== signingIn.met) throw changedHostKey(server, { known: kept, met: signingIn.met });
    } catch (error) {
      client.destroy();
      throw error;
    }
    return client;
  }
}

/** The SSH server's own address is guarded as a database's is. */
async function dial({ server, policy }: TunnelOptions, ending: AbortSignal): Promise<Socket> {
  const socket = openGuardedSocket(policy);
  socket.connect(server.port, server.host);
  try {
    await once(socket, 'connect', { signal: ending });
    return socket.setNoDelay(true);
  } catch (error) {
    socket.on('error', () => undefined);
    socket.destroy();
    throw ending.aborted ? silentServer(server) : toDialError(error, server);
  }
}

/** One attempt to sign in. */
class SigningIn {
  /** The fingerprint of the server's key, once it has shown one. */
  met = '';
  private failed: EngineError | null = null;

  constructor(
    private readonly options: TunnelOptions,
    private readonly secret: { readonly known: string | null; readonly key: string | null },
  ) {}

  run(client: Client, { sock, ending }: { readonly sock: Socket; readonly ending: AbortSignal }): Promise<Client> {
    const { server } = this.options;
    return new Promise((resolve, reject) => {
      const leave = (error: EngineError) => {
        ending.removeEventListener('abort', giveUp);
        reject(this.failed ?? error);
        client.destroy();
      };
      const giveUp = () => leave(silentServer(server));
      ending.addEventListener('abort', giveUp, { once: true });
      // Stays: a line that breaks later is told by its end, and without a listener would end the process.
      client.on('error', (error) => leave(this.toError(error)));
      client.once('close', () => leave(noSshServer(server)));
      client.once('ready', () => {
        ending.removeEventListener('abort', giveUp);
        resolve(client);
      });
      client.on('keyboard-interactive', (...[, , , prompts, answer]) => {
        // Only what can be nothing but the password is answered.
        answer(prompts.length === 1 && prompts[0]?.echo !== true ? [server.password ?? ''] : []);
      });
      client.connect({ ...this.toConfig(), sock });
    });
  }

  private toConfig(): ConnectConfig {
    const { server } = this.options;
    return {
      ...{ host: server.host, port: server.port, username: server.user, algorithms, readyTimeout: 0 },
      ...{ keepaliveInterval: keepaliveMs, keepaliveCountMax: keepalivesMissed },
      ...(this.secret.key === null
        ? { password: server.password ?? '', tryKeyboard: true }
        : { privateKey: this.secret.key }),
      hostVerifier: (key: Buffer) => this.isKnown(fingerprintOf(key)),
    };
  }

  private isKnown(met: string): boolean {
    const { known } = this.secret;
    this.met = met;
    if (known === null || known === met) return true;
    this.failed = changedHostKey(this.options.server, { known, met });
    return false;
  }

  private toError(error: Error & { readonly level?: string }): EngineError {
    const { server } = this.options;
    if (error.level === 'client-authentication')
      return refusedSignIn(server, { isByKey: this.secret.key !== null, cause: error });
    if (/no matching|handshake failed: no/i.test(error.message)) return noCommonAlgorithm(server, error);
    if (error.level === 'client-socket') return toDialError(error, server);
    return noSshServer(server, error);
  }
}

const reasons = { forbidden: 1 } as const;

function toOpenError(error: Error & { readonly reason?: unknown }, server: SshServer, behind: Behind): Error {
  if (error.reason === undefined) return cutConnection();
  if (error.reason === reasons.forbidden) return refusedForwarding(server, behind, error);
  return unreachableBehind(server, behind, error);
}
