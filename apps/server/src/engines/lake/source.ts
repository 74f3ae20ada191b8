import { EngineError, type EngineErrorDetails } from '../engine.ts';

/** A file of a lake, as it is now; with another version it is another file under the same path. */
export interface LakeObject {
  /** From the lake's root, parted by `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly version: string;
}

export interface Bringing {
  readonly objects: readonly LakeObject[];
  readonly signal: AbortSignal;
  /** How much of what has to be fetched is here, from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Where a lake's files lie, and how the engine comes to read them. */
export interface LakeSource {
  /** What the lake is called where its root is a table. */
  readonly name: string;
  /** All that the engine may read lies in this folder of the server. */
  readonly folder: string;
  /** Whether what the engine reads are copies, which may be taken away. */
  readonly keepsCopies: boolean;
  /** Every file, by path; refused where there are more than can be shown. */
  list(signal: AbortSignal): Promise<readonly LakeObject[]>;
  /** A small file of a table's description. */
  read(object: LakeObject, signal: AbortSignal): Promise<Buffer>;
  /** The paths under which the engine reads them, in their order: from `folder`, and begun with `./`. */
  bring(bringing: Bringing): Promise<readonly string[]>;
  /** Throws where something of it cannot be read: what a look at the list does not tell. */
  check?(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** More than this in one lake, and listing it would keep its readers waiting. */
export const maxObjects = 50_000;
/** More than this in one table, and each question would open them all. */
export const maxFilesOfTable = 10_000;
/** What describes a table is read in one piece. */
export const maxDescriptionBytes = 8 * 1024 * 1024;

export function lakeError(code: EngineErrorDetails['code'], message: string): EngineError {
  return new EngineError({ code, message });
}

/** Of a table that would be read wrongly, or not at all. */
export function notRead(table: string, feature: string): EngineError {
  return lakeError('GENERIC_DB_ENGINE_ERROR', `The table "${table}" uses what is not read here: ${feature}.`);
}

export function hasNoColumns(table: string): EngineError {
  return lakeError('GENERIC_DB_ENGINE_ERROR', `The table "${table}" has no columns.`);
}

export function tooManyFiles(): EngineError {
  return lakeError(
    'ENGINE_UNAVAILABLE_ERROR',
    `There are more than ${maxObjects.toLocaleString('en')} files here. Connect a folder further inside.`,
  );
}

export function fileGone(path: string): EngineError {
  return lakeError('GENERIC_DB_ENGINE_ERROR', `The file "${path}" is not there any more. Ask again.`);
}
