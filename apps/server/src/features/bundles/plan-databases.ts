import { passwordMask } from '@powerset/contract';
import { can, canSeeDatabase } from '../../access/index.ts';
import { clientOption, embeddedDatabase, findDatabaseKind, findOpeningProblem } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import { type Document, isDocument, parseDocument, type Row, type RowChange } from '../../metadata/index.ts';
import { toStoredExtra } from './database-extra.ts';
import { toFlag } from './documents.ts';
import { optionNames, putSecrets } from './option-secrets.ts';
import { existsText, isOwnKind, type PlannedKind, type PlannedWrite, type Planning } from './plan.ts';
import type { BundleItem } from './read-bundle.ts';
import type { DatabaseFile } from './shapes.ts';

type DatabaseRow = Row<'databases'>;
export type DatabaseValues = RowChange<'databases'> & Pick<DatabaseRow, 'database_name' | 'backend' | 'sqlalchemy_uri'>;

const missingText = "Database doesn't exist and user doesn't have permission to create databases";
export interface PlannedDatabases extends PlannedKind<DatabaseValues> {
  /** Every database of this installation, by number. */
  readonly rows: ReadonlyMap<number, DatabaseRow>;
  /** Those to be written whose passwords came beside their files. */
  readonly entered: readonly { readonly uuid: string; readonly file: string }[];
}

/** Whether a database, as it will be after the import, cannot be opened here. */
export function isForeign({ known, writes, rows }: PlannedDatabases, uuid: string): boolean {
  const written = writes.find((write) => write.uuid === uuid)?.value;
  const row = written ?? rows.get(known.get(uuid) ?? -1);
  return row !== undefined && findOpeningProblem(row) !== null;
}

export async function planDatabases(planning: Planning): Promise<PlannedDatabases> {
  const rows = await planning.services.store.selectFrom('databases').selectAll().execute();
  const { user } = planning.request;
  const visible = rows.filter((row) => canSeeDatabase(user, { id: row.id, name: row.database_name }));
  const known = new Map(visible.map((row) => [row.uuid, row.id]));
  const writes: PlannedWrite<DatabaseValues>[] = [];
  const entered: { readonly uuid: string; readonly file: string }[] = [];
  for (const given of planning.bundle.databases) {
    const item = withOptionSecrets(planning, given);
    const found = findSame(rows, item.value);
    if (found && !visible.includes(found)) {
      planning.problems.refuse(item.file, missingText);
      continue;
    }
    if (found) known.set(item.value.uuid, found.id);
    const values = planOne(planning, { item, found, rows });
    if (!values) continue;
    writes.push({ uuid: item.value.uuid, id: found?.id, value: values });
    if (isEntered(planning, item.file) && findOpeningProblem(values) === null)
      entered.push({ uuid: item.value.uuid, file: item.file });
  }
  return { known, writes, rows: new Map(rows.map((row) => [row.id, row])), entered };
}

function isEntered({ request: { passwords, tunnelSecrets } }: Planning, file: string): boolean {
  return [passwords, ...Object.values(tunnelSecrets)].some((byFile) => byFile[file] !== undefined);
}

/** The same by its uuid; the installation's own; or the same server, account and name under another uuid. */
function findSame(rows: readonly DatabaseRow[], value: DatabaseFile): DatabaseRow | undefined {
  const uri = value.sqlalchemy_uri.trim();
  return (
    rows.find((row) => row.uuid === value.uuid) ??
    rows.find((row) => row.sqlalchemy_uri === embeddedDatabase.uri && uri === embeddedDatabase.uri) ??
    rows.find((row) => row.sqlalchemy_uri === uri && row.database_name === value.database_name)
  );
}

/** A file with what came beside it of its secret options, each where it belongs. */
function withOptionSecrets(
  { request: { optionSecrets }, problems }: Planning,
  { file, value }: BundleItem<DatabaseFile>,
): BundleItem<DatabaseFile> {
  const whole = optionSecrets.whole[file];
  const full = whole === undefined ? value : { ...value, encrypted_extra: whole };
  const { options, unknown } = putSecrets(full, optionSecrets.byPath[file] ?? {});
  if (unknown.length > 0)
    problems.add(file, { encrypted_extra_secrets: unknown.map((path) => `The file has nothing at ${path}.`) });
  return { file, value: { ...full, ...options } };
}

interface OneDatabase {
  readonly item: BundleItem<DatabaseFile>;
  readonly found: DatabaseRow | undefined;
  readonly rows: readonly DatabaseRow[];
}

