import type { EndpointsOf } from './endpoints.ts';
import type { registrationOperations } from './schemas/registrations.ts';

export const registrationEndpoints: EndpointsOf<typeof registrationOperations> = {
  ask: { method: 'POST', path: '/api/v1/security/registration/', isCsrfExempt: true },
  read: { method: 'POST', path: '/api/v1/security/registration/read', isCsrfExempt: true },
  activate: { method: 'POST', path: '/api/v1/security/registration/activate', isCsrfExempt: true },
  list: { method: 'GET', path: '/api/v1/security/user_registrations/' },
  info: { method: 'GET', path: '/api/v1/security/user_registrations/_info' },
  distinct: { method: 'GET', path: '/api/v1/security/user_registrations/distinct/:column' },
  related: { method: 'GET', path: '/api/v1/security/user_registrations/related/:column' },
  get: { method: 'GET', path: '/api/v1/security/user_registrations/:id' },
  create: { method: 'POST', path: '/api/v1/security/user_registrations/' },
  change: { method: 'PUT', path: '/api/v1/security/user_registrations/:id' },
  delete: { method: 'DELETE', path: '/api/v1/security/user_registrations/:id' },
  letIn: { method: 'POST', path: '/api/v1/security/user_registrations/:id/let_in/' },
};
