import type { FastifyRequest } from 'fastify';
import { AppError, fieldError, readFlag } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { isDocument } from '../../metadata/index.ts';
import { archiveLimits } from '../../threads/index.ts';

export interface ImportForm {
  readonly archive: Uint8Array;
  readonly isOverwrite: boolean | undefined;
  readonly passwords: SecretsByFile;
  /** What opens the SSH tunnels of databases. */
  readonly tunnelSecrets: TunnelSecrets;
  readonly optionSecrets: OptionSecrets;
}

type SecretsByFile = Readonly<Record<string, string>>;
/** Secrets of databases' options: whole texts by file, and by file what belongs where a mask stands. */
export interface OptionSecrets {
  readonly whole: SecretsByFile;
  readonly byPath: Readonly<Record<string, SecretsByFile>>;
}
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
    optionSecrets: { whole: of('encrypted_extras'), byPath: readMapOfMaps(fields.get(byPathField)) },
  };
}

const byPathField = 'encrypted_extra_secrets';

function readMapOfMaps(text: string | undefined): OptionSecrets['byPath'] {
  const value = text ? parse(text) : {};
  const maps = isDocument(value) ? Object.entries(value) : undefined;
  const read = maps?.map(([file, map]) => [file, map === null ? {} : toMap(map)] as const);
  const wrong = read?.find(([, map]) => map === undefined);
  if (!read || wrong)
    throw fieldError({ [byPathField]: ['Must be JSON: for each file an object with a text for each path.'] }, 400);
  return Object.fromEntries(read.map(([file, map]) => [file, map ?? {}]));
}

function readOverwrite(text: string | undefined): boolean | undefined {
  const flag = readFlag(text);
  if (flag === undefined && text) throw fieldError({ overwrite: ['Must be true or false.'] }, 400);
  return flag;
}

function readMap(name: string, text: string | undefined): SecretsByFile {
  if (!text) return {};
  const map = toMap(parse(text));
  if (!map) throw fieldError({ [name]: ['Must be JSON: an object with a text for each file.'] }, 400);
  return map;
}

function toMap(value: unknown): SecretsByFile | undefined {
  if (!isDocument(value)) return undefined;
  const entries = Object.entries(value).map(([name, secret]) => [name, secret ?? ''] as const);
  const texts = entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  if (texts.length < entries.length) return undefined;
  return Object.fromEntries(texts.filter(([, secret]) => secret !== ''));
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
