import { passwordMask } from '@powerset/contract';
import { findOpeningProblem } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';
import { freeName } from '../decide-numbers.ts';
import { type Mover, type Moving, noteOn, type ReadConnection } from '../moving.ts';
import type { Place } from '../numbers.ts';
import { allRows, columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import type { Opened } from '../secret-values.ts';
import type { SourceRow } from '../values.ts';
import { toWhole } from './shared.ts';

const flags =
  'expose_in_sqllab allow_run_async allow_file_upload allow_ctas allow_cvas allow_dml impersonate_user is_managed_externally';
const databaseColumns = columns(
  `id created_on changed_on created_by_fk changed_by_fk cache_timeout force_ctas_schema configuration_method external_url ${flags}`,
  'sqlalchemy_uri extra untold',
  'password encrypted_extra server_cert',
);
const tunnelSecrets = ['username', 'password', 'private_key', 'private_key_password'] as const;
const tunnelColumns = columns('id database_id server_address server_port', '', tunnelSecrets.join(' '));

/** How many encrypted values there are, and how many of them the key opens. */
export async function countSecrets({ source, secretReader }: Pick<Moving, 'source' | 'secretReader'>) {
  const places = [
    ['dbs', ['password', 'encrypted_extra', 'server_cert']],
    ['ssh_tunnels', tunnelSecrets],
  ] as const;
  const counts = { all: 0, opened: 0 };
  for (const [table, names] of places)
    for await (const rows of portionsOf(source, table, { columns: columns('id', '', names.join(' ')) }))
      for (const value of rows.flatMap((row) => names.map((name) => secretReader.open(row.bytes(name))))) {
        if (value !== null) counts.all += 1;
        if (typeof value === 'string') counts.opened += 1;
      }
  return counts;
}

export const moveDatabases: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  const here = await store.selectFrom('databases').select('database_name').execute();
  const names = new Set(here.map(({ database_name }) => database_name));
  const tunnels = new Map(
    (await allRows(source, 'ssh_tunnels', tunnelColumns)).map((row) => [row.number('database_id'), row]),
  );
  for await (const rows of portionsOf(source, 'dbs', { columns: databaseColumns }))
    for (const row of rows) {
      const place = numbers.placeOf('databases', row.id);
      if (!place?.isNew) continue;
      const about = { kind: 'databases', id: row.id, name: place.name } as const;
      const values = await orLeaveOut(moving, about, () =>
        toValues(moving, { row, place, tunnel: tunnels.get(row.id) }),
      );
      if (!values) numbers.drop('databases', row.id);
      if (!values) continue;
      const name = freeName(place.name.trim() || `Database ${row.id}`, (one) => names.has(one));
      if (name !== place.name)
        noteOn(moving, 'databases', about).changed(`is called “${name}” here: the name is taken`);
      names.add(name);
      await store
        .insertInto('databases')
        .values({ ...values, id: place.id, uuid: place.uuid, database_name: name })
        .execute();
      notes.count('databases', 'moved');
    }
};

interface OneDatabase {
  readonly row: SourceRow;
  readonly place: Place;
  readonly tunnel: SourceRow | undefined;
}

function toValues(moving: Moving, one: OneDatabase) {
  const { row, place } = one;
  const { numbers, time } = moving;
  const note = noteOn(moving, 'databases', { id: row.id, name: place.name });
  return {
    ...toConnection(moving, one),
    awaits_file: 1,
    extra: toExtra(row, note.changed),
    cache_timeout: toWhole(row.number('cache_timeout')),
    expose_in_sqllab: row.flag('expose_in_sqllab', 1),
    allow_run_async: row.flag('allow_run_async'),
    allow_file_upload: row.flag('allow_file_upload'),
    allow_ctas: row.flag('allow_ctas'),
    allow_cvas: row.flag('allow_cvas'),
    allow_dml: row.flag('allow_dml'),
    force_ctas_schema: row.text('force_ctas_schema'),
    configuration_method: row.text('configuration_method') === 'dynamic_form' ? 'dynamic_form' : 'sqlalchemy_form',
    is_managed_externally: row.flag('is_managed_externally'),
    external_url: row.text('external_url'),
    created_on: row.time('created_on') ?? time,
    changed_on: row.time('changed_on') ?? time,
    created_by_fk: numbers.idOf('users', row.number('created_by_fk')),
    changed_by_fk: numbers.idOf('users', row.number('changed_by_fk')),
  };
}

function toExtra(row: SourceRow, note: (text: string) => void): string {
  const text = row.text('extra');
  const extra = parseDocument(text);
  if (!extra && text?.trim()) note('its `extra` is no JSON object and was left out');
  if (!extra) return '{}';
  const { schemas_allowed_for_csv_upload: older, ...rest } = extra;
  return JSON.stringify(older === undefined ? rest : { schemas_allowed_for_file_upload: older, ...rest });
}

