import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Stops an answer that is still under way: it was asked before what the caller is about to put in its place, and would take that back.
 * What it returns asks again; null where nothing was under way.
 */
export function cutOff(client: QueryClient, queryKey: QueryKey): (() => void) | null {
  const exactly = { queryKey, exact: true };
  if (client.isFetching(exactly) === 0) return null;
  void client.cancelQueries(exactly);
  return () => void client.invalidateQueries(exactly);
}