function planOne(planning: Planning, { item, found, rows }: OneDatabase): DatabaseValues | undefined {
  const { request, problems } = planning;
  const { file, value } = item;
  if (found && !isOwnKind(request, 'database')) return undefined;
  if (found && !request.mayOverwrite) {
    problems.add(file, existsText('Database'));
    return undefined;
  }
  if (!can(request.user, 'can_write', 'Database')) {
    const text = found ? "A database already exists and user doesn't have permissions to overwrite it" : missingText;
    problems.refuse(file, text);
    return undefined;
  }
  if (rows.some((row) => row.database_name === value.database_name && row.id !== found?.id))
    problems.add(file, { database_name: ['A database with the same name already exists.'] });
  try {
    return toValues(planning, { item, found, rows });
  } catch (error) {
    if (!(error instanceof AppError) || !error.options.fields) throw error;
    problems.add(file, error.options.fields);
    return undefined;
  }
}

function toValues(planning: Planning, one: OneDatabase): DatabaseValues | undefined {
  const { item, found } = one;
  const plain = { ...toPlainValues(planning, one), impersonate_user: 0, kept: null };
  if (found?.sqlalchemy_uri === embeddedDatabase.uri)
    return { ...plain, backend: found.backend, sqlalchemy_uri: found.sqlalchemy_uri };
  const foreign = planning.connections.readForeign(item.value.sqlalchemy_uri);
  if (foreign) return toForeignValues(planning, one, foreign);
  const connection = readOwnConnection(planning, one);
  return connection && { ...plain, ...connection };
}

function toPlainValues(planning: Planning, { item, found }: OneDatabase) {
  const { value } = item;
  return {
    database_name: value.database_name,
    cache_timeout: value.cache_timeout ?? null,
    ...(value.force_ctas_schema === undefined ? {} : { force_ctas_schema: value.force_ctas_schema }),
    configuration_method: value.configuration_method ?? found?.configuration_method ?? 'sqlalchemy_form',
    is_managed_externally: toFlag(value.is_managed_externally, 0),
    external_url: value.external_url || null,
    extra: toExtra(planning, item),
    expose_in_sqllab: toFlag(value.expose_in_sqllab, 1),
    allow_run_async: toFlag(value.allow_run_async, 0),
    allow_ctas: toFlag(value.allow_ctas, 0),
    allow_cvas: toFlag(value.allow_cvas, 0),
    allow_dml: toFlag(value.allow_dml, 0),
    allow_file_upload: toFlag(value.allow_file_upload, 0),
  };
}

/** Nothing opens it, so nothing of it is refused: it is kept as the file says, and its secrets sealed as far as they came. */
function toForeignValues(
  planning: Planning,
  one: OneDatabase,
  read: NonNullable<ReturnType<Planning['connections']['readForeign']>>,
): DatabaseValues {
  const { file, value } = one.item;
  const password = planning.request.passwords[file] ?? value.password ?? read.password;
  const tunnel = toTunnel(planning, one.item);
  const documents = { ...value, ...(tunnel ? { ssh_tunnel: tunnel } : {}) };
  const { shown, secret } = planning.connections.sealForeign({ ...read, password }, documents, one.found);
  const { backend, maskedUri } = read;
  planning.problems.warn(`${file}: ${findOpeningProblem({ backend, sqlalchemy_uri: maskedUri })}`);
  return {
    ...toPlainValues(planning, one),
    impersonate_user: toFlag(value.impersonate_user, 0),
    kept: Object.keys(shown).length > 0 ? JSON.stringify(shown) : null,
    backend,
    sqlalchemy_uri: maskedUri,
    secret,
  };
}

/** The connection of a database that can be opened; problems are told where something lacks. */
function readOwnConnection(planning: Planning, { item, found, rows }: OneDatabase) {
  const { value, file } = item;
  const { problems } = planning;
  const read = planning.connections.read(value.sqlalchemy_uri);
  const given = planning.request.passwords[file] ?? value.password;
  const tunnel = toTunnel(planning, item);
  const connection = { ...read, password: given ?? read.password, ...(tunnel ? { tunnel } : {}) };
  if (isOpenElsewhere(rows, { connection, found })) {
    problems.add(file, { sqlalchemy_uri: ['This database is connected already.'] });
    return undefined;
  }
  const isKnown = keepsPassword(found, connection.maskedUri) && planning.connections.isSameWay(tunnel, found);
  const lacking = [
    ...(connection.password === passwordMask && !isKnown ? ['Must provide a password for the database'] : []),
    ...(tunnel ? planning.connections.lackingOf(tunnel, found).map((name) => lackingTexts[name]) : []),
  ];
  if (lacking.length > 0) {
    problems.add(file, { _schema: lacking });
    return undefined;
  }
  const { backend, maskedUri } = connection;
  const secret = sealWithOptions(planning, connection, { item, found });
  const asksPeople = planning.connections.asksPeople(connection, secret);
  if (value.impersonate_user && !asksPeople)
    problems.warn(`${file}: \`impersonate_user\` cannot be had here and was turned off.`);
  return { backend, sqlalchemy_uri: maskedUri, secret, impersonate_user: asksPeople ? 1 : 0 };
}

