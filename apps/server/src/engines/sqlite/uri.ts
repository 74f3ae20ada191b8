import { UriProblem, uriProblemBy } from '../remote/index.ts';

export interface UriParts {
  /** Below the configured folder, or from the root of the disk. */
  readonly path: string;
  readonly isAbsolute: boolean;
}

/**
 * Reads `sqlite:///sales.db`, a file of the configured folder, or `sqlite:////srv/data/sales.db`, a place on the disk, which must
 * lie in that folder too; throws a sentence where it cannot.
 */
export function fromUri(uri: string): UriParts {
  const match = /^sqlite(?:\+\w+)?:\/\/\/([^?]*)(?:\?(.*))?$/s.exec(uri.trim());
  if (!match) throw new UriProblem('The connection string must look like sqlite:///sales.db.');
  const [, path = '', query = ''] = match;
  checkOptions(new URLSearchParams(query));
  if (path === '' || path === ':memory:') throw new UriProblem('The connection string names no file.');
  if (path.startsWith('file:')) throw new UriProblem('The file must be named by its path, without `file:`.');
  if (/^[A-Za-z]:[\\/]/.test(path) || path.includes('\\'))
    throw new UriProblem('The path must be written with `/` and lie in the folder for such files.');
  if (/[\p{Cc}]/u.test(path)) throw new UriProblem('The path contains a sign that no path has.');
  const isAbsolute = path.startsWith('/');
  const parts = (isAbsolute ? path.slice(1) : path).split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new UriProblem('The path must lead straight to a file: without `..`, and without empty parts.');
  return { path, isAbsolute };
}

/** What says nothing here, since it is about a driver of elsewhere; all else could be the option that mattered. */
const idle = new Set(['check_same_thread', 'timeout', 'cached_statements']);

function checkOptions(options: URLSearchParams): void {
  for (const key of options.keys())
    if (!idle.has(key)) throw new UriProblem(`The option "${key}" of the connection string is not supported.`);
}

export const findUriProblem = uriProblemBy(fromUri);
