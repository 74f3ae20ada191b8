import type { FastifyRequest } from 'fastify';
import { AppError, fieldError, readFlag } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { archiveLimits } from '../../threads/index.ts';

export interface ImportForm {
  readonly archive: Uint8Array;
  readonly isOverwrite: boolean | undefined;
  readonly passwords: SecretsByFile;
  /** What opens the SSH tunnels of databases. */
  readonly tunnelSecrets: TunnelSecrets;
}

type SecretsByFile = Readonly<Record<string, string>>;
export type TunnelSecrets = Readonly<Record<'password' | 'private_key' | 'private_key_password', SecretsByFile>>;

/** Maps of secrets by file. */
const secretFields = [
  'passwords',
  'encrypted_extras',
  'ssh_tunnel_passwords',
  'ssh_tunnel_private_keys',
  'ssh_tunnel_private_key_passwords',
] as const;

/** Reads the form of an import: the archive in `fileField`, secrets as JSON maps, `overwrite`. */
export async function readImportForm(request: FastifyRequest, fileField: string): Promise<ImportForm> {
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', {
      params: { message: "Request MIME type is not 'multipart/form-data'" },
    });
  let archive: Uint8Array | undefined;
  const fields = new Map<string, string>();
  const limits = { files: 1, fileSize: archiveLimits.packedBytes, fieldSize: 1_000_000, fields: 20 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields.set(part.fieldname, String(part.value));
    else if (part.fieldname === fileField) archive = await part.toBuffer();
    else part.file.resume();
  }
  if (!archive) throw fieldError({ [fileField]: ['Missing data for required field.'] }, 400);
  const secrets = new Map(secretFields.map((name) => [name, readMap(name, fields.get(name))]));
  const of = (name: (typeof secretFields)[number]) => secrets.get(name) ?? {};
  return {
    archive,
    isOverwrite: readOverwrite(fields.get('overwrite')),
    passwords: of('passwords'),
    tunnelSecrets: {
      password: of('ssh_tunnel_passwords'),
      private_key: of('ssh_tunnel_private_keys'),
      private_key_password: of('ssh_tunnel_private_key_passwords'),
    },
  };
}

function readOverwrite(text: string | undefined): boolean | undefined {
  const flag = readFlag(text);
  if (flag === undefined && text) throw fieldError({ overwrite: ['Must be true or false.'] }, 400);
  return flag;
}

function readMap(name: string, text: string | undefined): Readonly<Record<string, string>> {
  if (!text) return {};
  const value = parse(text);
  const isMap =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((item) => item === null || typeof item === 'string');
  if (!isMap) throw fieldError({ [name]: ['Must be JSON: an object with a text for each file.'] }, 400);
  // Looked at just above.
  const entries = Object.entries(value) as [string, string | null][];
  return Object.fromEntries(entries.flatMap(([file, secret]) => (secret ? [[file, secret]] : [])));
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
