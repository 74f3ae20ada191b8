import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { utils } from 'ssh2';

export interface PrivateKeyText {
  readonly text: string;
  readonly passphrase: string | null;
}

/** A private key that opens without a passphrase, or why there is none. */
export type KeyReading = { readonly key: string } | { readonly problem: 'unknown' | 'encrypted' | 'passphrase' };

/** Reads a key where it keeps nobody waiting: how long that takes, the key itself says. Null where it took too long. */
export type ReadPrivateKey = (key: PrivateKeyText) => Promise<KeyReading | null>;

const problems: readonly (readonly [RegExp, 'encrypted' | 'passphrase'])[] = [
  [/no passphrase given|passphrase required|interrupted or cancelled/i, 'encrypted'],
  [/bad passphrase|integrity check failed|bad decrypt|malformed openssh private key/i, 'passphrase'],
];

/** Loads what reads keys, of any format that people have: OpenSSH's own, PuTTY's, and PEM. */
export async function loadKeyReader(): Promise<(key: PrivateKeyText) => KeyReading> {
  const { default: ssh2 } = await import('ssh2');
  return (key) => readKey(key, ssh2.utils);
}

function readKey({ text, passphrase }: PrivateKeyText, { parseKey }: Pick<typeof utils, 'parseKey'>): KeyReading {
  const parsed = parseKey(`${text.trim()}\n`, passphrase ?? undefined);
  if (!(parsed instanceof Error)) return parsed.isPrivateKey() ? toReading(parsed.getPrivatePEM(), null) : unknown;
  const said = problemIn(parsed);
  return said ? toProblem(said, passphrase) : toReading(text.trim(), passphrase);
}

const unknown: KeyReading = { problem: 'unknown' };

function toReading(pem: string, passphrase: string | null): KeyReading {
  try {
    return { key: toPlain(createPrivateKey({ key: pem, ...(passphrase === null ? {} : { passphrase }) })) };
  } catch (error) {
    const said = error instanceof Error ? problemIn(error) : null;
    // Decrypted with a wrong passphrase it may be anything.
    if (passphrase !== null && pem.includes('ENCRYPTED')) return { problem: 'passphrase' };
    return said ? toProblem(said, passphrase) : unknown;
  }
}

/** Without a passphrase none can be wrong: the text is no key. */
function toProblem(said: 'encrypted' | 'passphrase', passphrase: string | null): KeyReading {
  return said === 'passphrase' && passphrase === null ? unknown : { problem: said };
}

function problemIn({ message }: Error): 'encrypted' | 'passphrase' | null {
  return problems.find(([words]) => words.test(message))?.[1] ?? null;
}

/** In the form that the driver reads at once. */
function toPlain(key: KeyObject): string {
  if (key.asymmetricKeyType === 'rsa') return String(key.export({ type: 'pkcs1', format: 'pem' }));
  if (key.asymmetricKeyType === 'ec') return String(key.export({ type: 'sec1', format: 'pem' }));
  if (key.asymmetricKeyType === 'ed25519') return toOpenssh(key);
  throw new Error('no kind of key that servers take');
}

const keyName = 'ssh-ed25519';
const blockBytes = 8;

/** The one kind that PEM has in a form which the driver does not read. */
function toOpenssh(key: KeyObject): string {
  const { x = '', d = '' } = key.export({ format: 'jwk' });
  const [open, seed] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')];
  const secret = Buffer.concat([Buffer.alloc(8), ...[keyName, open, Buffer.concat([seed, open]), ''].map(sized)]);
  const padding = Buffer.from(
    Array.from({ length: (blockBytes - (secret.length % blockBytes)) % blockBytes }, (_, at) => at + 1),
  );
  const whole = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(sized),
    Buffer.from([0, 0, 0, 1]),
    sized(Buffer.concat([keyName, open].map(sized))),
    sized(Buffer.concat([secret, padding])),
  ]);
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n');
}

function sized(part: string | Buffer): Buffer {
  const bytes = Buffer.from(part);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes.length, 0);
  return Buffer.concat([head, bytes]);
}
