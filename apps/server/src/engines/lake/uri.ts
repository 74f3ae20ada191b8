import { decodePart, UriProblem, uriProblemBy } from '../remote/index.ts';

export interface FilesPlace {
  /** Of a folder that the settings name. */
  readonly folder: string;
  /** Below it, parted by `/`; empty for the folder itself. */
  readonly path: string;
}

/** Reads `files:///sales/2024`, a folder of the settings and what may follow below it; throws a sentence where it cannot. */
export function fromFilesUri(uri: string): FilesPlace {
  const match = /^files:\/\/\/([^/?#]+)(?:\/([^?#]*))?$/s.exec(uri.trim());
  if (!match) throw new UriProblem('The connection string must look like files:///sales.');
  const [, folder = '', path = ''] = match;
  return { folder: decodePart(folder, 'folder'), path: checkPath(decodePart(path.replace(/\/$/, ''), 'folder')) };
}

function checkPath(path: string): string {
  const parts = path === '' ? [] : path.split('/');
  if (/[\p{Cc}\\]/u.test(path) || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new UriProblem('The path must lead straight to a folder: without `..`, and without empty parts.');
  return path;
}

export const findFilesProblem = uriProblemBy(fromFilesUri);