const lackingTexts = {
  password: 'Must provide a password for the ssh tunnel',
  private_key: 'Must provide a private key for the ssh tunnel',
  private_key_password: 'Must provide a private key password for the ssh tunnel',
} as const;

/** The tunnel of a file, with what came beside the file of its secrets. */
function toTunnel({ request }: Planning, { file, value }: BundleItem<DatabaseFile>): Document | undefined {
  const { ssh_tunnel: tunnel } = value;
  if (!tunnel || Object.keys(tunnel).length === 0) return undefined;
  const given = Object.entries(request.tunnelSecrets).flatMap(([name, byFile]) =>
    byFile[file] === undefined ? [] : [[name, byFile[file]] as const],
  );
  return { ...tunnel, ...Object.fromEntries(given) };
}

/** Secret options come along where the kind of database reads them, and where they are not masked. */
function sealWithOptions(
  planning: Planning,
  connection: ReturnType<Planning['connections']['read']>,
  { item, found }: Pick<OneDatabase, 'item' | 'found'>,
): string | null {
  const { connections, problems } = planning;
  const { value, file } = item;
  const given = optionNames.filter((name) => !/^\s*(?:\{\s*\})?\s*$/.test(value[name] ?? ''));
  const [name] = given;
  if (name && connections.takesOptions(connection.backend)) {
    const { text, unknown } = connections.ownOptions(connection.backend, value[name] ?? '');
    const paths = unknown.map((one) => `${name}.${one}`);
    for (const path of paths) problems.warn(`${file}: \`${path}\` is not known here and was left out.`);
    return sealOrLeaveOut(planning, { item, found }, { connection: { ...connection, options: text }, name });
  }
  for (const unknown of given) problems.warn(`${file}: \`${unknown}\` is not known here and was left out.`);
  return sealOrLeaveOut(planning, { item, found }, { connection, name: 'masked_encrypted_extra' });
}

interface Sealing {
  readonly connection: Parameters<Planning['connections']['seal']>[0];
  /** What the file calls its secret options. */
  readonly name: (typeof optionNames)[number];
}

/** Secret options that are masked, or kept for a connection that was encrypted more strictly, do not come along. */
function sealOrLeaveOut(
  { connections, problems }: Planning,
  { item: { value, file }, found }: Pick<OneDatabase, 'item' | 'found'>,
  { connection, name }: Sealing,
): string | null {
  const others = [
    { ...connection, options: null, ...clientWithoutSecret(value[name]) },
    { ...connection, options: '{}' },
  ];
  for (let wanted = connection, at = 0; ; at += 1) {
    try {
      return connections.seal(wanted, found);
    } catch (error) {
      const next = others[at];
      if (!next || !(error instanceof AppError) || !error.options.fields?.masked_encrypted_extra) throw error;
      if (at === 0) problems.warn(`${file}: \`${name}\` is masked and was left out: enter it at the connection.`);
      wanted = next;
    }
  }
}

/**
 * People who sign in as themselves must not come under the account of the connection instead: that they do is kept, and nobody
 * comes in until the secret is entered.
 */
function clientWithoutSecret(text: string | null | undefined): { readonly options?: string } {
  const info = parseDocument(text ?? '')?.[clientOption];
  if (!isDocument(info)) return {};
  const { secret: _secret, ...client } = info;
  return { options: JSON.stringify({ [clientOption]: client }) };
}

/** A file that two connections open loses data. */
function isOpenElsewhere(
  rows: readonly DatabaseRow[],
  { connection, found }: { readonly connection: { backend: string; maskedUri: string }; readonly found?: DatabaseRow },
): boolean {
  if (!findDatabaseKind(connection.backend)?.isExclusive) return false;
  return rows.some((row) => row.sqlalchemy_uri === connection.maskedUri && row.id !== found?.id);
}

/** The password that is kept goes to no other server and for no other user. */
function keepsPassword(found: DatabaseRow | undefined, uri: string): boolean {
  return found !== undefined && Boolean(found.secret) && found.sqlalchemy_uri === uri;
}

function toExtra({ connections }: Planning, { value }: BundleItem<DatabaseFile>): string {
  const given = typeof value.extra === 'string' ? parseDocument(value.extra) : value.extra;
  const text = given ? JSON.stringify(toStoredExtra(given)) : '{}';
  connections.checkExtra(text);
  return text;
}
