import type { TokenSource } from '../token-source.ts';
import { RefusedRequest } from './bounded-requests.ts';

/**
 * Asks with a person's token, and once more with another one where the server refuses the first: only what may be done twice.
 * `header` is absent where nobody asks, and where everybody asks under one account.
 */
export async function askAs<T>(tokens: TokenSource | null, ask: (header: BearerHeader) => Promise<T>): Promise<T> {
  const token = tokens ? await tokens.current() : null;
  if (!tokens || token === null) return ask({});
  try {
    return await ask(toBearer(token));
  } catch (error) {
    if (!(error instanceof RefusedRequest) || error.status !== 401) throw error;
    return ask(toBearer(await tokens.renewed(token)));
  }
}

interface BearerHeader {
  readonly Authorization?: string;
}

const toBearer = (token: string): BearerHeader => ({ Authorization: `Bearer ${token}` });
