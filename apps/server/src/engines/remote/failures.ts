import { EngineError } from '../engine.ts';

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Line and column, from 1, of what stands at an offset (in UTF-16 units) of a text. */
export function placeAt(sql: string, offset: number): TextPlace {
  const lines = sql.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** What may not be done here, whoever asks. */
export function refusal(message: string): EngineError {
  return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message });
}

/** SQL that cannot be read, with the place where its reader stopped. */
export function unreadable(message: string, place: TextPlace | null): EngineError {
  return new EngineError({
    code: 'SYNTAX_ERROR',
    message,
    driverMessage: message,
    ...(place ?? { line: null, column: null }),
  });
}

/** What changes data is not tried again: its author is told what is known. */
export function toUnknownOutcome(error: unknown): EngineError {
  return new EngineError({
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message:
      'The connection to the database was lost while it ran this statement. It is not certain whether the change was made: look at the data before you run it again.',
    driverMessage: error instanceof Error ? error.message : String(error),
  });
}

/** The connection was changed or deleted while somebody used it. */
export function closedConnection(): EngineError {
  return new EngineError({
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'The connection of this database was changed or closed. Run the query again.',
  });
}
