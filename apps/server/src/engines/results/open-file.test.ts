import { expect, it } from 'vitest';
import { EngineError } from '../engine.ts';
import { openWritten } from './open-file.ts';

/** A file that is refused in these words, one after the other, and opened then. */
function refusing(...words: readonly string[]) {
  const tries: number[] = [];
  const open = async () => {
    const message = words[tries.length];
    tries.push(performance.now());
    if (message === undefined) return 'opened';
    throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message });
  };
  return { tries, open };
}

const inUse = 'Binder Error: Unique file handle conflict: Cannot attach "x" - the database file is already attached';

it('a file that is known by another name is tried again until it is let go', async () => {
  const { tries, open } = refusing(inUse, inUse);
  expect(await openWritten(open)).toBe('opened');
  expect(tries).toHaveLength(3);
});

it('a file that cannot be opened for another reason is given up at once', async () => {
  const { tries, open } = refusing('IO Error: not a valid DuckDB database file', inUse);
  await expect(openWritten(open)).rejects.toThrow('not a valid');
  expect(tries).toHaveLength(1);
});
