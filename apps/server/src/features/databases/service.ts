import { randomUUID } from 'node:crypto';
import type { DatabaseChange, NewDatabase, TestConnectionBody, ValidateParametersBody } from '@powerset/contract';
import { canSeeDatabase, type User } from '../../access/index.ts';
import { refuseWithReports, settleCatalogs } from '../../catalog/index.ts';
import {
  type ConnectionSecret,
  type DatabaseKind,
  EngineError,
  findDatabaseKind,
  findOpeningProblem,
  keptFingerprint,
  readSecret,
  toKeptFingerprint,
  withoutDriver,
} from '../../engines/index.ts';
import { AppError, commandError, fieldError, notFound } from '../../http/index.ts';
import { madeBy, readUuid } from '../../lists/index.ts';
import { isDocument, parseDocument, type Row, type RowChange } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import {
  type Connection,
  checkExtras,
  checkPort,
  findKind,
  invalidParameters,
  missingFields,
  missingParameters,
  readConnectionOf,
  toSecret,
} from './connection.ts';
import { asNoAnswer } from './no-answer.ts';
import { checkClient } from './oauth2-settings.ts';
import { checkOwnExtra, saysOtherExtra, withExtraOf } from './own-extra.ts';
import { readFingerprint } from './tunnel.ts';

type DatabaseRow = Row<'databases'>;

export async function getDatabaseRow({ store }: Pick<Services, 'store'>, user: User, id: number): Promise<DatabaseRow> {
  const row = await store.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !canSeeDatabase(user, { id: row.id, name: row.database_name })) throw notFound();
  return row;
}

