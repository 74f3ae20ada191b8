import { databaseEndpoints } from '@powerset/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/index.ts';

/** Names of the functions that a database knows. */
export function functionsQuery(dbId: number) {
  return queryOptions({
    queryKey: ['database', dbId, 'functions'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (
        await api.callEndpoint(databaseEndpoints.functionNames, {
          params: { id: dbId },
          signal,
        })
      ).function_names,
  });
}
