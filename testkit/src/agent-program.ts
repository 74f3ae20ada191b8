import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

/** A program with the protocol's own client: it keeps what it is given, and tells where it would send a browser. */
export function agentProgram(serverUrl: string, redirect: string, change: Partial<OAuthClientMetadata> = {}) {
  const kept: Record<string, unknown> = {};
  const metadata: OAuthClientMetadata = {
    client_name: 'Desk',
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...change,
  };
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value;
  };
  const provider = {
    redirectUrl: redirect,
    clientMetadata: metadata,
    state: () => 'a state & more',
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    codeVerifier: () => String(kept.verifier),
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep('discovery'),
    redirectToAuthorization: keep('address'),
    invalidateCredentials: (kind: string) => {
      if (kind === 'tokens' || kind === 'all') kept.tokens = undefined;
      if (kind === 'client' || kind === 'all') kept.client = undefined;
    },
  } as unknown as OAuthClientProvider;
  const connect = async () => {
    const client = new Client({ name: 'tests', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(`${serverUrl}/mcp`), { authProvider: provider });
    try {
      await client.connect(transport);
    } catch (error) {
      if (error instanceof UnauthorizedError) return { transport, client: null };
      throw error;
    }
    return { transport, client };
  };
  return {
    kept,
    /** Null as long as nobody let it in. */
    connect: async () => (await connect()).client,
    /** Asks to be let in and, once a browser was sent back to it, connects. */
    letIn: async (cameBack: (address: URL) => Promise<URL>) => {
      const { transport } = await connect();
      await transport.finishAuth((await cameBack(kept.address as URL)).searchParams);
      const { client } = await connect();
      if (!client) throw new Error('Nobody let it in.');
      return client;
    },
    address: () => kept.address as URL,
    tokens: () => kept.tokens as { access_token: string; refresh_token: string; scope: string; expires_in: number },
  };
}

/** Calls a tool; of its answer the text, which is JSON where it went well. */
export async function useTool(client: Client, name: string, input: object = {}) {
  const answer = (await client.callTool({ name, arguments: { ...input } })) as {
    isError?: boolean;
    content: { text: string }[];
  };
  return { isError: answer.isError === true, text: answer.content[0]?.text ?? '' };
}
