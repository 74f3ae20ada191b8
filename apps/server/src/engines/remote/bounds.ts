import type { Duplex } from 'node:stream';
import { EngineError } from '../engine.ts';

/** Bytes of one answer, which stands in memory as a whole. */
const largestAnswer = 256 * 1024 * 1024;
/** Bytes of one row. */
const largestRow = 128 * 1024 * 1024;

export function largerThan(what: string, limit: number): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `${what} is larger than ${limit / 1024 / 1024} MB. Read fewer columns or rows, or shorten long texts.`,
  });
}

/** Tables have some thousands at most. */
export const mostColumns = 32_000;

export function tooManyColumns(): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `The result has more than ${mostColumns.toLocaleString('en')} columns. Read fewer columns.`,
  });
}

/** Ends the connection when an answer grows too large, before it fills the memory; returns how to stop watching. */
export function watchAnswer(stream: Duplex, limit = largestAnswer): () => void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) stream.destroy(largerThan('The result', limit));
  };
  stream.on('data', count);
  return () => stream.off('data', count);
}

/** Ends the connection when one row grows too large. */
export function watchRows(
  stream: Duplex,
  limit = largestRow,
): { readonly sawRow: () => void; readonly stop: () => void } {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) stream.destroy(largerThan('A row', limit));
  };
  stream.on('data', count);
  return {
    sawRow: () => {
      bytes = 0;
    },
    stop: () => stream.off('data', count),
  };
}
