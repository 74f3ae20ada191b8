import { randomUUID } from 'node:crypto';
import type { DatabaseChange, NewDatabase, ValidateParametersBody } from '@powerset/contract';
import { canSeeDatabase, type User } from '../../access/index.ts';
import { databaseKinds, findDatabaseKind } from '../../engines/index.ts';
import { AppError, fieldError, notFound } from '../../http/index.ts';
import type { Row, RowChange } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { type Connection, checkExtra, readConnection } from './connection.ts';

type DatabaseRow = Row<'databases'>;

export async function getDatabaseRow({ store }: Pick<Services, 'store'>, user: User, id: number): Promise<DatabaseRow> {
  const row = await store.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !canSeeDatabase(user, { id: row.id, name: row.database_name })) throw notFound();
  return row;
}

export async function createDatabase(services: Services, user: User, body: NewDatabase): Promise<DatabaseRow> {
  const { store, secrets, now } = services;
  if (!body.sqlalchemy_uri) throw fieldError({ sqlalchemy_uri: ['This is a required field'] }, 422);
  checkExtra(body.extra, 'extra');
  checkExtra(body.masked_encrypted_extra, 'masked_encrypted_extra');
  const connection = readConnection(body.sqlalchemy_uri);
  await assertFree(services, { name: body.database_name, uri: connection.maskedUri });
  const time = now().toISOString();
  return store
    .insertInto('databases')
    .values({
      ...toRowChange(body),
      ...toConnectionChange(connection, secrets.encrypt),
      uuid: body.uuid || randomUUID(),
      database_name: body.database_name,
      backend: connection.kind.backend,
      sqlalchemy_uri: connection.maskedUri,
      extra: body.extra || '{}',
      configuration_method: body.configuration_method ?? 'sqlalchemy_form',
      created_on: time,
      changed_on: time,
      created_by_fk: user.id,
      changed_by_fk: user.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateDatabase(
  services: Services,
  user: User,
  request: { readonly id: number; readonly body: DatabaseChange },
): Promise<DatabaseRow> {
  const { store, secrets, now } = services;
  const { id, body } = request;
  const row = await getDatabaseRow(services, user, id);
  checkExtra(body.extra, 'extra');
  checkExtra(body.masked_encrypted_extra, 'masked_encrypted_extra');
  const uri = body.sqlalchemy_uri;
  const isNewUri = Boolean(uri) && uri !== row.sqlalchemy_uri;
  const connection = isNewUri && uri ? readConnection(uri) : undefined;
  await assertFree(services, {
    id,
    name: body.database_name ?? row.database_name,
    uri: connection?.maskedUri ?? row.sqlalchemy_uri,
  });
  const changed = await store
    .updateTable('databases')
    .set({
      ...toRowChange(body),
      ...(body.database_name ? { database_name: body.database_name } : {}),
      ...(body.extra != null ? { extra: body.extra || '{}' } : {}),
      ...(connection ? toConnectionChange(connection, secrets.encrypt) : {}),
      changed_on: now().toISOString(),
      changed_by_fk: user.id,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (connection) await services.engines.forget(id);
  return changed;
}

export async function deleteDatabase(services: Services, user: User, id: number): Promise<void> {
  const row = await getDatabaseRow(services, user, id);
  const dataset = await services.store
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', row.id)
    .limit(1)
    .executeTakeFirst();
  if (dataset)
    throw new AppError('GENERIC_COMMAND_ERROR', {
      params: { message: 'Cannot delete a database that has datasets attached' },
    });
  await services.engines.forget(row.id);
  await services.store.deleteFrom('databases').where('id', '=', row.id).execute();
}

/** Tries a connection: a known one is asked for an answer, a new one is read. */
export async function testConnection(services: Services, body: DatabaseChange): Promise<void> {
  if (!body.sqlalchemy_uri) throw fieldError({ sqlalchemy_uri: ['This is a required field'] }, 422);
  checkExtra(body.extra, 'extra');
  const { maskedUri } = readConnection(body.sqlalchemy_uri);
  const known = await services.store
    .selectFrom('databases')
    .select('id')
    .where('sqlalchemy_uri', '=', maskedUri)
    .executeTakeFirst();
  if (known) await (await services.engines.get(known.id)).ping();
}

export function validateParameters(body: ValidateParametersBody): void {
  const kind = findDatabaseKind(body.engine);
  if (!kind) {
    const known = databaseKinds.map((candidate) => candidate.backend).join(', ');
    throw new AppError('GENERIC_COMMAND_ERROR', {
      params: { message: `Engine "${body.engine}" is not a valid engine. Known engines: ${known}.` },
    });
  }
  const missing = [
    ...(body.database_name ? [] : ['database_name']),
    ...(body.sqlalchemy_uri || body.parameters?.database ? [] : ['database']),
  ];
  if (missing.length > 0)
    throw new AppError('CONNECTION_MISSING_PARAMETERS_ERROR', {
      params: { message: `One or more parameters are missing: ${missing.join(', ')}` },
      extra: { missing },
    });
  const uri = body.sqlalchemy_uri || `${kind.backend}:///${String(body.parameters?.database)}`;
  const problem = kind.findUriProblem(uri);
  if (problem)
    throw new AppError('CONNECTION_MISSING_PARAMETERS_ERROR', {
      params: { message: problem },
      extra: { invalid: ['database'] },
    });
}

async function assertFree(
  { store }: Pick<Services, 'store'>,
  wanted: { readonly id?: number; readonly name: string; readonly uri: string },
): Promise<void> {
  const rows = await store
    .selectFrom('databases')
    .select(['id', 'database_name', 'sqlalchemy_uri'])
    .where((builder) =>
      builder.or([builder('database_name', '=', wanted.name), builder('sqlalchemy_uri', '=', wanted.uri)]),
    )
    .execute();
  const others = rows.filter((row) => row.id !== wanted.id);
  if (others.some((row) => row.database_name === wanted.name))
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
  'impersonate_user',
  'is_managed_externally',
] as const;

function toRowChange(body: DatabaseChange): RowChange<'databases'> {
  const values = flags.flatMap((flag) => (body[flag] == null ? [] : [[flag, body[flag] ? 1 : 0] as const]));
  return {
    ...Object.fromEntries(values),
    ...(body.cache_timeout === undefined ? {} : { cache_timeout: body.cache_timeout }),
    ...(body.force_ctas_schema === undefined ? {} : { force_ctas_schema: body.force_ctas_schema || null }),
    ...(body.external_url === undefined ? {} : { external_url: body.external_url }),
  };
}

function toConnectionChange({ kind, maskedUri, password }: Connection, encrypt: (text: string) => string) {
  return {
    backend: kind.backend,
    sqlalchemy_uri: maskedUri,
    ...(password === null ? {} : { secret: encrypt(JSON.stringify({ password })) }),
  };
}
