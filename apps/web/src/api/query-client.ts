import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

const FRESH_MS = 5_000;

/** Only what may pass by itself is tried again: no answer at all, or a busy server. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return error instanceof ApiError ? error.status === 0 || error.status === 502 || error.status === 503 : false;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: shouldRetry, refetchOnWindowFocus: false } },
  });
}
