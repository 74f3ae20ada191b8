import { createHash, createPrivateKey, createPublicKey, createSign, type KeyObject } from 'node:crypto';
import { EngineError } from '../engine.ts';
import type { UriParts } from './uri.ts';

export interface SignInSettings extends Pick<UriParts, 'account' | 'user' | 'password'> {
  /** In PEM, with its passphrase; null where a token is the password. */
  readonly privateKey: { readonly text: string; readonly passphrase: string | null } | null;
}

const lifeSeconds = 3000;
const spareSeconds = 300;

/** Who asks, as headers say it: by a token that stands in the password's place, or by a private key. */
export class SignIn {
  private signed: { readonly text: string; readonly untilSeconds: number } | null = null;

  constructor(private readonly settings: SignInSettings) {}

  headers(): Readonly<Record<string, string>> {
    const { password, privateKey } = this.settings;
    if (privateKey) return toHeaders(this.keyToken(privateKey), 'KEYPAIR_JWT');
    if (!password)
      throw refused('Give a programmatic access token as the password, or a private key in the secret options.');
    // What another service signed has three parts.
    const isOAuth = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(password);
    return toHeaders(password, isOAuth ? 'OAUTH' : 'PROGRAMMATIC_ACCESS_TOKEN');
  }

  private keyToken({ text, passphrase }: NonNullable<SignInSettings['privateKey']>): string {
    const now = Math.floor(Date.now() / 1000);
    if (this.signed && now < this.signed.untilSeconds) return this.signed.text;
    const { account, user } = this.settings;
    const key = readKey(text, passphrase);
    const whole = createPublicKey(key).export({ type: 'spki', format: 'der' });
    const name = `${(account.split('.')[0] ?? '').toUpperCase()}.${user.toUpperCase()}`;
    const issuer = `${name}.SHA256:${createHash('sha256').update(whole).digest('base64')}`;
    const claims = { iss: issuer, sub: name, iat: now, exp: now + lifeSeconds };
    const head = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signature = createSign('RSA-SHA256').update(head.join('.')).sign(key, 'base64url');
    this.signed = { text: [...head, signature].join('.'), untilSeconds: now + lifeSeconds - spareSeconds };
    return this.signed.text;
  }
}

function toHeaders(token: string, type: string) {
  return { Authorization: `Bearer ${token}`, 'X-Snowflake-Authorization-Token-Type': type };
}

function readKey(text: string, passphrase: string | null): KeyObject {
  try {
    return createPrivateKey({ key: text, ...(passphrase ? { passphrase } : {}) });
  } catch {
    throw refused('The private key cannot be read. It is given in PEM, with its passphrase where it has one.');
  }
}

function refused(message: string): EngineError {
  return new EngineError({ code: 'CONNECTION_ACCESS_DENIED_ERROR', message });
}
