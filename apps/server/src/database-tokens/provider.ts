import type { OAuth2Client } from '../engines/index.ts';
import { askUrl, type NetworkPolicy, SendError, type UrlAnswer } from '../outgoing/index.ts';

/** What a provider gave a person for a database. */
export interface GivenTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Null where the provider does not say. */
  readonly lastsSeconds: number | null;
}

/** The provider looked at the code or token that it was shown, and gives nothing for it any more. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
}

/** No answer, or none that can be used: nothing is known of what was shown. */
export class ProviderSilence extends Error {
  override name = 'ProviderSilence';

  /** With the provider's own word, where it said one. */
  constructor(
    message: string,
    readonly word: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** They are of what was shown. Every other word is of the client, its settings or the moment: what was shown may be good. */
const refusals: ReadonlySet<string> = new Set([
  ...['invalid_grant', 'interaction_required', 'consent_required', 'login_required'],
]);

interface Asking {
  readonly client: OAuth2Client;
  readonly policy: NetworkPolicy;
}

/** Shows a provider a code or a token, and brings the tokens that it gives for that. */
export async function askForTokens(
  { client, policy }: Asking,
  shown: Readonly<Record<string, string>>,
): Promise<GivenTokens> {
  const { status, text } = await ask({ client, policy }, shown);
  const said = readObject(text);
  if (status === 200 && said) return readTokens(said);
  // As the standard has it, both statuses come with a word; what stands before a provider answers without one.
  const word = said && typeof said.error === 'string' ? said.error.slice(0, 100) : null;
  if (word === null) throw new ProviderSilence(`status ${status}`);
  if (status >= 400 && status < 500 && refusals.has(word)) throw new ProviderRefusal(`${status} ${word}`);
  throw new ProviderSilence(`${status} ${word}`, /^[\w.-]+$/.test(word) ? word : null);
}

async function ask({ client, policy }: Asking, shown: Readonly<Record<string, string>>): Promise<UrlAnswer> {
  const { id, secret, tokenUri, isJson, isBasic } = client;
  const isNamedInHeader = isBasic && secret !== null;
  const own = isNamedInHeader ? {} : { client_id: id, ...(secret === null ? {} : { client_secret: secret }) };
  const fields = { ...shown, ...own };
  try {
    return await askUrl({
      ...{ url: tokenUri, policy },
      body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
      headers: {
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(isNamedInHeader ? { authorization: toBasic(id, secret) } : {}),
      },
    });
  } catch (error) {
    throw error instanceof SendError ? new ProviderSilence(error.message, null, { cause: error }) : error;
  }
}

/** As the standard has it, both are written as a form writes them first. */
function toBasic(id: string, secret: string): string {
  const write = (text: string) => new URLSearchParams({ x: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${write(id)}:${write(secret)}`).toString('base64')}`;
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

/** What can stand in a header. */
const tokenPattern = /^[\x21-\x7e]{1,32768}$/;
const longestSeconds = 366 * 24 * 3600;

function readTokens(said: Readonly<Record<string, unknown>>): GivenTokens {
  const { access_token: access, refresh_token: refresh, token_type: type = 'bearer', expires_in: seconds } = said;
  if (typeof access !== 'string' || !tokenPattern.test(access) || String(type).toLowerCase() !== 'bearer')
    throw new ProviderSilence('no usable token');
  const lasts = Number(seconds);
  return {
    accessToken: access,
    refreshToken: typeof refresh === 'string' && tokenPattern.test(refresh) ? refresh : null,
    lastsSeconds: Number.isFinite(lasts) && lasts > 0 ? Math.min(lasts, longestSeconds) : null,
  };
}
