import { setTimeout as pause } from 'node:timers/promises';

/** The server that keeps the metadata cannot be reached, or went away while it was asked. */
export class StoreAway extends Error {
  override name = 'StoreAway';
}

const networkCodes = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Connections that broke, a server that is shutting down or starting, and one that lost its patience with a transaction. */
const serverCodes = /^(?:08...|57P0[123]|25P03)$/;
const driverWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** The error as it was thrown; a StoreAway where the server is away. */
export function toStoreAway(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const isAway = networkCodes.test(code) || serverCodes.test(code) || driverWords.test(error.message);
  return isAway ? new StoreAway('The metadata server is away.', { cause: error }) : error;
}

/** Whether something failed for that reason, perhaps in the words of another part. */
export function isStoreAway(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (one instanceof StoreAway) return true;
  return false;
}

/** Whether a server may only be away for a while, by why it could not be opened: a wrong name or password does not pass by itself. */
export function isAwayAtStart(error: Error): boolean {
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (toStoreAway(one) !== one || one instanceof StoreAway) return true;
  return false;
}

const retryMs = 500;

/** Tries again until the store is there: for what must be written down, whenever. Aborted, it throws what it last met. */
export async function untilStoreIsBack<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreAway(error) || signal.aborted) throw error;
    }
    await pause(retryMs, undefined, { signal, ref: false });
  }
}
