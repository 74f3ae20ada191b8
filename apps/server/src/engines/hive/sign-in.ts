import type { Socket } from 'node:net';
import { EngineError } from '../engine.ts';
import type { Kerberos, KerberosTarget, Talk } from '../kerberos/index.ts';
import { noHiveServer, RefusedSignIn } from './failures.ts';

export interface SignInSettings {
  readonly host: string;
  readonly user: string;
  readonly password: string | null;
  /** Signed in by a ticket, and not by name and password. */
  readonly kerberos?: KerberosTarget | undefined;
  readonly tickets?: Kerberos | undefined;
}

/** Of signing in: what the server says of it. */
const largestWord = 64 * 1024;

/** The steps of signing in by SASL, as both sides of the protocol number them. */
const steps = { start: 1, ok: 2, complete: 5 } as const;

/** What is done to messages once it is known who sends them, as a bit of a server's offer: nothing. */
const noLayer = 1;

/** Signs in; answers with what the server has sent behind that already. */
export async function signIn(socket: Socket, settings: SignInSettings, signal: AbortSignal): Promise<Buffer> {
  const line = new SignInSteps(socket, signal);
  if (settings.kerberos) await byTicket(line, settings, signal);
  else await byPassword(line, settings);
  return line.rest;
}

async function byPassword(line: SignInSteps, { user, password }: SignInSettings): Promise<void> {
  line.send(steps.start, Buffer.from('PLAIN'));
  // A server that looks at no password still refuses an empty one.
  line.send(steps.ok, Buffer.from(`\u0000${user}\u0000${password ?? 'x'}`));
  while (!(await line.read()).isComplete);
}

async function byTicket(line: SignInSteps, settings: SignInSettings, signal: AbortSignal): Promise<void> {
  const { kerberos, tickets, host } = settings;
  if (!kerberos || !tickets) throw new RefusedSignIn('Kerberos');
  const talk = await tickets.begin({ host, ...kerberos }, signal);
  try {
    line.send(steps.start, Buffer.from('GSSAPI'));
    line.send(steps.ok, talk.first);
    for (let isMutual = false; !isMutual; ) {
      const { body } = await line.read();
      const { token, isComplete } = await talk.step(body);
      line.send(steps.ok, token);
      isMutual = isComplete;
    }
    await agreeOnLayer(line, talk);
  } finally {
    talk.end();
  }
}

/** The server offers what may be done to messages, and how long they may be; the answer names nobody else to act for. */
async function agreeOnLayer(line: SignInSteps, talk: Talk): Promise<void> {
  const { body, isComplete } = await line.read();
  if (isComplete) return;
  const offered = (await talk.unwrap(body))[0] ?? 0;
  if ((offered & noLayer) === 0)
    throw new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message:
        'The server wants each message signed or sealed by Kerberos (hive.server2.thrift.sasl.qop). Set it to auth, and encrypt the connection by TLS.',
    });
  line.send(steps.ok, await talk.wrap(Buffer.from([noLayer, 0, 0, 0])));
  while (!(await line.read()).isComplete);
}

/** The messages of signing in, one after the other. */
class SignInSteps {
  private heard: Buffer = Buffer.alloc(0);

  constructor(
    private readonly socket: Socket,
    private readonly signal: AbortSignal,
  ) {}

  /** What came behind the last message that was read. */
  get rest(): Buffer {
    return this.heard;
  }

  send(status: number, body: Buffer): void {
    const head = Buffer.alloc(5);
    head.writeUInt8(status, 0);
    head.writeUInt32BE(body.length, 1);
    this.socket.write(Buffer.concat([head, body]));
  }

  /** The next message of a server that goes on; throws where it refuses. */
  async read(): Promise<{ readonly isComplete: boolean; readonly body: Buffer }> {
    for (;;) {
      const status = this.heard[0];
      const length = this.heard.length < 5 ? null : this.heard.readUInt32BE(1);
      if (length !== null && length > largestWord) throw noHiveServer();
      if (length === null || this.heard.length < 5 + length) {
        this.heard = Buffer.concat([this.heard, await nextPart(this.socket, this.signal)]);
        continue;
      }
      const body = this.heard.subarray(5, 5 + length);
      this.heard = this.heard.subarray(5 + length);
      if (status !== steps.complete && status !== steps.ok)
        throw new RefusedSignIn(body.toString('utf8') || 'The server refused to sign in.');
      return { isComplete: status === steps.complete, body };
    }
  }
}

/** What the server sends next, and nothing behind that: whoever closes the connection refuses without a word. */
function nextPart(socket: Socket, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      socket.pause();
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
      signal.removeEventListener('abort', leave);
      end();
    };
    const leave = () => settle(() => reject(signal.reason));
    const listeners = {
      data: (part: Buffer) => settle(() => resolve(part)),
      end: () => settle(() => reject(noHiveServer())),
      close: () => settle(() => reject(noHiveServer())),
      error: (error: Error) => settle(() => reject(error)),
    };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    else if (socket.destroyed) settle(() => reject(noHiveServer()));
    else socket.resume();
  });
}
