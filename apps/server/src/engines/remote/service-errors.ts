import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { isLostConnection } from './bounded-requests.ts';
import { toConnectionError } from './connection-errors.ts';
import type { TextPlace } from './failures.ts';

/** What an error means to its reader. */
export type Told = Pick<EngineErrorDetails, 'code' | 'message'>;

/** A service's words, and what they mean. */
export type Meanings = readonly (readonly [words: RegExp, told: (found: RegExpExecArray) => Told])[];

/** What the first of the meanings that fits says; null where none does. */
export function meaningOf(words: string, meanings: Meanings): Told | null {
  for (const [pattern, told] of meanings) {
    const found = pattern.exec(words);
    if (found) return told(found);
  }
  return null;
}

/** What was thrown and is no word of the server: the network's, or one of a program's. */
export function toTransportError(error: unknown, place: { readonly host: string; readonly port: number }): EngineError {
  const connection = toConnectionError(error, place);
  if (connection) return connection;
  const driverMessage = error instanceof Error ? error.message : String(error);
  if (!isLostConnection(error) && !/aborted|terminated|Parse Error/i.test(driverMessage))
    return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: firstLine(driverMessage), driverMessage });
  const message = 'The connection to the database was lost. Run the query again.';
  return new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message, driverMessage });
}

/** The service is there and cannot answer now. */
export const silentService: Told = {
  code: 'ENGINE_UNAVAILABLE_ERROR',
  message: 'The service does not answer at the moment. Run the query again.',
};

/** What follows the first line of a server's words is its own stack. */
export function firstLine(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 1000 ? `${line.slice(0, 1000)}…` : line;
}

/** `message` of an answer in JSON; null where it has none. */
export function messageIn(body: string): string | null {
  try {
    // The documented shape of such errors.
    const { message } = JSON.parse(body) as { readonly message?: unknown };
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}

/**
 * Where the author's text fails, of line and column as a server counts them from 1 in what it was sent: `headLength` characters
 * stood before it on its first line. Null where the text is none of an author's.
 */
export function placeBehind(at: TextPlace | null, headLength: number | null): TextPlace | null {
  if (!at || headLength === null) return null;
  return { line: at.line, column: at.line === 1 ? Math.max(1, at.column - headLength) : at.column };
}