export async function createDatabase(services: Services, user: User, given: NewDatabase): Promise<DatabaseRow> {
  const { store, now } = services;
  const body = withExtraOf(given);
  const { connection, secret } = readNew(body);
  await assertFree(services, { name: body.database_name, connection });
  const uuid = await readUuid(store, 'databases', { asked: body.uuid });
  const change = { ...toConnectionChange(services, connection, secret), extra: body.extra || '{}' };
  const asked = {
    ...change,
    database_name: body.database_name,
    ssh_host_key: readFingerprint(body.ssh_tunnel ?? {}) ?? null,
  };
  const hostKey = await assertAnswers(services, asked);
  const time = now().toISOString();
  return store
    .insertInto('databases')
    .values({
      ...toRowChange(body, { kind: connection.kind, asksPeople: change.impersonate_user === 1 }),
      ...change,
      ssh_host_key: toHostKey(secret, hostKey),
      uuid: randomUUID(),
      ...uuid,
      database_name: body.database_name,
      configuration_method: body.configuration_method ?? 'sqlalchemy_form',
      ...madeBy(user, time),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The reference answers 422 to what cannot be read of a new connection, and 400 where one is tried or changed. */
function readNew(body: NewDatabase) {
  try {
    checkExtras(body);
    const connection = requireConnection(body);
    checkOwnExtra(connection.kind, body.extra);
    return { connection, secret: toSecret(connection, null, body.server_cert) };
  } catch (error) {
    const isMisread = error instanceof AppError && error.code === 'INVALID_PAYLOAD_SCHEMA_ERROR';
    throw isMisread && !error.options.fields?.ssh_tunnel ? error.withStatus(422) : error;
  }
}

export async function updateDatabase(
  services: Services,
  user: User,
  request: { readonly id: number; readonly body: DatabaseChange },
): Promise<DatabaseRow> {
  const { store, now } = services;
  const { id } = request;
  const row = await getDatabaseRow(services, user, id);
  checkExtras(request.body);
  const body = withExtraOf(withoutKept(request.body, row), row.extra);
  const change = readConnectionChange(services, row, body);
  const name = body.database_name ?? row.database_name;
  await assertFree(services, { id, name, ...(change ? { connection: change.connection } : {}) });
  const hostKey = change
    ? await assertAnswers(
        services,
        { ...change.values, extra: body.extra || row.extra, database_name: name, ssh_host_key: change.hostKey },
        422,
      )
    : null;
  const uuid = await readUuid(store, 'databases', { asked: body.uuid, ownId: id });
  const changed = await store
    .updateTable('databases')
    .set({
      ...toRowChange(body, {
        kind: change?.connection.kind ?? findDatabaseKind(row.backend),
        asksPeople: (change?.values ?? row).impersonate_user === 1,
      }),
      ...(body.database_name ? { database_name: body.database_name } : {}),
      ...(body.extra != null ? { extra: body.extra || '{}' } : {}),
      ...(body.configuration_method ? { configuration_method: body.configuration_method } : {}),
      ...(change ? { ...change.values, ssh_host_key: toHostKey(change.secret, hostKey), kept: null } : {}),
      ...uuid,
      changed_on: now().toISOString(),
      changed_by_fk: user.id,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (changed.sqlalchemy_uri !== row.sqlalchemy_uri) await settleCatalogs(store, changed);
  if (change) await services.engines.forget(id);
  // The store has written the new name into what roles may see.
  services.accounts.forget();
  return changed;
}

/** The new connection of a saved database, or null when a payload leaves it as it is. */
function readConnectionChange(services: Services, row: DatabaseRow, body: DatabaseChange) {
  const connection = withDriverOf(row, readConnectionOf(body), body);
  const { masked_encrypted_extra: options, server_cert, client_cert, client_key, ssh_tunnel: tunnel } = body;
  const isOther = saysOtherExtra(row, body);
  const isSilent = !options && [server_cert, client_cert, client_key, tunnel].every((part) => part === undefined);
  if (!connection && tunnel && findOpeningProblem(row))
    throw fieldError({ ssh_tunnel: ['No SSH tunnel can lead to this kind of database.'] }, 400);
  if (!connection && ((isSilent && !isOther) || findOpeningProblem(row))) return null;
  const known = { maskedUri: row.sqlalchemy_uri, secret: readSecret(row, services.secrets) };
  const next =
    connection ??
    readConnectionOf({
      sqlalchemy_uri: row.sqlalchemy_uri,
      ...(options ? { masked_encrypted_extra: options } : {}),
      ...(tunnel === undefined ? {} : { ssh_tunnel: tunnel }),
      ...(client_cert === undefined ? {} : { client_cert }),
      ...(client_key === undefined ? {} : { client_key }),
    });
  if (!next) return null;
  const secret = toSecret(next, known, body.server_cert);
  const before = secret.ssh_tunnel ? keptFingerprint(row.ssh_host_key, secret.ssh_tunnel) : null;
  const given = readFingerprint(tunnel ?? {});
  const hostKey = given === undefined ? before : given;
  checkOwnExtra(next.kind, body.extra || row.extra);
  const isSame = isSameSecret(secret, known.secret) && hostKey === before && !isOther;
  if (next.maskedUri === row.sqlalchemy_uri && isSame) return null;
  return { connection: next, secret, hostKey, values: toConnectionChange(services, next, secret) };
}

function toHostKey({ ssh_tunnel: tunnel }: ConnectionSecret, fingerprint: string | null): string | null {
  return tunnel && fingerprint !== null ? toKeptFingerprint(tunnel, fingerprint) : null;
}

/** Takes the tunnel from a database: from then on it is reached straight. */
export async function removeTunnel(services: Services, user: User, id: number): Promise<void> {
  const { store, secrets, now } = services;
  const row = await getDatabaseRow(services, user, id);
  const { ssh_tunnel: tunnel, kept: keptSecrets = {}, ...secret } = readSecret(row, secrets);
  const { ssh_tunnel: shown, ...kept } = parseDocument(row.kept) ?? {};
  if (!tunnel && !isDocument(shown)) throw notFound();
  const { ssh_tunnel: _tunnel, ...others } = keptSecrets;
  const left = { ...secret, ...(Object.keys(others).length > 0 ? { kept: others } : {}) };
  await store
    .updateTable('databases')
    .set({
      secret: Object.keys(left).length > 0 ? secrets.encrypt(JSON.stringify(left)) : null,
      kept: Object.keys(kept).length > 0 ? JSON.stringify(kept) : null,
      ssh_host_key: null,
      changed_on: now().toISOString(),
      changed_by_fk: user.id,
    })
    .where('id', '=', id)
    .execute();
  await services.engines.forget(id);
}

/** What a form sends back of a database that cannot be opened, as it is kept, is no change. */
function withoutKept(body: DatabaseChange, row: DatabaseRow): DatabaseChange {
  if (findOpeningProblem(row) === null) return body;
  const kept = parseDocument(row.kept) ?? {};
  const now = {
    sqlalchemy_uri: row.sqlalchemy_uri,
    masked_encrypted_extra: kept.masked_encrypted_extra,
    ssh_tunnel: JSON.stringify(kept.ssh_tunnel),
    impersonate_user: row.impersonate_user === 1,
    allow_file_upload: row.allow_file_upload === 1,
  };
  const isKept = ([name, value]: readonly [string, unknown]) =>
    Object.hasOwn(now, name) &&
    now[name as keyof typeof now] === (name === 'ssh_tunnel' ? JSON.stringify(value) : value);
  return Object.fromEntries(Object.entries(body).filter((entry) => !isKept(entry)));
}

/** A form has no field for the driver that a URI of elsewhere names: it stays while the kind does. */
function withDriverOf(row: DatabaseRow, connection: Connection | null, body: DatabaseChange): Connection | null {
  const first = /^\w+\+\w+:/.exec(row.sqlalchemy_uri)?.[0];
  if (!first || !connection || body.sqlalchemy_uri || connection.kind.backend !== row.backend) return connection;
  return { ...connection, maskedUri: connection.maskedUri.replace(/^\w+:/, first) };
}

function isSameSecret(one: ConnectionSecret, other: ConnectionSecret): boolean {
  const parts = ({ ssh_tunnel, kept: _kept, ...texts }: ConnectionSecret) =>
    JSON.stringify([texts, ssh_tunnel ?? {}].map((part) => Object.entries(part).sort()));
  return parts(one) === parts(other);
}

function requireConnection(body: TestConnectionBody): Connection {
  const connection = readConnectionOf(body);
  if (!connection) throw fieldError({ sqlalchemy_uri: ['Field is required'] }, 422);
  return connection;
}

/**
 * A server that does not answer is not saved; a file of our own is made when it is first used. The statuses are the
 * reference's: of a wrong new connection 400, of a wrong change of one that is saved 422, of one that takes too long 408.
 * Brings the fingerprint of the SSH server that was met.
 */
async function assertAnswers(
  { engines, config }: Services,
  row: Parameters<Services['engines']['tryConnection']>[0],
  status = 400,
): Promise<string | null> {
  if (findDatabaseKind(row.backend)?.isExclusive && config.peerUrl === null) return null;
  const tried = await engines.tryConnection(row).catch((error: unknown) => {
    if (!(error instanceof EngineError)) throw error;
    const { code, message, driverMessage, entry, ...said } = asNoAnswer(error, row).details;
    const { invalid = fieldsOf(row.backend, code) } = said;
    const refused = new AppError(code, {
      status: code === 'CONNECTION_DATABASE_TIMEOUT' ? 408 : status,
      extra: { invalid, driver_message: driverMessage ?? message, ...(entry ? { entry } : {}) },
      cause: error,
    });
    refused.message = message;
    throw refused;
  });
  return tried.hostKey;
}

export async function deleteDatabase(services: Services, user: User, id: number): Promise<void> {
  const row = await getDatabaseRow(services, user, id);
  const dataset = await services.store
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', row.id)
    .limit(1)
    .executeTakeFirst();
  if (dataset) throw commandError('Cannot delete a database that has datasets attached');
  await refuseWithReports(services.store, { column: 'database_id', ids: [row.id] });
  await services.engines.forget(row.id);
  await services.store.deleteFrom('database_user_oauth2_tokens').where('database_id', '=', row.id).execute();
  await services.store.deleteFrom('databases').where('id', '=', row.id).execute();
  services.accounts.forget();
}

/** Tries a connection: a known one is asked for an answer, a new one is opened for a moment. */
export async function testConnection(services: Services, user: User, asked: TestConnectionBody): Promise<void> {
  const { store, engines } = services;
  checkExtras(asked);
  const body = withExtraOf(asked);
  if (!body.sqlalchemy_uri) checkPort(body.parameters?.port);
  const connection = requireConnection(body);
  checkOwnExtra(connection.kind, body.extra);
  const rows = await store.selectFrom('databases').selectAll().where('backend', '=', connection.kind.backend).execute();
  const wanted = withoutDriver(connection.maskedUri);
  const sameUri = rows.filter((row) => withoutDriver(row.sqlalchemy_uri) === wanted);
  const same = sameUri.find((row) => row.database_name === body.database_name) ?? sameUri[0];
  if (same && connection.kind.isExclusive) return (await engines.get(same.id, null)).ping();
  // Masks are what is kept of the one that is being changed, whatever its URI becomes.
  const changed = rows.find((row) => row.id === body.id);
  const isSeen = changed && canSeeDatabase(user, { id: changed.id, name: changed.database_name });
  const known = isSeen ? changed : same;
  const beside = known ? { maskedUri: known.sqlalchemy_uri, secret: readSecret(known, services.secrets) } : null;
  const secret = toSecret(connection, beside, body.server_cert);
  const given = readFingerprint(body.ssh_tunnel ?? {});
  const kept = known && secret.ssh_tunnel ? keptFingerprint(known.ssh_host_key, secret.ssh_tunnel) : null;
  await assertAnswers(services, {
    ...toConnectionChange(services, connection, secret),
    database_name: body.database_name ?? 'connection test',
    extra: body.extra || '{}',
    ssh_host_key: given === undefined ? kept : given,
  });
}

/** Checks the fields of a form, and as soon as all are there, whether the server answers. */
export async function validateParameters(services: Services, user: User, body: ValidateParametersBody): Promise<void> {
  const kind = findKind(body.engine);
  const parameters = body.parameters ?? {};
  const missing = [
    ...(body.database_name ? [] : ['database_name']),
    ...(body.sqlalchemy_uri ? [] : missingFields(kind, body)),
  ];
  if (missing.length > 0) throw missingParameters(missing);
  if (!body.sqlalchemy_uri) {
    checkPort(parameters.port);
    const problem = kind.findUriProblem(kind.toUri(parameters));
    if (problem) throw invalidParameters(problem, ['database']);
  }
  await testConnection(services, user, { ...body, database_name: body.database_name ?? '' }).catch((error: unknown) => {
    // A host and a port are looked at before anybody signs in there.
    throw error instanceof AppError && addressProblems.has(error.code) ? error.withStatus(422) : error;
  });
}

const fieldsByCode: Partial<Readonly<Record<EngineError['details']['code'], readonly string[]>>> = {
  CONNECTION_INVALID_HOSTNAME_ERROR: ['host'],
  CONNECTION_PORT_CLOSED_ERROR: ['host', 'port'],
  CONNECTION_DATABASE_TIMEOUT: ['host', 'port'],
  CONNECTION_ACCESS_DENIED_ERROR: ['username', 'password'],
  CONNECTION_UNKNOWN_DATABASE_ERROR: ['database'],
  ENGINE_UNAVAILABLE_ERROR: ['host', 'port'],
};

/** The fields of a form that an error is about; a kind without them has others, and those it needs are meant. */
function fieldsOf(backend: string, code: EngineError['details']['code']): readonly string[] {
  const meant = fieldsByCode[code] ?? [];
  const kind = findDatabaseKind(backend);
  const own = kind ? meant.filter((field) => Object.hasOwn(kind.fields, field)) : meant;
  return own.length === 0 && meant.length > 0 ? (kind?.requiredFields ?? []) : own;
}

const addressProblems: ReadonlySet<string> = new Set([
  'CONNECTION_INVALID_HOSTNAME_ERROR',
  'CONNECTION_PORT_CLOSED_ERROR',
]);

async function assertFree(
  { store }: Pick<Services, 'store'>,
  wanted: { readonly id?: number; readonly name: string; readonly connection?: Connection },
): Promise<void> {
  const { id, name, connection } = wanted;
  const uri = connection?.kind.isExclusive ? connection.maskedUri : '';
  const rows = await store
    .selectFrom('databases')
    .select(['id', 'database_name', 'sqlalchemy_uri'])
    .where((builder) => builder.or([builder('database_name', '=', name), builder('sqlalchemy_uri', '=', uri)]))
    .execute();
  const others = rows.filter((row) => row.id !== id);
  if (others.some((row) => row.database_name === name))
    throw fieldError({ database_name: ['A database with the same name already exists.'] });
  // One file opened twice loses data.
  if (others.length > 0)
    throw fieldError({ sqlalchemy_uri: [`This database is connected already, as ${others[0]?.database_name}.`] });
}

const flags = [
  'expose_in_sqllab',
  'allow_run_async',
  'allow_file_upload',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'is_managed_externally',
] as const;

interface Meant {
  readonly kind: DatabaseKind | undefined;
  /** People sign in there as themselves. */
  readonly asksPeople: boolean;
}

function toRowChange(body: DatabaseChange, { kind, asksPeople }: Meant): RowChange<'databases'> {
  if (body.allow_file_upload && !kind?.canUploadFiles)
    throw fieldError({ allow_file_upload: ['Files cannot be uploaded to this kind of database.'] });
  if (body.impersonate_user && !asksPeople)
    throw fieldError({
      impersonate_user: ['Queries cannot run as the person who asks. Connect as a user who may read what all may.'],
    });
  const values = flags.flatMap((flag) => (body[flag] == null ? [] : [[flag, body[flag] ? 1 : 0] as const]));
  return {
    ...Object.fromEntries(values),
    ...(body.cache_timeout === undefined ? {} : { cache_timeout: body.cache_timeout }),
    ...(body.force_ctas_schema === undefined ? {} : { force_ctas_schema: body.force_ctas_schema || null }),
    ...(body.external_url === undefined ? {} : { external_url: body.external_url }),
  };
}

function toConnectionChange({ secrets, config }: Services, { kind, maskedUri }: Connection, secret: ConnectionSecret) {
  const isEmpty = Object.keys(secret).length === 0;
  const client = checkClient({ kind, uri: maskedUri, secret }, config);
  return {
    impersonate_user: client ? 1 : 0,
    backend: kind.backend,
    sqlalchemy_uri: maskedUri,
    secret: isEmpty ? null : secrets.encrypt(JSON.stringify(secret)),
  };
}
