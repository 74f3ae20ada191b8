import type { EndpointsOf } from './endpoints.ts';
import type { securityOperations } from './schemas/security.ts';

export const securityEndpoints: EndpointsOf<typeof securityOperations> = {
  login: { method: 'POST', path: '/api/v1/security/login', isCsrfExempt: true },
  refresh: { method: 'POST', path: '/api/v1/security/refresh', isCsrfExempt: true },
  csrfToken: { method: 'GET', path: '/api/v1/security/csrf_token/' },
  setUp: { method: 'POST', path: '/api/v1/security/set_up', isCsrfExempt: true },
  signIn: { method: 'POST', path: '/api/v1/security/sign_in', isCsrfExempt: true },
  askPasswordReset: { method: 'POST', path: '/api/v1/security/password_reset/', isCsrfExempt: true },
  readPasswordLink: { method: 'POST', path: '/api/v1/security/password_link/read', isCsrfExempt: true },
  usePasswordLink: { method: 'POST', path: '/api/v1/security/password_link/', isCsrfExempt: true },
  signOut: { method: 'POST', path: '/api/v1/security/sign_out' },
  startSingleSignOn: { method: 'GET', path: '/api/v1/security/oidc/' },
  finishSingleSignOn: { method: 'GET', path: '/oauth-authorized/:provider' },
  me: { method: 'GET', path: '/api/v1/me/' },
  changeMe: { method: 'PUT', path: '/api/v1/me/' },
  myRoles: { method: 'GET', path: '/api/v1/me/roles/' },
  ownSessions: { method: 'GET', path: '/api/v1/me/sessions/' },
  endOwnSession: { method: 'DELETE', path: '/api/v1/me/sessions/:id' },
  endOtherSessions: { method: 'DELETE', path: '/api/v1/me/sessions/' },
  identities: { method: 'GET', path: '/api/v1/me/identities/' },
  disconnectIdentity: { method: 'DELETE', path: '/api/v1/me/identities/' },
  viewAs: { method: 'POST', path: '/api/v1/security/view_as/' },
  endViewAs: { method: 'DELETE', path: '/api/v1/security/view_as/' },
  bootstrap: { method: 'GET', path: '/api/v1/bootstrap' },
};
