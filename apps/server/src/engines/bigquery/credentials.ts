import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { NetworkPolicy } from '../../outgoing/index.ts';
import { EngineError } from '../engine.ts';
import { HttpServer, RefusedRequest, toSignedToken } from '../remote/index.ts';

/** A key file of a service account; as much of it as is read. */
interface ServiceAccount {
  readonly client_email: string;
  readonly private_key: string;
  readonly token_uri: string;
}

export interface SignInSettings {
  /** A key file of a service account; null where none was given. */
  readonly credentials: string | null;
  readonly policy: NetworkPolicy;
  /** What a token may be used for; queries, unless told otherwise. */
  readonly scope?: string;
}

const usualScope = 'https://www.googleapis.com/auth/bigquery';
const usualTokenUri = 'https://oauth2.googleapis.com/token';
const tokenSeconds = 3600;
/** A token is not used in its last minute: a request takes its time. */
const spareMs = 60_000;

/** Signs in as a service account, by its key, and keeps the token while it is good. */
export class Credentials {
  private token: { readonly text: string; readonly untilMs: number } | null = null;
  private asking: Promise<string> | null = null;

  constructor(private readonly settings: SignInSettings) {}

  /** What goes into the header of a request; null where no key was given, as programs that stand in for the service take it. */
  async authorization(): Promise<string | null> {
    if (this.settings.credentials === null) return null;
    if (this.token && Date.now() < this.token.untilMs) return `Bearer ${this.token.text}`;
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return `Bearer ${await this.asking}`;
  }

  /** After the service refused a token. */
  forget(): void {
    this.token = null;
  }

  private async ask(): Promise<string> {
    const account = readAccount(this.settings.credentials ?? '');
    const address = new URL(account.token_uri);
    const server = new HttpServer({
      host: address.hostname,
      port: Number(address.port || (address.protocol === 'https:' ? 443 : 80)),
      tlsMode: address.protocol === 'https:' ? 'verify' : 'disable',
      serverCertificate: null,
      policy: this.settings.policy,
    });
    try {
      const { text } = await server.ask({
        method: 'POST',
        path: address.pathname,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: toAssertion(account, this.settings.scope ?? usualScope),
        }).toString(),
        signal: AbortSignal.timeout(20_000),
      });
      // The documented shape of this answer.
      const { access_token: token, expires_in: seconds } = JSON.parse(text) as {
        readonly access_token: string;
        readonly expires_in: number;
      };
      this.token = { text: token, untilMs: Date.now() + seconds * 1000 - spareMs };
      return token;
    } catch (error) {
      throw error instanceof RefusedRequest ? refusedKey(error.message) : error;
    } finally {
      server.close();
    }
  }
}

function readAccount(text: string): ServiceAccount & { readonly key: KeyObject } {
  try {
    const { client_email, private_key, token_uri = usualTokenUri } = JSON.parse(text) as Partial<ServiceAccount>;
    if (!client_email || !private_key || !URL.canParse(token_uri)) throw new Error('The key file is not whole.');
    return { client_email, private_key, token_uri, key: createPrivateKey(private_key) };
  } catch {
    throw refusedKey('The text is no key file of a service account (JSON with client_email and private_key).');
  }
}

/** A signed statement of who asks, which is exchanged for a token. */
function toAssertion({ client_email, token_uri, key }: ReturnType<typeof readAccount>, scope: string): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = { iss: client_email, scope, aud: token_uri, iat: issuedAt, exp: issuedAt + tokenSeconds };
  return toSignedToken(claims, key);
}

function refusedKey(driverMessage: string): EngineError {
  return new EngineError({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'The service account key was refused. Give the JSON key file of an account that may run queries.',
    driverMessage,
  });
}
