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

export interface StoragePlace {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly region: string;
  readonly bucket: string;
  /** What the names of objects begin with, without a `/` at its ends; empty for the whole bucket. */
  readonly prefix: string;
  /** Null where the bucket is open to everybody. */
  readonly accessKeyId: string | null;
}

const usualRegion = 'us-east-1';
const understood: ReadonlySet<string> = new Set(['region', 'secure']);

/** Reads `s3://key:secret@host/bucket/prefix?region=eu-west-1`; throws a sentence where it cannot. */
export function fromStorageUri(uri: string): StoragePlace {
  const match =
    /^s3:\/\/(?:([^:@/]*)(?::[^@]*)?@)?([^:/?#@]+)(?::(\d{1,5}))?\/([^/?#]+)(?:\/([^?#]*))?(?:\?(.*))?$/s.exec(
      uri.trim(),
    );
  if (!match)
    throw new UriProblem('The connection string must look like s3://key:secret@host/bucket/folder?region=eu-west-1.');
  const [, key, host = '', port, bucket = '', prefix = '', query = ''] = match;
  if (!/^[\w.-]+$/.test(host)) throw new UriProblem('The host must be a name or an address.');
  if (!/^[a-z0-9][\w.-]{1,100}$/i.test(bucket)) throw new UriProblem('The connection string names no bucket.');
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!understood.has(name)) throw new UriProblem(`The option "${name}" of the connection string is not supported.`);
  const isEncrypted = options.get('secure') !== 'false';
  return {
    ...{ host, port: Number(port ?? (isEncrypted ? 443 : 80)), isEncrypted, bucket },
    region: options.get('region') || (/^s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(host)?.[1] ?? usualRegion),
    prefix: checkPath(decodePart(prefix, 'folder').replace(/^\/+|\/+$/g, '')),
    accessKeyId: key ? decodePart(key, 'user') : null,
  };
}

export const findStorageProblem = uriProblemBy(fromStorageUri);
