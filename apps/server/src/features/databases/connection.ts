import { type DatabaseKind, findDatabaseKind } from '../../engines/index.ts';
import { AppError, fieldError } from '../../http/index.ts';

export const passwordMask = 'XXXXXXXXXX';

export interface Connection {
  readonly kind: DatabaseKind;
  /** What may be shown. */
  readonly maskedUri: string;
  /** What must be kept sealed, if there is anything. */
  readonly password: string | null;
}

/** Reads a connection's URI; what cannot be opened is refused with words that say what to do. */
export function readConnection(uri: string): Connection {
  const text = uri.trim();
  const backend = /^([a-z0-9]+)(\+[a-z0-9_]+)?:\/\//i.exec(text)?.[1]?.toLowerCase();
  if (!backend)
    throw fieldError({
      sqlalchemy_uri: [
        'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name',
      ],
    });
  const kind = findDatabaseKind(backend);
  if (!kind)
    throw new AppError('GENERIC_COMMAND_ERROR', {
      params: { message: `Could not load database driver: ${backend}` },
      fields: { sqlalchemy_uri: [`Could not load database driver: ${backend}`] },
    });
  const problem = kind.findUriProblem(text);
  if (problem) throw fieldError({ sqlalchemy_uri: [problem] });
  return { kind, ...splitPassword(text) };
}

function splitPassword(uri: string): { readonly maskedUri: string; readonly password: string | null } {
  const [, head, password, tail] = /^(\w+(?:\+\w+)?:\/\/[^:@/]*):([^@]*)(@.*)$/s.exec(uri) ?? [];
  if (head === undefined || !password) return { maskedUri: uri, password: null };
  return { maskedUri: `${head}:${passwordMask}${tail}`, password };
}

const metadataParams = new Set(['schema', 'quote_schema', 'naming_convention', 'info', 'bind']);

/** Checks the JSON of a database's `extra`. */
export function checkExtra(text: string | null | undefined, field: 'extra' | 'masked_encrypted_extra'): void {
  if (!text) return;
  const value = parseJson(text, field);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fieldError({ [field]: ['Field cannot be decoded by JSON. It must be an object.'] });
  const params = 'metadata_params' in value ? value.metadata_params : undefined;
  const unknown = Object.keys(typeof params === 'object' && params !== null ? params : {}).find(
    (key) => !metadataParams.has(key),
  );
  if (unknown)
    throw fieldError({
      [field]: [`The metadata_params in Extra field is not configured correctly. The key ${unknown} is invalid.`],
    });
}

function parseJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fieldError({ [field]: [`Field cannot be decoded by JSON. ${(error as Error).message}`] });
  }
}
