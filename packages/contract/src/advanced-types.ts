import type { EndpointsOf } from './endpoints.ts';
import type { advancedTypeOperations } from './schemas/advanced-types.ts';

export const advancedTypeEndpoints: EndpointsOf<typeof advancedTypeOperations> = {
  types: { method: 'GET', path: '/api/v1/advanced_data_type/types' },
  convert: { method: 'GET', path: '/api/v1/advanced_data_type/convert' },
};
