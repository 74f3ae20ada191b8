import { randomUUID } from 'node:crypto';
import type { SavedQueryPost } from '@powerset/contract';
import { canSeeDatabase, type User } from '../../access/index.ts';
import { fieldError, notFound } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { findSavedQuery, type SavedQuery } from './store.ts';

type Deps = Pick<Services, 'store' | 'now'>;

export async function createSavedQuery({ store, now }: Deps, user: User, body: SavedQueryPost): Promise<number> {
  await checkDatabase(store, user, body.db_id);
  checkJson('template_parameters', body.template_parameters);
  checkJson('extra_json', body.extra_json);
  const time = now().toISOString();
  const { id } = await store
    .insertInto('saved_queries')
    .values({
      uuid: randomUUID(),
      user_id: user.id,
      db_id: body.db_id ?? null,
      schema: body.schema ?? null,
      label: body.label ?? 'Untitled Query',
      description: body.description ?? null,
      sql: body.sql ?? '',
      template_parameters: body.template_parameters ?? null,
      extra_json: body.extra_json ?? null,
      created_on: time,
      changed_on: time,
      created_by_fk: user.id,
      changed_by_fk: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface SavedQueryChange {
  readonly id: number;
  readonly body: SavedQueryPost;
}

export async function updateSavedQuery(deps: Deps, user: User, { id, body }: SavedQueryChange): Promise<void> {
  const { store, now } = deps;
  await getSavedQuery(store, user, id);
  await checkDatabase(store, user, body.db_id);
  checkJson('template_parameters', body.template_parameters);
  checkJson('extra_json', body.extra_json);
  await store
    .updateTable('saved_queries')
    .set({ ...body, changed_on: now().toISOString(), changed_by_fk: user.id })
    .where('id', '=', id)
    .execute();
}

export async function getSavedQuery(store: Deps['store'], user: User, id: number): Promise<SavedQuery> {
  const row = await findSavedQuery(store, user, id);
  if (!row) throw notFound();
  return row;
}

async function checkDatabase(store: Deps['store'], user: User, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const database = await store
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', '=', id)
    .executeTakeFirst();
  const isVisible = database && canSeeDatabase(user, { id: database.id, name: database.database_name });
  if (!isVisible) throw fieldError({ db_id: ['Database does not exist'] });
}

function checkJson(field: string, text: string | null | undefined): void {
  if (!text) return;
  try {
    JSON.parse(text);
  } catch {
    throw fieldError({ [field]: ['Must be JSON.'] });
  }
}
