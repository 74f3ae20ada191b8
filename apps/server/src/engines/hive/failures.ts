import { EngineError } from '../engine.ts';

/** The name and the password were refused, with the server's words. */
export class RefusedSignIn extends Error {
  override name = 'RefusedSignIn';
}

export function noHiveServer(): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message:
      'The answer of the database cannot be read. Is this the address of a Spark Thrift server, HiveServer2 or Impala, and are its transport (binary or HTTP), its path and its way to sign in those of the connection?',
  });
}

export function tooLarge(): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'An answer of the database is larger than 128 MB. Read fewer columns or rows, or shorten long texts.',
  });
}
