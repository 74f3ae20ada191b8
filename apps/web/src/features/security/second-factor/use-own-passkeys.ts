import { passkeyEndpoints } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';

export const factorKey = ['own-second-factor'] as const;
export const passkeysKey = ['own-passkeys'] as const;

export function useOwnPasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) => (await api.callEndpoint(passkeyEndpoints.list, { signal })).result,
  });
}
