import { type AgentScope, agentConsentPath, agentEndpoints, agentScopes, mcpEndpoints } from '@powerset/contract';
import { isAgentScope } from '../../access/index.ts';

/** A refusal in the words of the protocol. */
export class ProtocolError extends Error {
  readonly code: string;
  readonly status: 400 | 401;

  constructor(code: string, description: string, status: 400 | 401 = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}

/** What tokens are for: the one address at which agents call. */
export const resourceOf = (origin: string) => `${origin}${mcpEndpoints.call.path}`;

/** Whether a program means this server's `/mcp`; one that names nothing can mean nothing else. */
export function isResource(named: string | undefined, origin: string): boolean {
  return named === undefined || named === resourceOf(origin) || named === `${resourceOf(origin)}/`;
}

/** Scopes as the protocol writes them, each with those before it. */
export const toScopeText = (scope: AgentScope) => agentScopes.slice(0, agentScopes.indexOf(scope) + 1).join(' ');

/** What is asked for where nobody says what: finding and asking, and no change. */
export const usualScope: AgentScope = 'sql';

/** The widest that a text names; undefined where it names none that there is. Others, such as `offline_access`, are let be. */
export function readScope(text: string | undefined): AgentScope | undefined {
  if (text === undefined || text.trim() === '') return usualScope;
  const named = text.split(' ').filter(isAgentScope);
  return agentScopes.findLast((scope) => named.includes(scope));
}

export const isWider = (left: AgentScope, right: AgentScope) => agentScopes.indexOf(left) > agentScopes.indexOf(right);

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** An address to which a browser may be sent back: by TLS, or to a program on the person's own machine. */
export function isRedirectAddress(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\') || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}

/** To the letter; a program on the person's own machine takes whichever port is free. */
export function isSameRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  if (!isRedirectAddress(given)) return false;
  const [left, right] = [new URL(registered), new URL(given)];
  const isLocal = left.protocol === 'http:' && right.protocol === 'http:' && loopback.test(left.hostname);
  return (
    isLocal && left.hostname === right.hostname && left.pathname === right.pathname && left.search === right.search
  );
}

/** A redirect address with an answer in it. */
export function withAnswer(address: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** What agents read of `/mcp` (RFC 9728). */
export const describeResource = (origin: string) => ({
  resource: resourceOf(origin),
  resource_name: 'Powerset',
  authorization_servers: [origin],
  scopes_supported: [...agentScopes],
  bearer_methods_supported: ['header'],
});

/** What they read of how they get tokens (RFC 8414). */
export const describeServer = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}${agentConsentPath}`,
  token_endpoint: `${origin}${agentEndpoints.token.path}`,
  registration_endpoint: `${origin}${agentEndpoints.register.path}`,
  revocation_endpoint: `${origin}${agentEndpoints.revoke.path}`,
  scopes_supported: [...agentScopes],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});
