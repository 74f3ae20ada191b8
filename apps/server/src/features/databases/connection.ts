import { passwordMask, type SshTunnel, type TestConnectionBody } from '@powerset/contract';
import {
  type ConnectionParameters,
  type ConnectionSecret,
  clientOption,
  type DatabaseKind,
  databaseKinds,
  findDatabaseKind,
  type InvalidEntry,
  noEngineWords,
  withoutDriver,
} from '../../engines/index.ts';
import { AppError, fieldError } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { isDocument, parseDocument } from '../../metadata/index.ts';
import { checkCertificates, type GivenCertificate, toClientCertificate } from './certificates.ts';
import { isWeaker } from './guarding.ts';
import { authorityIn, isWithoutOptions, toOwnOptions, unmaskOptions } from './secret-options.ts';
import { isSameServer, toTunnel } from './tunnel.ts';

export interface Connection {
  readonly kind: DatabaseKind;
  /** What may be shown. */
  readonly maskedUri: string;
  /** What must be kept sealed; null when the URI names none, the mask when it is the one known already. */
  readonly password: string | null;
  /** Secret options, masked where they are known already; null where a payload says nothing of them. */
  readonly options?: string | null;
  /** The tunnel that leads there, its secrets masked where they are known; null for none, absent where nothing is said. */
  readonly tunnel?: SshTunnel | null;
  /** By which the server knows who connects; absent where nothing is said. */
  readonly clientCertificate?: GivenCertificate;
}

/** The connection that a payload names, by URI or by the fields of a form; null when it names none. */
export function readConnectionOf(body: TestConnectionBody): Connection | null {
  const connection = readPlainConnection(body);
  const { ssh_tunnel: tunnel, client_cert, client_key } = body;
  const clientCertificate = { client_cert, client_key };
  return connection && { ...connection, ...(tunnel === undefined ? {} : { tunnel }), clientCertificate };
}

function readPlainConnection(body: TestConnectionBody): Connection | null {
  const given = body.masked_encrypted_extra || null;
  if (body.sqlalchemy_uri) return withOptions(readConnection(body.sqlalchemy_uri), given);
  if (!body.engine || !body.parameters) return null;
  const kind = findKind(body.engine);
  const missing = missingFields(kind, body);
  if (missing.length > 0) throw missingParameters(missing);
  const meant = kind.toSecretOptions?.(body.parameters);
  const options = meant ? JSON.stringify({ ...parseDocument(given ?? ''), ...meant }) : given;
  return withOptions(readConnection(kind.toUri(body.parameters)), options);
}

/** What would be passed over in silence is refused. */
function withOptions(connection: Connection, options: string | null): Connection {
  const isKnown = connection.kind.secretOptions && toOwnOptions(connection.kind, options ?? '').unknown.length === 0;
  if (isKnown || isWithoutOptions(options)) return { ...connection, options };
  throw fieldError({ masked_encrypted_extra: ['This kind of database has no secret options.'] }, 400);
}

/** Reads a connection's URI; what cannot be opened is refused with words that say what to do. */
export function readConnection(uri: string): Connection {
  const text = uri.trim();
  const scheme = readScheme(text);
  if (!scheme)
    throw fieldError(
      {
        sqlalchemy_uri: [
          'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name',
        ],
      },
      400,
    );
  const kind = findDatabaseKind(scheme.backend);
  if (!kind) throw noDriver(scheme.backend);
  const plain = toPlain(kind, scheme);
  const problem = kind.findUriProblem(plain);
  if (problem) throw fieldError({ sqlalchemy_uri: [problem] });
  return { kind, ...splitPassword(plain) };
}

/** As this installation writes it: a file of our own is opened by no driver. */
function toPlain(kind: DatabaseKind, { backend, driver, rest }: Scheme): string {
  const first = kind.aliases.includes(backend) ? kind.backend : backend;
  return `${first}${kind.isExclusive ? '' : driver}${rest}`;
}

/**
 * A URI that nothing here can open, for its engine or for what it asks of one: it is only kept, and nothing of it is
 * understood but where its password stands. Null for one that can be opened, and for what is no URI.
 */
export function readForeignConnection(uri: string) {
  const text = uri.trim();
  const scheme = readScheme(text);
  if (!scheme) return null;
  const kind = findDatabaseKind(scheme.backend);
  if (!kind) return { backend: scheme.backend, ...splitPassword(withMaskedOptions(text)) };
  const plain = toPlain(kind, scheme);
  return kind.findUriProblem(plain) ? { backend: kind.backend, ...splitPassword(withMaskedOptions(plain)) } : null;
}

