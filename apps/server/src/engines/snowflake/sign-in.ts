import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { EngineError } from '../engine.ts';
import { toSignedToken } from '../remote/index.ts';
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
    if (privateKey)
      return { ...toHeader(this.keyToken(privateKey)), 'X-Snowflake-Authorization-Token-Type': 'KEYPAIR_JWT' };
    if (!password)
      throw refused('Give a programmatic access token as the password, or a private key in the secret options.');
    // Of which kind it is (the service's own, or another one's) is seen there by the token itself.
    return toHeader(password);
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
    this.signed = { text: toSignedToken(claims, key), untilSeconds: now + lifeSeconds - spareSeconds };
    return this.signed.text;
  }
}

function toHeader(token: string) {
  return { Authorization: `Bearer ${token}` };
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
