import type { EndpointsOf } from './endpoints.ts';
import type { secondFactorOperations } from './schemas/second-factor.ts';

export const secondFactorEndpoints: EndpointsOf<typeof secondFactorOperations> = {
  read: { method: 'GET', path: '/api/v1/me/second_factor/' },
  begin: { method: 'POST', path: '/api/v1/me/second_factor/' },
  confirm: { method: 'PUT', path: '/api/v1/me/second_factor/' },
  renewRecoveryCodes: { method: 'POST', path: '/api/v1/me/second_factor/recovery_codes/' },
  remove: { method: 'POST', path: '/api/v1/me/second_factor/remove/' },
};
