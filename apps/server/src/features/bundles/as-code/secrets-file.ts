import { readFileSync } from 'node:fs';
import { type Document, isDocument, parseDocument } from '../../../metadata/index.ts';
import { readYaml } from '../../../threads/index.ts';
import { AsCodeError } from './as-code-error.ts';
import type { Asset } from './assets.ts';

type ByFile<Value> = Record<string, Value>;

/** Secrets by the name of the form's field in which an import takes them. */
export interface ImportSecrets {
  readonly passwords: ByFile<string>;
  readonly ssh_tunnel_passwords: ByFile<string>;
  readonly ssh_tunnel_private_keys: ByFile<string>;
  readonly ssh_tunnel_private_key_passwords: ByFile<string>;
  readonly encrypted_extra_secrets: ByFile<Readonly<Record<string, string>>>;
}

interface SecretFiles {
  readonly passwords: string | undefined;
  readonly secrets: string | undefined;
}

/** What opens the databases of a folder, read from files beside it. */
export function readSecretFiles({ passwords, secrets }: SecretFiles, assets: readonly Asset[]): ImportSecrets {
  const read: ImportSecrets = {
    passwords: passwords === undefined ? {} : readPasswords(passwords),
    ssh_tunnel_passwords: {},
    ssh_tunnel_private_keys: {},
    ssh_tunnel_private_key_passwords: {},
    encrypted_extra_secrets: {},
  };
  if (secrets !== undefined) addSecrets(secrets, read);
  const files = new Set(assets.map(({ file }) => file));
  for (const map of Object.values(read))
    for (const file of Object.keys(map))
      if (!files.has(file)) throw new AsCodeError(`A secret is given for ${file}, which is no file of the folder.`);
  return read;
}

export function hasSecrets(secrets: ImportSecrets): boolean {
  return Object.values(secrets).some((map) => Object.keys(map).length > 0);
}

function readPasswords(path: string): ByFile<string> {
  const value = parseDocument(readText(path));
  const entries = value && Object.entries(value);
  const texts = entries?.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (!texts || texts.length !== entries?.length)
    throw new AsCodeError(`${path} must be a JSON object with a password for each file.`);
  return Object.fromEntries(texts);
}

const tunnelFields = {
  password: 'ssh_tunnel_passwords',
  private_key: 'ssh_tunnel_private_keys',
  private_key_password: 'ssh_tunnel_private_key_passwords',
} as const;

/** The file has what the documents have, by their names, and of it the secrets alone. */
function addSecrets(path: string, into: ImportSecrets): void {
  const value = attempt(path, () => readYaml(readText(path)));
  if (!isDocument(value)) throw new AsCodeError(`${path} must have the secrets of each file under its name.`);
  for (const [file, given] of Object.entries(value)) {
    const at = `${path}: ${file}`;
    const { password, ssh_tunnel: tunnel, masked_encrypted_extra: options, ...rest } = documentAt(at, given);
    const [unknown] = Object.keys(rest);
    if (unknown) throw new AsCodeError(`${at}: ${unknown}: ${knownWords}`);
    if (password !== undefined) into.passwords[file] = textAt(`${at}: password`, password);
    for (const [name, secret] of Object.entries(tunnel === undefined ? {} : documentAt(`${at}: ssh_tunnel`, tunnel))) {
      if (!isTunnelField(name)) throw new AsCodeError(`${at}: ssh_tunnel.${name}: ${knownWords}`);
      into[tunnelFields[name]][file] = textAt(`${at}: ssh_tunnel.${name}`, secret);
    }
    if (options === undefined) continue;
    const place = `${at}: masked_encrypted_extra`;
    into.encrypted_extra_secrets[file] = Object.fromEntries(pathsOf(documentAt(place, options), '$', place));
  }
}

const knownWords =
  'Known are password, ssh_tunnel (password, private_key, private_key_password) and masked_encrypted_extra.';

function isTunnelField(name: string): name is keyof typeof tunnelFields {
  return Object.hasOwn(tunnelFields, name);
}

function pathsOf(document: Document, path: string, at: string): readonly (readonly [string, string])[] {
  return Object.entries(document).flatMap(([name, value]) => {
    const step = /^[\w-]+$/.test(name) ? `${path}.${name}` : `${path}['${name}']`;
    return isDocument(value) ? pathsOf(value, step, at) : [[step, textAt(`${at}: ${step}`, value)] as const];
  });
}

function documentAt(place: string, value: unknown): Document {
  if (isDocument(value)) return value;
  throw new AsCodeError(`${place}: Must be a mapping.`);
}

/** Of what is wrong nothing is repeated: it is a secret. */
function textAt(place: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new AsCodeError(`${place}: Must be a text.`);
}

function readText(path: string): string {
  return attempt(path, () => readFileSync(path, 'utf8'));
}

function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch {
    // What a parser says of a broken file repeats some of it.
    throw new AsCodeError(`${path} cannot be read, or is no YAML.`);
  }
}
