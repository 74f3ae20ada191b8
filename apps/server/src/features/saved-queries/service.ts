import { randomUUID } from 'node:crypto';
import type { SavedQueryPost, SavedQueryPut } from '@powerset/contract';
import { canSeeDatabase, type User } from '../../access/index.ts';
import { readCatalog } from '../../catalog/index.ts';
import { fieldError, notFound } from '../../http/index.ts';
import { laterThan, madeBy, refuseStale, staleError, toEpochSeconds } from '../../lists/index.ts';
import { isJson } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { findSavedQuery, type SavedQuery } from './store.ts';
import { findVersion, keepVersion } from './versions.ts';

type Deps = Pick<Services, 'store' | 'now'>;

export interface SavedStamp {
  readonly id: number;
  /** When it was saved, in epoch seconds, for who saves it again. */
  readonly last_modified_time: number;
}

export async function createSavedQuery({ store, now }: Deps, user: User, body: SavedQueryPost): Promise<SavedStamp> {
  await checkPlace(store, user, { databaseId: body.db_id, catalog: body.catalog });
  checkJson('template_parameters', body.template_parameters);
  checkJson('extra_json', body.extra_json);
  const time = now().toISOString();
  const row = await store
    .insertInto('saved_queries')
    .values({
      uuid: randomUUID(),
      user_id: user.id,
      db_id: body.db_id ?? null,
      catalog: body.catalog || null,
      schema: body.schema ?? null,
      label: body.label ?? 'Untitled Query',
      description: body.description ?? null,
      sql: body.sql ?? '',
      template_parameters: body.template_parameters ?? null,
      extra_json: body.extra_json ?? null,
      ...madeBy(user, time),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepVersion(store, row);
  return { id: row.id, last_modified_time: toEpochSeconds(time) };
}

interface SavedQueryChange {
  readonly id: number;
  readonly body: SavedQueryPut;
  /** The number of the version that is brought back. */
  readonly restoredFrom?: number;
}

export async function updateSavedQuery(
  deps: Deps,
  user: User,
  { id, body, restoredFrom }: SavedQueryChange,
): Promise<SavedStamp> {
  const { store, now } = deps;
  const { last_modified_time: lastRead, ...change } = body;
  const saved = { what: 'saved query', ...(await getSavedQuery(store, user, id)) };
  await refuseStale(store, saved, lastRead);
  await checkChange(store, user, { saved, body });
  checkJson('template_parameters', body.template_parameters);
  checkJson('extra_json', body.extra_json);
  const time = laterThan(saved.changed_on, now());
  await store.transaction().execute(async (transaction) => {
    await keepVersion(transaction, saved);
    const update = transaction
      .updateTable('saved_queries')
      .set({ ...change, changed_on: time, changed_by_fk: user.id })
      .where('id', '=', id);
    const row = await (typeof lastRead === 'number' ? update.where('changed_on', '=', saved.changed_on) : update)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw staleError(saved);
    await keepVersion(transaction, row, restoredFrom);
  });
  return { id, last_modified_time: toEpochSeconds(time) };
}

interface VersionPlace {
  readonly id: number;
  readonly number: number;
  readonly lastRead: number | null | undefined;
}

/** Makes a saved query what it was: a save like any other, with the checks of one. */
export async function restoreVersion(
  deps: Deps,
  user: User,
  { id, number, lastRead }: VersionPlace,
): Promise<SavedStamp> {
  await getSavedQuery(deps.store, user, id);
  const version = await findVersion(deps.store, id, number);
  if (!version) throw notFound();
  const { label, description, sql, db_id, catalog, schema, template_parameters } = version;
  const fields = { label, description, sql, db_id, catalog, schema, template_parameters };
  return updateSavedQuery(deps, user, { id, body: { ...fields, last_modified_time: lastRead }, restoredFrom: number });
}

export async function getSavedQuery(store: Deps['store'], user: User, id: number): Promise<SavedQuery> {
  const row = await findSavedQuery(store, user, id);
  if (!row) throw notFound();
  return row;
}

interface SavedPlace {
  readonly databaseId: number | null | undefined;
  readonly catalog: string | null | undefined;
}

/** What a change leaves alone was looked at when it was saved. */
async function checkChange(
  store: Deps['store'],
  user: User,
  { saved, body }: { readonly saved: Pick<SavedQuery, 'db_id' | 'catalog'>; readonly body: SavedQueryPut },
): Promise<void> {
  const { db_id: databaseId = saved.db_id, catalog = saved.catalog } = body;
  const isMoved = databaseId !== saved.db_id || catalog !== saved.catalog;
  if (isMoved || body.db_id !== undefined)
    await checkPlace(store, user, { databaseId, catalog: isMoved ? catalog : null });
}

async function checkPlace(store: Deps['store'], user: User, { databaseId: id, catalog }: SavedPlace): Promise<void> {
  if (id === null || id === undefined) return;
  const database = await store
    .selectFrom('databases')
    .select(['id', 'database_name', 'backend', 'sqlalchemy_uri', 'extra'])
    .where('id', '=', id)
    .executeTakeFirst();
  const isVisible = database && canSeeDatabase(user, { id: database.id, name: database.database_name });
  if (!isVisible) throw fieldError({ db_id: ['Database does not exist'] });
  readCatalog(database, catalog);
}

function checkJson(field: string, text: string | null | undefined): void {
  if (text && !isJson(text)) throw fieldError({ [field]: ['Must be JSON.'] });
}
