import type { EndpointsOf } from './endpoints.ts';
import type { passkeyOperations } from './schemas/passkeys.ts';

export const passkeyEndpoints: EndpointsOf<typeof passkeyOperations> = {
  list: { method: 'GET', path: '/api/v1/me/passkeys/' },
  begin: { method: 'POST', path: '/api/v1/me/passkeys/begin/' },
  add: { method: 'POST', path: '/api/v1/me/passkeys/' },
  remove: { method: 'POST', path: '/api/v1/me/passkeys/:id/remove/' },
  ask: { method: 'POST', path: '/api/v1/security/passkey/', isCsrfExempt: true },
  signIn: { method: 'POST', path: '/api/v1/security/passkey/sign_in', isCsrfExempt: true },
};
