import { type Bootstrap, securityEndpoints, type WireUser } from '@powerset/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { addChartPlugins } from '../chart-plugins/index.ts';
import { setSystemThemes } from '../theming/index.ts';
import { api, followJobsAt } from './api-client.ts';

export type SessionUser = WireUser;

export const bootstrapKey = ['bootstrap'] as const;

async function loadBootstrap(): Promise<Bootstrap> {
  const answer = await api.callEndpoint(securityEndpoints.bootstrap);
  // Visitors have no session that a token could guard; asking for one would be refused before each call.
  api.setCsrfToken(answer.user?.isAnonymous ? '' : answer.csrfToken);
  followJobsAt(jobSocketOf(answer));
  await setSystemThemes(answer.theme);
  // Whoever reads a chart type waits for who is signed in, and finds it among the others.
  if (answer.chartPlugins) await addChartPlugins(answer.chartPlugins);
  return answer;
}

/** Guests show a token with each call, which a browser's WebSocket cannot. */
function jobSocketOf({ user, conf }: Bootstrap): string | null {
  const address = conf.GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL;
  const isUsed = conf.GLOBAL_ASYNC_QUERIES_TRANSPORT === 'ws' && user !== null && !user.isAnonymous;
  return isUsed && typeof address === 'string' ? address : null;
}

const bootstrapQuery = {
  queryKey: bootstrapKey,
  queryFn: loadBootstrap,
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
};

/** Who is signed in, what the server allows and how it is set. Read once, again after signing in or out. */
export function useBootstrapQuery() {
  return useQuery(bootstrapQuery);
}

/** The same before anything is drawn; nobody is told of a failure, as whoever draws asks again. */
export async function bootstrapAhead(queryClient: QueryClient): Promise<Bootstrap | undefined> {
  await queryClient.prefetchQuery(bootstrapQuery);
  return queryClient.getQueryData<Bootstrap>(bootstrapKey);
}

/** The same, for what cannot go on without it. */
export function getBootstrap(queryClient: QueryClient): Promise<Bootstrap> {
  return queryClient.ensureQueryData(bootstrapQuery);
}

/** Forgets everything known about the session and reads it anew. */
export function useReloadSession(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    api.setCsrfToken(null);
    const fresh = await loadBootstrap();
    queryClient.clear();
    queryClient.setQueryData(bootstrapKey, fresh);
  };
}

/** Reads who is signed in now, and leaves everything else that the page knows as it is. */
export function useRenewSession(): () => Promise<SessionUser | null> {
  const queryClient = useQueryClient();
  return async () => {
    const fresh = await loadBootstrap();
    if (!fresh.user || fresh.user.isAnonymous) return null;
    queryClient.setQueryData(bootstrapKey, fresh);
    return fresh.user;
  };
}

/** Whether one of the user's roles holds the pair. */
export function hasPermission(user: SessionUser | null, permission: string, view: string): boolean {
  if (!user) return false;
  return Object.values(user.roles).some((pairs) => pairs.some(([verb, on]) => verb === permission && on === view));
}

/** A number of the server's configuration. */
export function numberSetting(bootstrap: Bootstrap, name: string, fallback: number): number {
  const value = bootstrap.conf[name];
  return typeof value === 'number' ? value : fallback;
}
