import { FileReadingOptions } from '@powerset/contract/schemas';
import { EngineError, type FileReading, hiddenFile } from '../../engines/index.ts';
import { compileReader, fieldError } from '../../http/index.ts';
import type { StagedFile } from './staging.ts';

const readSchema = compileReader(FileReadingOptions, 'json');
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

/** How somebody wants a file to be read; an encoding that is not known is answered with those that are. */
export function readOptions(input: unknown): FileReadingOptions {
  const asked = typeof input === 'object' && input !== null && 'encoding' in input ? input.encoding : undefined;
  if (typeof asked === 'string' && !encodings.includes(asked))
    throw fieldError(
      { encoding: [`Choose one of ${encodings.join(', ')}, or leave it out to have it detected.`] },
      400,
    );
  // Read by the schema just now.
  return readSchema(input) as FileReadingOptions;
}

export function toReading(options: FileReadingOptions): FileReading {
  return {
    ...(options.delimiter ? { delimiter: options.delimiter } : {}),
    ...(options.has_header == null ? {} : { hasHeader: options.has_header }),
    ...(options.skip_rows ? { skipLines: options.skip_rows } : {}),
    ...(options.date_format ? { dateFormat: options.date_format } : {}),
    ...(options.timestamp_format ? { timestampFormat: options.timestamp_format } : {}),
    ...(options.null_values?.length ? { nullTexts: options.null_values } : {}),
    ...(options.decimal_character ? { decimalMark: options.decimal_character } : {}),
    ...(options.encoding ? { encoding: options.encoding } : {}),
    ...(options.sheet ? { sheet: options.sheet } : {}),
  };
}

const notUtf8 =
  'The file is not in the encoding utf-8. Choose the encoding that fits, for example windows-1252, or have it detected.';

/** The engine's words about a file, in terms of the file that somebody uploaded: ours have no names. */
export async function inWordsOf<T>(file: Pick<StagedFile, 'name'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { driverMessage, ...details } = error.details;
    throw new EngineError({
      ...details,
      message: rename(details.message, file.name),
      ...(driverMessage === undefined ? {} : { driverMessage: rename(driverMessage, file.name) }),
    });
  }
}

function rename(text: string, name: string): string {
  if (/not utf-8 encoded/i.test(text)) return notUtf8;
  return text.replaceAll(hiddenFile, () => name).replace(/\s+\^\s*$/, '');
}
