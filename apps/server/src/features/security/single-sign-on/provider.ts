import * as oidc from 'openid-client';
import type { OidcSettings, PlainOauth } from '../../../config.ts';
import { type Document, isDocument, parseDocument } from '../../../metadata/index.ts';
import { type Claims, checkGroupsAreTold } from '../identities/index.ts';

/** What binds the way back to the way there; known to the browser that was sent alone. */
export interface TripSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
}

export interface Provider {
  /** The address at the provider to which the browser is sent. Throws where the provider does not answer. */
  addressOf(redirectUri: string, trip: TripSecrets): Promise<string>;
  /** Who came back at this address of ours. Throws for whatever is not the provider's sound answer. */
  claimsOf(backAt: URL, trip: TripSecrets): Promise<Claims>;
}

const timeoutSeconds = 10;
/** As the standard has it. */
const maxSubject = 255;
const maxAnswerBytes = 1024 * 1024;
/** What the provider says of itself is asked anew after so long, so that new keys and addresses are learnt. */
const knownMs = 3_600_000;
/** A provider that does not answer is not asked for each click. */
const failedMs = 5000;

interface Deps {
  readonly settings: OidcSettings;
  readonly now: () => Date;
}

export function createProvider({ settings, now }: Deps): Provider {
  if (settings.plain) return createPlainProvider(settings, settings.plain);
  const discovered = createDiscovery({ settings, now });
  return {
    addressOf: async (redirectUri, trip) =>
      addressOf(await discovered(), redirectUri, { ...trip, scope: settings.scopes }),
    claimsOf: async (backAt, { state, nonce, verifier }) => {
      const provider = await discovered();
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(provider, backAt, checks);
      const claims = tokens.claims();
      if (!claims || claims.sub.length > maxSubject) throw new Error('The provider sent no identity.');
      const { userinfo_endpoint: hasMore } = provider.serverMetadata();
      const more = hasMore ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
      const values = { ...more, ...claims };
      checkGroupsAreTold(values, settings);
      return { issuer: claims.iss, subject: claims.sub, values };
    },
  };
}

interface Sent extends TripSecrets {
  readonly scope: string;
}

async function addressOf(provider: oidc.Configuration, redirectUri: string, sent: Sent): Promise<string> {
  const { scope, state, nonce, verifier } = sent;
  const codeChallenge = await oidc.calculatePKCECodeChallenge(verifier);
  const address = oidc.buildAuthorizationUrl(provider, {
    ...{ redirect_uri: redirectUri, scope, state, nonce },
    ...{ code_challenge: codeChallenge, code_challenge_method: 'S256' },
  });
  return address.href;
}

/** Who came follows from what the provider says under its own address to who has the token that it just gave. */
function createPlainProvider(settings: OidcSettings, plain: PlainOauth): Provider {
  const { issuer, clientId, clientSecret } = settings;
  const server = { issuer, authorization_endpoint: plain.authorizeUrl, token_endpoint: plain.tokenUrl };
  const provider = new oidc.Configuration(server, clientId, {}, authenticationOf(clientSecret));
  provider.timeout = timeoutSeconds;
  provider[oidc.customFetch] = boundedFetch;
  // Of this machine alone, which the settings have looked at.
  if ([plain.tokenUrl, plain.userInfoUrl].some((address) => address.startsWith('http:')))
    oidc.allowInsecureRequests(provider);
  return {
    addressOf: (redirectUri, trip) => addressOf(provider, redirectUri, { ...trip, scope: settings.scopes }),
    claimsOf: async (backAt, { state, verifier }) => {
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      const tokens = await oidc.authorizationCodeGrant(provider, backAt, checks);
      const headers = new Headers({ accept: 'application/json' });
      const address = new URL(plain.userInfoUrl);
      const answer = await oidc.fetchProtectedResource(provider, tokens.access_token, address, 'GET', null, headers);
      if (answer.status !== 200) throw new Error(`The provider answered ${answer.status} to who somebody is.`);
      const values = parseDocument(await answer.text());
      const subject = values && idIn(values, plain.idClaim);
      if (!values || !subject) throw new Error(`The provider said nobody's "${plain.idClaim}".`);
      checkGroupsAreTold(values, settings);
      return { issuer, subject, values };
    },
  };
}

function authenticationOf(clientSecret: string | null): oidc.ClientAuth {
  return clientSecret === null ? oidc.None() : oidc.ClientSecretPost(clientSecret);
}

/** A number or a text, at a place of which dots separate the parts. */
function idIn(values: Document, place: string): string | null {
  const found = place
    .split('.')
    .reduce<unknown>((value, name) => (isDocument(value) ? value[name] : undefined), values);
  if (typeof found === 'number') return Number.isSafeInteger(found) ? String(found) : null;
  return typeof found === 'string' && found !== '' && found.length <= maxSubject ? found : null;
}

function createDiscovery({ settings, now }: Deps): () => Promise<oidc.Configuration> {
  let known: { readonly value: Promise<oidc.Configuration>; until: number } | null = null;
  return () => {
    const time = now().getTime();
    if (known && time < known.until) return known.value;
    const value = discover(settings);
    const mine = { value, until: time + knownMs };
    known = mine;
    value.catch(() => {
      mine.until = time + failedMs;
    });
    return value;
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<oidc.Configuration> {
  const metadata = { [oidc.clockTolerance]: 60 };
  const isPlain = issuer.startsWith('http:');
  return oidc.discovery(new URL(issuer), clientId, metadata, authenticationOf(clientSecret), {
    timeout: timeoutSeconds,
    [oidc.customFetch]: boundedFetch,
    // Of this machine alone, which the settings have looked at.
    ...(isPlain ? { execute: [oidc.allowInsecureRequests] } : {}),
  });
}

/** A provider that never stops speaking is cut. */
async function boundedFetch(url: string, { body, headers, method, redirect, signal }: oidc.CustomFetchOptions) {
  // Both sides have a type of their own for what may be sent.
  const sent = { body: body as RequestInit['body'], headers, method, redirect, signal };
  const answer = await fetch(url, sent);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) throw new Error('The provider said more than is read.');
    parts.push(part);
  }
  const { status, headers: said } = answer;
  const isEmpty = [101, 204, 205, 304].includes(status);
  return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: said });
}
