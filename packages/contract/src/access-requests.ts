import type { EndpointsOf } from './endpoints.ts';
import type { accessRequestOperations } from './schemas/access-requests.ts';

export const accessRequestEndpoints: EndpointsOf<typeof accessRequestOperations> = {
  list: { method: 'GET', path: '/api/v1/access_request/' },
  own: { method: 'GET', path: '/api/v1/access_request/own' },
  create: { method: 'POST', path: '/api/v1/access_request/' },
  sight: { method: 'GET', path: '/api/v1/access_request/sight' },
  share: { method: 'POST', path: '/api/v1/access_request/share' },
  delete: { method: 'DELETE', path: '/api/v1/access_request/:id' },
  passOn: { method: 'POST', path: '/api/v1/access_request/:id/pass_on' },
  decline: { method: 'POST', path: '/api/v1/access_request/:id/decline' },
  roles: { method: 'GET', path: '/api/v1/access_request/:id/roles' },
  grant: { method: 'POST', path: '/api/v1/access_request/:id/grant' },
};
