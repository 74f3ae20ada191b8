import type { EndpointsOf } from './endpoints.ts';
import type { keyValueOperations } from './schemas/key-values.ts';

export const keyValueEndpoints: EndpointsOf<typeof keyValueOperations> = {
  store: { method: 'POST', path: '/kv/store/' },
  get: { method: 'GET', path: '/kv/:key' },
};