/** Any connection, whether or not it can be opened here: nothing of it is understood but where its password stands. */
export function readUnopenedConnection(uri: string) {
  const text = uri.trim();
  const scheme = readScheme(text);
  return scheme && { backend: scheme.backend, ...splitPassword(withMaskedOptions(text)) };
}

interface Scheme {
  readonly backend: string;
  readonly driver: string;
  readonly rest: string;
}

/** The first part, the driver with its plus and what follows them. */
function readScheme(text: string): Scheme | null {
  const [, backend, driver = '', rest] = /^([a-z0-9_]+)(\+[a-z0-9_]+)?(:\/\/.*)$/is.exec(text) ?? [];
  if (backend === undefined || rest === undefined) return null;
  return { backend: backend.toLowerCase(), driver: driver.toLowerCase(), rest };
}

function noDriver(backend: string): AppError {
  const message = noEngineWords(backend);
  return new AppError('GENERIC_COMMAND_ERROR', { params: { message }, fields: { sqlalchemy_uri: [message] } });
}

const secretOption = /([?&][^=&#]*(?:token|secret|passw|passphrase|private_key|api_?key|credential)[^=&#]*=)[^&#]+/gi;

/** Some drivers take secrets as options, which nothing here reads: they are shown to nobody. */
function withMaskedOptions(uri: string): string {
  return uri.replaceAll(secretOption, `$1${passwordMask}`);
}

function splitPassword(uri: string): { readonly maskedUri: string; readonly password: string | null } {
  const [, head, password, tail] = /^(\w+(?:\+\w+)?:\/\/[^:@/]*):([^@]*)(@.*)$/s.exec(uri) ?? [];
  if (head === undefined || !password) return { maskedUri: uri, password: null };
  return { maskedUri: `${head}:${passwordMask}${tail}`, password: decode(password) };
}

/** What is no percent-encoding stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What is sealed for a connection: a masked password is the one that was known, for the same server and user only. */
export function toSecret(
  { kind, maskedUri, password, options = null, tunnel: given, clientCertificate = {} }: Connection,
  known: { readonly maskedUri: string; readonly secret: ConnectionSecret } | null,
  serverCert: string | null | undefined,
): ConnectionSecret {
  const certificate = serverCert === undefined ? known?.secret.server_cert : serverCert?.trim() || undefined;
  if (serverCert && certificate) checkCertificates(certificate, 'server_cert');
  const tunnel = toTunnelSecret({ kind, tunnel: given }, known?.secret.ssh_tunnel);
  const isKept = password === passwordMask;
  const isSamePlace = serverOf(known?.maskedUri ?? '') === serverOf(maskedUri);
  const isSameWay = isSamePlace && (!tunnel || isThroughSame(tunnel, known?.secret.ssh_tunnel));
  if (isKept && known?.secret.password === undefined)
    throw fieldError({ password: ['The password is masked. Enter it.'] });
  if (isKept && !isSamePlace)
    throw fieldError({ password: ['The host, port or user has changed. Enter the password again.'] });
  if (isKept && !isSameWay)
    throw fieldError({ password: ['The SSH tunnel has changed. Enter the password of the database again.'] });
  const optionsBefore = known?.secret.encrypted_extra;
  const walletBefore = authorityIn(kind, optionsBefore);
  // Without one fewer vouch for the server, not others.
  const wallet = authorityIn(kind, options ?? optionsBefore, optionsBefore) ?? walletBefore;
  const before = { maskedUri: known?.maskedUri ?? '', certificate: known?.secret.server_cert ?? walletBefore };
  const isExposed = isSameWay && isWeaker({ maskedUri, certificate: certificate ?? wallet }, before);
  if (isExposed && isKept && wallet !== walletBefore)
    throw fieldError({ password: ['The wallet has changed. Enter the password again.'] });
  if (isExposed && isKept)
    throw fieldError({
      password: ['The connection is encrypted less strictly than before. Enter the password again.'],
    });
  if (isExposed && options === null && known?.secret.encrypted_extra !== undefined)
    throw fieldError({
      masked_encrypted_extra: [
        'The connection is encrypted less strictly than before. Enter the secret options again.',
      ],
    });
  const kept = isKept ? known?.secret.password : (password ?? undefined);
  const own = isSameWay && !isExposed ? known?.secret.encrypted_extra : undefined;
  const secretOptions = options === null ? own : unmaskOptions(kind, options, own);
  return {
    ...(isWithoutOptions(secretOptions) || secretOptions === undefined ? {} : { encrypted_extra: secretOptions }),
    ...(kept === undefined ? {} : { password: kept }),
    ...(certificate === undefined ? {} : { server_cert: certificate }),
    ...toClientCertificate(clientCertificate, known?.secret, { kind, maskedUri }),
    ...(tunnel ? { ssh_tunnel: tunnel } : {}),
  };
}

function toTunnelSecret(
  { kind, tunnel }: Pick<Connection, 'kind' | 'tunnel'>,
  known: ConnectionSecret['ssh_tunnel'],
): ConnectionSecret['ssh_tunnel'] {
  if (tunnel === null) return undefined;
  if (tunnel === undefined) return kind.canTunnel ? known : undefined;
  if (kind.canTunnel) return toTunnel(tunnel, known);
  throw fieldError({ ssh_tunnel: ['No SSH tunnel can lead to this kind of database.'] }, 400);
}

function isThroughSame(tunnel: NonNullable<ConnectionSecret['ssh_tunnel']>, known: ConnectionSecret['ssh_tunnel']) {
  return known !== undefined && isSameServer(tunnel, known);
}

/** Options of addresses that say instead of the host, or beside it, where is connected to, by which name, and whether in the clear. */
const placeOptions =
  /^(?:.*(?:endpoint|host|port|protocol|scheme)|server|proxy|secure|account|hostnameincertificate|certificate_name|wallet_location|config_dir)$/i;

/** Where a URI's password and secret options would be sent. */
function serverOf(uri: string): string {
  const [, server = '', options = ''] = /^\w+:\/\/([^/?]*)[^?]*(?:\?(.*))?$/s.exec(withoutDriver(uri)) ?? [];
  const places = [...new URLSearchParams(options)].filter(([name]) => placeOptions.test(name));
  return JSON.stringify([server, ...places.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

export function findKind(engine: string): DatabaseKind {
  const kind = findDatabaseKind(engine);
  if (kind) return kind;
  const known = databaseKinds.map((candidate) => candidate.backend).join(', ');
  const message = `Engine "${engine}" is not a valid engine. Known engines: ${known}.`;
  throw new AppError('GENERIC_COMMAND_ERROR', { params: { message } });
}

export function missingFields(
  kind: DatabaseKind,
  {
    parameters,
    masked_encrypted_extra: extra,
  }: { readonly parameters?: ConnectionParameters | null; readonly masked_encrypted_extra?: string | null },
): readonly string[] {
  const asksPeople = isDocument(parseDocument(extra ?? '')?.[clientOption]);
  return kind.requiredFields.filter((field) => {
    // Nothing asks under an account of the connection where people ask as themselves.
    if (asksPeople && kind.fields[field]?.format === 'password') return false;
    const value = parameters?.[field];
    return value === undefined || value === null || String(value).trim() === '';
  });
}

export function missingParameters(missing: readonly string[]): AppError {
  return new AppError('CONNECTION_MISSING_PARAMETERS_ERROR', {
    params: { message: `One or more parameters are missing: ${missing.join(', ')}` },
    extra: { missing },
  });
}

export function invalidParameters(message: string, invalid: readonly string[], entry?: InvalidEntry): AppError {
  const extra = { invalid, ...(entry ? { entry } : {}) };
  return new AppError('CONNECTION_MISSING_PARAMETERS_ERROR', { params: { message }, extra });
}

function invalidPort(message: string): AppError {
  return new AppError('CONNECTION_INVALID_PORT_ERROR', { params: { message }, extra: { invalid: ['port'] } });
}

export function checkPort(port: unknown): void {
  if (port === undefined || port === null) return;
  const number = Number(port);
  if (!Number.isInteger(number)) throw invalidPort('Port must be a valid integer.');
  if (number < 0 || number > 65535) throw invalidPort('The port must be an integer between 0 and 65535 (inclusive).');
}

const metadataParams = new Set(['schema', 'quote_schema', 'naming_convention', 'info', 'bind']);

/** Checks what a payload says beside its connection; what would be passed over in silence is refused. */
export function checkExtras(body: TestConnectionBody): void {
  checkExtra(body.extra, 'extra');
  checkExtra(body.masked_encrypted_extra, 'masked_encrypted_extra');
}

/** Checks the JSON of a database's `extra`. */
export function checkExtra(text: string | null | undefined, field: 'extra' | 'masked_encrypted_extra'): void {
  if (!text) return;
  const value = readExtra(text, field);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fieldError({ [field]: ['Field cannot be decoded by JSON. It must be an object.'] }, 400);
  const params = 'metadata_params' in value ? value.metadata_params : undefined;
  const unknown = Object.keys(typeof params === 'object' && params !== null ? params : {}).find(
    (key) => !metadataParams.has(key),
  );
  if (unknown)
    throw fieldError(
      { [field]: [`The metadata_params in Extra field is not configured correctly. The key ${unknown} is invalid.`] },
      400,
    );
}

function readExtra(text: string, field: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw fieldError({ [field]: [`Field cannot be decoded by JSON. ${(error as Error).message}`] }, 400);
  }
}