/** The connection with its secrets, sealed anew with this installation's key. */
function toConnection(moving: Moving, { row, place, tunnel }: OneDatabase) {
  const { connections } = moving.parts;
  const note = noteOn(moving, 'databases', { id: row.id, name: place.name });
  const uri = row.text('sqlalchemy_uri')?.trim() ?? '';
  const open = (name: string) => openOf(moving, { row, note: note.changed }, name);
  const password = open('password');
  const untold = row.text('untold');
  if (untold) note.changed(`its ${untold} is not told by the interface there: enter it again`);
  const foreign = connections.readForeign(uri);
  if (!foreign) return toOwnConnection(moving, { row, uri, password, place, tunnel });
  note.changed(String(findOpeningProblem({ ...foreign, sqlalchemy_uri: foreign.maskedUri })));
  const documents = {
    encrypted_extra: open('encrypted_extra'),
    ...(tunnel ? { ssh_tunnel: toTunnel(moving, tunnel) } : {}),
  };
  const known = { ...foreign, password: password ?? withoutMask(foreign.password) };
  const { shown, secret } = connections.sealForeign(known, documents, undefined);
  return {
    ...{ backend: foreign.backend, sqlalchemy_uri: foreign.maskedUri, secret },
    impersonate_user: row.flag('impersonate_user'),
    kept: Object.keys(shown).length > 0 ? JSON.stringify(shown) : null,
  };
}

const withoutMask = (password: string | null) => (password === passwordMask ? null : password);

interface Opening {
  readonly row: SourceRow;
  readonly note: (text: string) => void;
}

function openOf({ secretReader }: Moving, { row, note }: Opening, name: string): string | null {
  const opened: Opened = secretReader.open(row.bytes(name));
  if (opened === undefined) note(`its ${name} cannot be opened with this SECRET_KEY: enter it again`);
  return opened ?? null;
}

function toTunnel(moving: Moving, tunnel: SourceRow): Document {
  const secrets = tunnelSecrets.map((name) => [name, moving.secretReader.open(tunnel.bytes(name)) ?? null] as const);
  const place = {
    server_address: tunnel.text('server_address'),
    server_port: tunnel.number('server_port'),
    ...Object.fromEntries(secrets),
  };
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== null));
}

interface OwnConnection {
  readonly row: SourceRow;
  readonly place: Place;
  readonly uri: string;
  readonly password: string | null;
  readonly tunnel: SourceRow | undefined;
}

/** A database that would be read with more rights than there, or at another place, waits for its password. */
function toOwnConnection(moving: Moving, { row, place, uri, password, tunnel }: OwnConnection) {
  const { connections } = moving.parts;
  const note = noteOn(moving, 'databases', { id: row.id, name: place.name });
  const read = readOwn(connections, uri, note.changed);
  const way = tunnel ? { tunnel: toTunnel(moving, tunnel) } : {};
  const wayProblem = findWayProblem(connections, { ...read, ...way });
  const extra = openOf(moving, { row, note: note.changed }, 'encrypted_extra');
  const asksPeople =
    isDocument(parseDocument(extra ?? '')?.oauth2_client_info) && connections.takesPeople(read.backend);
  const waits = [
    ...(row.flag('impersonate_user') === 1 && !asksPeople
      ? ['each person’s own rights there (impersonate_user) cannot be had here']
      : []),
    ...(wayProblem === null ? [] : [`its SSH tunnel cannot be had here (${wayProblem})`]),
  ];
  if (waits.length > 0)
    note.changed(
      `${waits.join(', and ')}: it comes without its password, so that nobody reads it before you have decided`,
    );
  const hasOptions = extra !== null && !/^\{\s*\}$/.test(extra.trim());
  const takesOptions = hasOptions && read.backend !== 'unknown' && connections.takesOptions(read.backend);
  if (hasOptions && !takesOptions) note.changed('its secret options (encrypted_extra) are not known here');
  const own = takesOptions ? connections.ownOptions(read.backend, extra) : { text: null, unknown: [] };
  if (own.unknown.length > 0) note.changed('its secret options (encrypted_extra) are not known here');
  const options = waits.length === 0 ? own.text : null;
  const cert = openOf(moving, { row, note: note.changed }, 'server_cert');
  const known = { ...read, password: waits.length > 0 ? null : (password ?? withoutMask(read.password)), options };
  return {
    backend: read.backend,
    sqlalchemy_uri: read.maskedUri,
    secret: seal(connections, { ...known, ...(wayProblem === null ? way : {}) }, { cert, note: note.changed }),
    impersonate_user: asksPeople && options !== null ? 1 : 0,
    kept: null,
  };
}

/** Why the tunnel cannot be used; without it a password would go to another machine. */
function findWayProblem(
  connections: Moving['parts']['connections'],
  { tunnel, ...read }: ReadConnection,
): string | null {
  if (!tunnel) return null;
  try {
    connections.seal({ ...read, password: null, options: null, tunnel }, undefined);
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

function readOwn(
  connections: Moving['parts']['connections'],
  uri: string,
  note: (text: string) => void,
): ReadConnection {
  try {
    return connections.read(uri);
  } catch (error) {
    note(`its connection has to be changed before it opens: ${wordsOf(error)}`);
    return connections.readUnopened(uri) ?? { backend: 'unknown', maskedUri: passwordMask, password: null };
  }
}

interface Sealing {
  readonly cert: string | null;
  readonly note: (text: string) => void;
}

function seal(
  connections: Moving['parts']['connections'],
  read: ReadConnection,
  { cert, note }: Sealing,
): string | null {
  if (read.backend === 'unknown') return null;
  try {
    return connections.seal(read, undefined, cert);
  } catch (error) {
    note(`its certificate was left out: ${wordsOf(error)}`);
    return connections.seal(read, undefined);
  }
}

/** What one of our own rules says about a field. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  const fields = error.options.fields;
  return isDocument(fields) ? Object.values(fields).flat().join(' ') : error.message;
}
