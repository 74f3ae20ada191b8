import { advancedTypeEndpoints } from '@powerset/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

/** Names of the advanced data types. */
export const advancedTypesQuery = queryOptions({
  queryKey: ['advanced-types'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await api.callEndpoint(advancedTypeEndpoints.types, { signal })).result,
});
