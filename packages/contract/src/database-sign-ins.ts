import type { EndpointsOf } from './endpoints.ts';
import type { databaseSignInOperations } from './schemas/database-sign-ins.ts';

export const databaseSignInEndpoints: EndpointsOf<typeof databaseSignInOperations> = {
  comeBack: { method: 'GET', path: '/api/v1/database/oauth2/' },
  list: { method: 'GET', path: '/api/v1/me/database_sign_ins/' },
  end: { method: 'DELETE', path: '/api/v1/me/database_sign_ins/:id' },
};

/** What the page that a provider sends people back to tells those that wait for them, by the reference's name. */
export const databaseSignInChannel = 'oauth';
