import type { EndpointsOf } from './endpoints.ts';
import type { agentOperations } from './schemas/agents.ts';

export const agentEndpoints: EndpointsOf<typeof agentOperations> = {
  resource: { method: 'GET', path: '/.well-known/oauth-protected-resource' },
  resourceByPath: { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' },
  server: { method: 'GET', path: '/.well-known/oauth-authorization-server' },
  register: { method: 'POST', path: '/oauth/register', isCsrfExempt: true },
  token: { method: 'POST', path: '/oauth/token', isCsrfExempt: true },
  revoke: { method: 'POST', path: '/oauth/revoke', isCsrfExempt: true },
  readRequest: { method: 'GET', path: '/api/v1/security/agents/request' },
  decide: { method: 'POST', path: '/api/v1/security/agents/request' },
  list: { method: 'GET', path: '/api/v1/security/agents/' },
  end: { method: 'DELETE', path: '/api/v1/security/agents/:id' },
};

/** The page on which people let agents in, or not. */
export const agentConsentPath = '/oauth/authorize/';
