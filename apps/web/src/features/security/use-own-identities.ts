import { securityEndpoints } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/index.ts';

export const identitiesKey = ['own-identities'] as const;

/** At which identity providers, and in which directory, one is known. */
export function useOwnIdentities(isEnabled = true) {
  return useQuery({
    queryKey: identitiesKey,
    queryFn: async ({ signal }) => (await api.callEndpoint(securityEndpoints.identities, { signal })).result,
    enabled: isEnabled,
  });
}
