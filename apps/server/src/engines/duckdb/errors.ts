import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { ChildError } from './child-process.ts';
import type { ChildFailure } from './protocol.ts';

interface Translation {
  readonly when: RegExp;
  readonly code: EngineErrorDetails['code'];
  /** Said instead of the engine's own words. */
  readonly message?: string;
}

/** The engine's words for a file that it cannot read. */
export const damagedFilePattern =
  /Corrupt database file|not a valid DuckDB database file|computed checksum|Corrupt WAL file/i;

/** The way back from a file that cannot be read, whoever meets it. */
const damagedFile =
  'The database file in the folder engine/ is damaged. Ask your administrator to take a backup back with `powerset restore`.';

const fullDisk: Translation = {
  when: /^(IO Error|.*): ?.*No space left on device|^IO Error: Could not write all bytes/i,
  code: 'GENERIC_DB_ENGINE_ERROR',
  message: 'The disk is full. Free some space on the server and run the query again.',
};

/** Read from the top; the first that fits counts. */
const translations: readonly Translation[] = [
  {
    when: damagedFilePattern,
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: damagedFile,
  },
  { when: /^INTERRUPT Error/i, code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.' },
  { when: /^Parser Error/, code: 'SYNTAX_ERROR' },
  {
    when: /^Catalog Error: Schema with name|^Binder Error: .*schema .* does not exist/i,
    code: 'SCHEMA_DOES_NOT_EXIST_ERROR',
  },
  {
    when: /^Catalog Error: Table with name|^Binder Error: Referenced table|^Catalog Error: View with name/,
    code: 'TABLE_DOES_NOT_EXIST_ERROR',
  },
  {
    when: /^Binder Error: (Referenced column|Table ".*" does not have a column|Values list ".*" does not have a column|.*column .* not found)/,
    code: 'COLUMN_DOES_NOT_EXIST_ERROR',
  },
  { when: /^Catalog Error: .*(Function|Type) with name/, code: 'SYNTAX_ERROR' },
  {
    when: /^Out of Memory Error|bad_alloc|^Failed to allocate/i,
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'The query needs more memory than the engine may use. Read fewer columns or rows, or aggregate first.',
  },
  fullDisk,
  {
    when: /^TransactionContext Error|write-write conflict/i,
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'Another statement changed the same data at the same time. Run it again.',
  },
];

export interface FailureContext {
  /** The text in which the place is looked for. */
  readonly sql?: string;
  /** Lines and columns that were put before the text. */
  readonly headLength?: number;
}

/** Turns whatever a child answered into an error for its reader. */
export function toEngineError(error: unknown, context: FailureContext = {}): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof ChildError) return fromFailure(error.failure, context);
  const message = error instanceof Error ? error.message : String(error);
  return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message, driverMessage: message });
}

const unknownOutcome =
  'The engine stopped while it ran this statement, and has been started again. It is not certain whether the change was made: look at the data before you run it again.';

/** A statement that changes data is not done twice: its author is told what is known. */
export function toWriteError(error: unknown): unknown {
  if (!(error instanceof EngineError) || error.details.code !== 'ENGINE_CRASHED_ERROR') return error;
  return new EngineError({ ...error.details, message: unknownOutcome });
}

function fromFailure(failure: ChildFailure, context: FailureContext): EngineError {
  const { origin, message, line = null, column = null } = failure;
  if (origin === 'cancelled') return new EngineError({ code: 'QUERY_STOPPED_ERROR', message });
  if (origin === 'syntax')
    return new EngineError({ code: 'SYNTAX_ERROR', message, line, column, driverMessage: message });
  if (origin === 'upload') return new EngineError({ code: 'UPLOAD_ERROR', message, line, column });
  if (origin !== 'driver') return new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message, line, column });
  return fromDriver(failure, context);
}

function fromDriver(failure: ChildFailure, { sql, headLength = 0 }: FailureContext): EngineError {
  const { message: driverMessage } = failure;
  const translation = translations.find(({ when }) => when.test(driverMessage));
  const place = sql === undefined ? null : findPlace(driverMessage, sql, headLength);
  return new EngineError({
    code: translation?.code ?? 'GENERIC_DB_ENGINE_ERROR',
    message: translation?.message ?? toReadableText(driverMessage),
    line: failure.line ?? place?.line ?? null,
    column: failure.column ?? place?.column ?? null,
    driverMessage,
    ...(translation === fullDisk ? { isFullDisk: true } : {}),
  });
}

/** Without the class of the error in front and the excerpt behind; the suggestion stays. */
function toReadableText(driverMessage: string): string {
  const text = driverMessage
    .replace(/\n\s*\n?LINE \d+:[\s\S]*$/, '')
    .replace(/^[A-Za-z ]+ Error: /, '')
    // A file that broke off, or was never one.
    .replace(
      /^(?:No magic bytes found at end of file|Footer length error in file|File) '([^']+)'(?: too small to be a Parquet file)?$/,
      'The file "$1" is no whole Parquet file.',
    )
    // The list of what the function does take is long, and one click away.
    .replace(
      /^No function matches the given name and argument types '(\w+)\(([^']*)\)'[\s\S]*/,
      'The function $1 does not take $2. Choose another column, or cast its values.',
    )
    .trim();
  return text === '' ? driverMessage : text;
}

/** DuckDB points with `LINE n: excerpt` and a caret below; long lines are cut on both sides with dots. */
function findPlace(driverMessage: string, sql: string, headLength: number): { line: number; column: number } | null {
  const match = /LINE (\d+): (.*)\n( *)\^/.exec(driverMessage);
  if (!match) return null;
  const line = Number(match[1]);
  const caret = match[3]!.length - `LINE ${match[1]}: `.length;
  const isCut = match[2]!.startsWith('...');
  const excerpt = match[2]!.replace(/^\.\.\./, '').replace(/\.\.\.$/, '');
  const text = sql.split('\n')[line - 1];
  if (text === undefined) return null;
  if (!isCut) return { line, column: Math.max(1, caret + 1 - (line === 1 ? headLength : 0)) };
  const at = text.indexOf(excerpt);
  return { line, column: at < 0 ? 1 : at + caret - 3 + 1 };
}
