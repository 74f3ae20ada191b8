import { advancedTypeEndpoints, type WireAdvancedValues } from '@powerset/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/index.ts';

/** Names of the advanced data types. */
export const advancedTypesQuery = queryOptions({
  queryKey: ['advanced-types'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await api.callEndpoint(advancedTypeEndpoints.types, { signal })).result,
});

/** What typed values of an advanced type mean. */
export async function convertAdvanced(
  type: string,
  values: readonly unknown[],
  signal: AbortSignal,
): Promise<WireAdvancedValues> {
  const q = { type, values };
  return (await api.callEndpoint(advancedTypeEndpoints.convert, { query: { q }, signal })).result;
}
