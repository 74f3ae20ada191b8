import { createHash } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import ssh2, { type AuthContext, type Connection, type KeyboardAuthContext, type ServerConfig } from 'ssh2';

/** Who may sign in: by a password, or by the key whose open half this is (one line, as in `authorized_keys`). */
export interface SshAccount {
  readonly user: string;
  readonly password?: string;
  readonly openKey?: string;
  /** The server asks for the password in a dialog, and takes it in no other way. */
  readonly isAsked?: boolean;
}

/** What becomes of a wish to be connected on. */
export type Forwarding = 'allow' | 'refuse' | 'silent';

export interface SshServer {
  readonly port: number;
  /** Of its key, as `ssh-keygen -l` writes it. */
  readonly fingerprint: string;
  /** Addresses that were asked for, in their order. */
  readonly asked: readonly string[];
  /** How often somebody signed in, and how often somebody was refused. */
  readonly counts: { readonly signedIn: number; readonly refused: number; readonly open: number };
  setForwarding(forwarding: Forwarding): void;
  /** Breaks every connection at once. */
  cutAll(): void;
  stop(): Promise<void>;
}

export interface SshServerOptions {
  readonly accounts: readonly SshAccount[];
  /** In the format of OpenSSH; a new one where nothing is said. */
  readonly hostKey?: string;
  readonly port?: number;
  readonly algorithms?: ServerConfig['algorithms'];
  /** Names that only this server can resolve. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A server of a test on loopback that signs people in and connects them on. */
export async function startSshServer({
  accounts,
  hostKey = newSshKey().private,
  port = 0,
  algorithms,
  names = {},
}: SshServerOptions): Promise<SshServer> {
  const state = { forwarding: 'allow' as Forwarding, signedIn: 0, refused: 0 };
  const asked: string[] = [];
  const clients = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey], ...(algorithms ? { algorithms } : {}) }, (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.on('close', () => clients.delete(client));
    client.on('authentication', (context) => {
      if (context.method === 'keyboard-interactive') {
        askPassword(context, accounts);
        return;
      }
      if (isLetIn(context, accounts)) {
        context.accept();
        return;
      }
      if (context.method !== 'none') state.refused += 1;
      const isAsked = accounts.some((account) => account.isAsked);
      context.reject(isAsked ? ['keyboard-interactive'] : ['password', 'publickey']);
    });
    client.on('ready', () => {
      state.signedIn += 1;
    });
    // Without a listener the answer is that it is forbidden.
    if (state.forwarding === 'refuse') return;
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
      asked.push(`${destIP}:${destPort}`);
      if (state.forwarding === 'silent') return;
      const socket = connect(destPort, names[destIP] ?? destIP);
      socket.once('error', () => reject());
      socket.once('connect', () => {
        socket.removeAllListeners('error');
        socket.on('error', () => channel.destroy());
        const channel = accept();
        channel.on('error', () => socket.destroy());
        channel.on('close', () => socket.destroy());
        channel.pipe(socket).pipe(channel);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cutAll = () => {
    // Without a word of the protocol, as a network does it.
    for (const client of clients) (client as unknown as { _sock: { destroy(): void } })._sock.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint: fingerprintOf(hostKey),
    asked,
    get counts() {
      return { signedIn: state.signedIn, refused: state.refused, open: clients.size };
    },
    setForwarding: (forwarding) => {
      state.forwarding = forwarding;
    },
    cutAll,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}

function isLetIn(context: AuthContext, accounts: readonly SshAccount[]): boolean {
  const account = accounts.find(({ user }) => user === context.username);
  if (!account) return false;
  if (context.method === 'password') return !account.isAsked && context.password === account.password;
  if (context.method !== 'publickey' || !account.openKey) return false;
  const key = ssh2.utils.parseKey(account.openKey);
  if (key instanceof Error || !context.key.data.equals(key.getPublicSSH())) return false;
  return (
    !context.signature || key.verify(context.blob ?? Buffer.alloc(0), context.signature, context.hashAlgo) === true
  );
}

function askPassword(context: KeyboardAuthContext, accounts: readonly SshAccount[]): void {
  const account = accounts.find(({ user, isAsked }) => user === context.username && isAsked);
  if (!account) {
    context.reject();
    return;
  }
  context.prompt([{ prompt: 'Password: ', echo: false }], (answers) => {
    if (answers[0] === account.password) context.accept();
    else context.reject();
  });
}

/** A key of a test, in the format of OpenSSH; `ed25519` where nothing is said. */
export function newSshKey(type: KeyType = 'ed25519', passphrase?: string) {
  for (;;) {
    const pair = generate(type, passphrase);
    // One in some hundreds comes out in a form that nothing reads.
    if (!(ssh2.utils.parseKey(pair.private, passphrase) instanceof Error)) return pair;
  }
}

type KeyType = 'ed25519' | 'rsa' | 'ecdsa';

function generate(type: KeyType, passphrase: string | undefined) {
  const locked: object = passphrase === undefined ? {} : { passphrase, cipher: 'aes256-ctr', rounds: 2 };
  if (type === 'ed25519') return ssh2.utils.generateKeyPairSync('ed25519', locked);
  if (type === 'rsa') return ssh2.utils.generateKeyPairSync('rsa', { bits: 2048, ...locked });
  return ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256, ...locked });
}

function fingerprintOf(privateKey: string): string {
  const key = ssh2.utils.parseKey(privateKey);
  if (key instanceof Error) throw key;
  return `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
}
