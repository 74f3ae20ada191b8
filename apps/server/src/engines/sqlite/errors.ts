import { EngineError, type EngineErrorDetails } from '../engine.ts';
import type { ChildFailure } from './protocol.ts';

/** The child said no; told apart from its death. */
export class ChildError extends Error {
  constructor(readonly failure: ChildFailure) {
    super(failure.message);
  }
}

type Words = Pick<EngineErrorDetails, 'code' | 'message'>;

/** By the first byte of the engine's number. */
const byNumber: Readonly<Record<number, Words>> = {
  5: {
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'Another program is writing to the database file. Try again in a moment.',
  },
  6: { code: 'ENGINE_UNAVAILABLE_ERROR', message: 'Another query is changing the same table. Try again in a moment.' },
  7: {
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'The query needed more memory than the engine may use. Read fewer columns or rows, or aggregate first.',
  },
  8: { code: 'DML_NOT_ALLOWED_ERROR', message: 'The database file may only be read.' },
  10: {
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message:
      'The disk failed while the database file was read or written. Try again, and look at the disk if it stays so.',
  },
  11: {
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'The database file is damaged. Put a copy that is whole in its place.',
  },
  13: { code: 'GENERIC_DB_ENGINE_ERROR', message: 'The disk has no room left for this.' },
  14: {
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message:
      'The database file cannot be opened. A file that its writers leave in WAL mode needs a folder in which the server may write.',
  },
  18: { code: 'GENERIC_DB_ENGINE_ERROR', message: 'A text or a statement is larger than the engine takes.' },
  26: { code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: 'The file is not a database, or it is encrypted.' },
};

const unfinished: Words = {
  code: 'ENGINE_UNAVAILABLE_ERROR',
  message:
    'A program that wrote to the database file was broken off in the middle of a change. Open the file once with a program that may write, which takes the change back.',
};
/** A change that was broken off can only be taken back by whoever may write. */
const halfDone = new Set([264, 520, 776]);

type Rewrite = (found: RegExpExecArray) => Words;

const rewrites: readonly (readonly [RegExp, Rewrite])[] = [
  [
    /^no such table: ([\s\S]*)$/,
    ([, name]) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `There is no table "${name}".` }),
  ],
  [
    /^no such view: ([\s\S]*)$/,
    ([, name]) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `There is no view "${name}".` }),
  ],
  [
    /^no such column: ([\s\S]*)$/,
    ([, name]) => ({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `There is no column "${name}".` }),
  ],
  [
    /^no such function: ([\s\S]*)$/,
    ([, name]) => ({ code: 'SYNTAX_ERROR', message: `There is no function "${name}".` }),
  ],
  [
    /^unknown database ([\s\S]*)$/,
    ([, name]) => ({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: `There is no schema "${name}".` }),
  ],
  [
    /^near "([\s\S]*)": syntax error$/,
    ([, word]) => ({ code: 'SYNTAX_ERROR', message: `The SQL is not understood at or near "${word}".` }),
  ],
  [/^incomplete input$/, () => ({ code: 'SYNTAX_ERROR', message: 'The statement ends where more is expected.' })],
  [
    /^unrecognized token/,
    () => ({ code: 'SYNTAX_ERROR', message: 'The SQL holds a sign or a number that is not understood.' }),
  ],
  [
    /parser stack overflow|maximum depth/,
    () => ({ code: 'SYNTAX_ERROR', message: 'The statement is nested too deeply.' }),
  ],
  [
    /^(?:ambiguous column name|misuse of|wrong number of arguments|row value|sub-select returns|a GROUP BY|aggregate functions are|too many terms)/,
    () => ({ code: 'SYNTAX_ERROR', message: '' }),
  ],
];

/** Whatever went wrong, as an error for its reader. */
export function toEngineError(error: unknown): unknown {
  return error instanceof ChildError ? fromFailure(error.failure) : error;
}

function fromFailure({ origin, message, number = 0, line, column }: ChildFailure): EngineError {
  const place = { line, column };
  if (origin === 'refused') return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message, ...place });
  if (origin === 'syntax') return new EngineError({ code: 'SYNTAX_ERROR', message, ...place });
  if (origin === 'readOnly')
    return new EngineError({
      code: 'DML_NOT_ALLOWED_ERROR',
      message: 'Only `SELECT` statements are allowed against this database',
    });
  const words = halfDone.has(number) ? unfinished : (byNumber[number & 0xff] ?? rewrite(message));
  const isFullDisk = (number & 0xff) === 13;
  return new EngineError({ ...words, driverMessage: message, ...place, ...(isFullDisk ? { isFullDisk } : {}) });
}

function rewrite(message: string): Words {
  for (const [pattern, toWords] of rewrites) {
    const found = pattern.exec(message);
    if (!found) continue;
    const words = toWords(found);
    return { ...words, message: words.message || toSentence(message) };
  }
  return { code: 'GENERIC_DB_ENGINE_ERROR', message: toSentence(message) };
}

function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}
