import type { WireUserRelatedObjects } from '@powerset/contract';
import { sql } from 'kysely';
import type { User } from '../../access/index.ts';
import { commandError, notFound } from '../../http/index.ts';
import { deleteBelongings } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { refuseAdministrator } from './administrators.ts';

/** Stops what runs for a user. */
export type EndRuns = (userId: number) => Promise<void>;

interface Deletion {
  readonly by: User;
  readonly id: number;
  readonly endRunsOf: EndRuns;
}

/** Deletes a user with what is theirs alone; what others use too stays, without them. */
export async function deleteUser(
  { store, accounts, sessions }: Services,
  { by, id, endRunsOf }: Deletion,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await refuseAdministrator(transaction, by, id);
    const { numDeletedRows } = await transaction.deleteFrom('users').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    if (by.id === id) throw commandError('You cannot delete yourself. Ask another administrator.');
    await deleteOwn(transaction, id);
    await forgetAuthor(transaction, id);
    await assertAdministrator(transaction);
    // Those too that a full disk kept from being written, which would be written later.
    await sessions.endAllOf(id, transaction);
  });
  accounts.forget();
  await endRunsOf(id);
}

async function deleteOwn(store: Store, id: number): Promise<void> {
  const tabs = store.selectFrom('tab_states').select('id').where('user_id', '=', id);
  await store.deleteFrom('table_schemas').where('tab_state_id', 'in', tabs).execute();
  await store.deleteFrom('filter_sets').where('owner_type', '=', 'User').where('owner_id', '=', id).execute();
  const queries = await store.selectFrom('saved_queries').select('id').where('user_id', '=', id).execute();
  await deleteBelongings(
    store,
    'saved_query',
    queries.map((query) => query.id),
  );
  await store.deleteFrom('trash').where('object_type', '=', 'saved_query').where('deleted_by_fk', '=', id).execute();
  for (const table of [
    'sessions',
    'api_keys',
    'agent_codes',
    'agent_grants',
    'agent_tokens',
    'user_roles',
    'user_groups',
    'owners',
    'favorites',
    'saved_queries',
    'tab_states',
    'access_requests',
    'user_identities',
    'password_links',
    'async_jobs',
    'async_channels',
    'second_factors',
    'passkeys',
    'database_user_oauth2_tokens',
  ] as const)
    await store.deleteFrom(table).where('user_id', '=', id).execute();
}

const authored = [
  'annotation_layers',
  'annotations',
  'charts',
  'css_templates',
  'dashboards',
  'databases',
  'datasets',
  'filter_sets',
  'reports',
  'row_level_rules',
  'tags',
  'themes',
] as const;

/** The log and the runs of the SQL editor keep the number of who did it: no other user is ever given it. */
async function forgetAuthor(store: Store, id: number): Promise<void> {
  for (const table of authored)
    await store.updateTable(table).set({ created_by_fk: null }).where('created_by_fk', '=', id).execute();
  for (const table of [...authored, 'roles', 'groups', 'users'] as const)
    await store.updateTable(table).set({ changed_by_fk: null }).where('changed_by_fk', '=', id).execute();
  await store.updateTable('tagged_objects').set({ created_by_fk: null }).where('created_by_fk', '=', id).execute();
  await store.updateTable('charts').set({ last_saved_by_fk: null }).where('last_saved_by_fk', '=', id).execute();
}

/** Refuses a change after which nobody could give access back. */
export async function assertAdministrator(store: Store): Promise<void> {
  const found = await store
    .selectFrom('users')
    .innerJoin('held_roles', 'held_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'held_roles.role_id')
    .select('users.id')
    .where('users.is_active', '=', 1)
    .where(sql`lower(roles.name)`, '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw commandError('There must be an administrator who may sign in. Make another one first.');
}

/** How much a user owns alone. */
export async function findRelatedObjects(store: Store, id: number): Promise<WireUserRelatedObjects> {
  const user = await store.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (!user) throw notFound();
  const { rows } = await sql<{ readonly object_type: string; readonly count: number }>`
    select object_type, count(*) as count from owners
    where user_id = ${id} and not exists (
      select 1 from owners as others where others.object_type = owners.object_type
        and others.object_id = owners.object_id and others.user_id <> ${id})
    group by object_type`.execute(store);
  const saved = await store
    .selectFrom('saved_queries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  const countOf = (type: string) => ({ count: Number(rows.find((row) => row.object_type === type)?.count ?? 0) });
  return {
    charts: countOf('chart'),
    dashboards: countOf('dashboard'),
    datasets: countOf('dataset'),
    saved_queries: { count: Number(saved.count) },
  };
}
