import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** The addresses of the envelope. */
  readonly to: readonly string[];
  readonly mail: Email;
}

export interface MailServer {
  /** For `POWERSET_SMTP_URL`. */
  readonly url: string;
  /** What arrived whole, in order. */
  readonly mails: readonly ReceivedMail[];
  /** Settles when as many have arrived. */
  waitFor(count: number): Promise<void>;
  clear(): void;
  /** Answers the next messages with these codes instead of taking them: 451 to try again, 550 never. */
  refuse(...codes: readonly number[]): void;
  /** Holds back the answer to each message until it is let go, as a slow server does. */
  hold(): () => void;
  stop(): Promise<void>;
}

/** A mail server on a loopback port that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refusals: number[] = [];
  const waiting = new Set<() => void>();
  let held: Promise<void> = Promise.resolve();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const code = refusals.shift();
        if (code !== undefined) return done(Object.assign(new Error('Not now.'), { responseCode: code }));
        const mail = await PostalMime.parse(Buffer.concat(parts));
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
        for (const look of waiting) look();
        await held;
        return done();
      });
    },
  });
  // Whoever was killed in the middle of a message leaves its connection broken.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (mails.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    clear: () => {
      mails.length = 0;
    },
    refuse: (...codes) => void refusals.push(...codes),
    hold: () => {
      let letGo = () => {};
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      return letGo;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
