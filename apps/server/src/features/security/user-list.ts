import type { ListQuery, WireAccount } from '@powerset/contract';
import { sql } from 'kysely';
import { findWithFactor } from '../../access/index.ts';
import { notFound } from '../../http/index.ts';
import {
  containsText,
  type FilterRules,
  loadPage,
  readOrder,
  tableRules,
  toConditions,
  toEpochSeconds,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';

/** What the list of users can be ordered by. */
export const userOrder = {
  id: 'id',
  username: 'username',
  first_name: 'first_name',
  email: 'email',
  active: 'is_active',
  last_login: 'last_login',
  created_on: 'created_on',
} as const;

const { text, value, flag, pairedIn } = tableRules('users');
const filters: FilterRules<MetadataTables, 'users'> = {
  'username.user_all_text': (asked) =>
    containsText(String(asked ?? ''), ['users.username', 'users.first_name', 'users.last_name', 'users.email']),
  id: value('id'),
  username: text('username'),
  first_name: text('first_name'),
  last_name: text('last_name'),
  email: text('email'),
  active: flag(sql`users.is_active = 1`),
  // Who holds it through a group is found as well.
  roles: pairedIn({ table: 'held_roles', own: 'user_id', other: 'role_id' }),
  groups: pairedIn({ table: 'user_groups', own: 'user_id', other: 'group_id' }),
};

/** A page of users with their roles and groups. */
export async function listUsers(store: Store, query: ListQuery) {
  const selection = store
    .selectFrom('users')
    .where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  const order = readOrder(query, userOrder, { column: 'username', isDescending: false });
  const { count, rows } = await loadPage(selection, query, order);
  return { count, rows: await toAccounts(store, rows) };
}

/** One user with roles and groups. */
export async function getUser(store: Store, id: number): Promise<WireAccount> {
  const rows = await store.selectFrom('users').selectAll().where('id', '=', id).execute();
  const [account] = await toAccounts(store, rows);
  if (!account) throw notFound();
  return account;
}

async function toAccounts(store: Store, rows: readonly Row<'users'>[]): Promise<readonly WireAccount[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const roles = await store
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_roles.user_id', 'roles.id', 'roles.name'])
    .where('user_roles.user_id', 'in', ids)
    .orderBy('roles.id')
    .execute();
  const groups = await store
    .selectFrom('user_groups')
    .innerJoin('groups', 'groups.id', 'user_groups.group_id')
    .select(['user_groups.user_id', 'groups.id', 'groups.name'])
    .where('user_groups.user_id', 'in', ids)
    .orderBy('groups.id')
    .execute();
  const withFactor = await findWithFactor(store, ids);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    active: row.is_active === 1,
    last_login: row.last_login ?? null,
    login_count: row.login_count,
    fail_login_count: null,
    created_on: row.created_on,
    created_by: null,
    changed_on: row.changed_on,
    changed_by: row.changed_by_fk ? { id: row.changed_by_fk } : null,
    last_modified_time: toEpochSeconds(row.changed_on),
    credentials_changed_on: row.credentials_changed_on ?? null,
    has_second_factor: withFactor.has(row.id),
    roles: roles.filter((role) => role.user_id === row.id).map(({ id, name }) => ({ id, name })),
    groups: groups.filter((group) => group.user_id === row.id).map(({ id, name }) => ({ id, name })),
  }));
}
