import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says of a person, besides the own name for him. */
export type PersonClaims = Readonly<Record<string, unknown>>;

/** An OpenID Connect provider on this machine, where whoever was named last is signed in without a question. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Lets browsers come back to this server. */
  readonly serve: (redirectUri: string) => void;
  /** Whoever comes from now on is this person; null turns everybody away. */
  readonly signIn: (subject: string | null, claims?: PersonClaims) => void;
  /** How often it was asked for tokens. */
  readonly countTokenCalls: () => number;
  readonly stop: () => Promise<void>;
}

interface ProviderOptions {
  readonly accessTokenSeconds?: number;
}

export async function startIdentityProvider({
  accessTokenSeconds = 600,
}: ProviderOptions = {}): Promise<IdentityProvider> {
  const persons = new Map<string, PersonClaims>();
  let current: string | null = null;
  let tokenCalls = 0;
  let handle = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has one.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ['powerset', 'a secret for tests'];
  const serve = (redirectUri: string) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'given_name', 'family_name', 'groups', '_claim_names'],
        email: ['email', 'email_verified'],
      },
      ttl: {
        ...{ AccessToken: accessTokenSeconds, RefreshToken: 600 },
        ...{ Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      },
      issueRefreshToken: async () => true,
      // One that was used is never taken again.
      rotateRefreshToken: true,
      cookies: { keys: ['a key for tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: async () => ({ ...persons.get(accountId), sub: accountId }),
      }),
      // Nobody is asked what he allows.
      loadExistingGrant: async (context) => {
        const { client, session } = context.oidc;
        if (!client || !session?.accountId) return undefined;
        const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    handle = (request, response) => {
      if (request.method === 'POST' && request.url === '/token') tokenCalls += 1;
      if (!request.url?.startsWith('/sign-in/')) return void answer(request, response);
      const result = current === null ? { error: 'access_denied' } : { login: { accountId: current, remember: false } };
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    };
  };
  return {
    issuer,
    clientId,
    clientSecret,
    serve,
    signIn: (subject, claims = {}) => {
      current = subject;
      if (subject !== null) persons.set(subject, claims);
    },
    countTokenCalls: () => tokenCalls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
