import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { EngineError, type EngineErrorDetails } from '../engine.ts';
import type { UriParts } from './uri.ts';

/** A file as it is now; another number of it is another file under the same name. */
export interface FoundFile {
  readonly path: string;
  readonly identity: string;
}

function failed(code: EngineErrorDetails['code'], message: string): EngineError {
  return new EngineError({ code, message });
}

/**
 * Finds the file of a connection, and holds it to the folder that the administrator opened: wherever links lead, what is opened
 * lies inside. EngineError says what is wrong, without telling where the folder is.
 */
export async function findFile(folder: string | null, uri: UriParts): Promise<FoundFile> {
  if (folder === null)
    throw failed(
      'ENGINE_UNAVAILABLE_ERROR',
      'Files of this kind are not opened here. An administrator names the folder of those that may be, by POWERSET_SQLITE_FOLDER.',
    );
  const root = await realpath(folder).catch(() => {
    throw failed('ENGINE_UNAVAILABLE_ERROR', 'The folder that POWERSET_SQLITE_FOLDER names is not there.');
  });
  const named = uri.isAbsolute ? uri.path : path.join(root, uri.path);
  const name = path.basename(uri.path);
  // Of a file outside nobody is told whether it is there.
  if (!isInside(root, named) && !isInside(folder, named)) throw outside(name);
  const found = await realpath(named).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EACCES' ? unreadable(name) : missing(name);
  });
  if (!isInside(root, found)) throw outside(name);
  const facts = await stat(found);
  if (!facts.isFile()) throw failed('CONNECTION_UNKNOWN_DATABASE_ERROR', `"${name}" is no file.`);
  await access(found, constants.R_OK).catch(() => {
    throw unreadable(name);
  });
  return { path: found, identity: `${facts.dev}:${facts.ino}` };
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

function outside(name: string): EngineError {
  return failed(
    'CONNECTION_ACCESS_DENIED_ERROR',
    `"${name}" does not lie in the folder that the administrator opened for such files.`,
  );
}

function missing(name: string): EngineError {
  return failed('CONNECTION_UNKNOWN_DATABASE_ERROR', `There is no file "${name}" in the folder for such files.`);
}

function unreadable(name: string): EngineError {
  return failed('CONNECTION_ACCESS_DENIED_ERROR', `The server may not read the file "${name}". Mend its permissions.`);
}
