import type { ListQuery } from '@powerset/contract';
import { type SqlBool, sql } from 'kysely';
import { isAdmin, type User } from '../access/index.ts';
import { fieldError } from '../http/index.ts';
import type { Store } from '../metadata/index.ts';
import type { Services } from '../services.ts';
import { readPage } from './pages.ts';
import { containsText } from './rules.ts';
import { toFullName } from './users.ts';
import { canShare, type Resource, usersOfVisible } from './visible-users.ts';

/** One choice of a picker. */
export interface RelatedItem {
  readonly text: string;
  readonly value: number;
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface RelatedAnswer {
  readonly count: number;
  readonly result: readonly RelatedItem[];
}

export interface RelatedUsersRequest {
  readonly user: User;
  readonly resource: Resource;
  readonly column: string;
  readonly query: ListQuery;
}

/**
 * Users for pickers: to share with, for those who may; else those whom the person meets in objects of the resource that
 * it may see. Their addresses, and whether they may sign in, are for administrators, who look for user names too.
 */
export async function findRelatedUsers(
  services: Pick<Services, 'store' | 'config'>,
  { user, resource, column, query }: RelatedUsersRequest,
): Promise<RelatedAnswer> {
  const { store } = services;
  const { limit, offset } = readPage(query);
  const includeIds = readIncludeIds(query);
  const seesAll = isAdmin(user) || (column === 'owners' && (await canShare(store, user, resource)));
  const inSight = seesAll ? sql<SqlBool>`1 = 1` : await usersOfVisible(services, user, resource);
  const visible = store.selectFrom('users').where(() => inSight);
  const searched = isAdmin(user) ? ['first_name', 'last_name', 'username'] : ['first_name', 'last_name'];
  const users = visible.where(() => containsText(query.filter ?? '', searched));
  const { count } = await users
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await users.selectAll().orderBy('first_name').orderBy('id').limit(limit).offset(offset).execute();
  const missing = includeIds.filter((id) => !rows.some((row) => row.id === id));
  const added = missing.length > 0 ? await visible.selectAll().where('id', 'in', missing).execute() : [];
  const result = [...rows, ...added].map((row) => ({
    text: toFullName(row) || (isAdmin(user) ? row.username : `#${row.id}`),
    value: row.id,
    extra: isAdmin(user) && column === 'owners' ? { email: row.email, active: row.is_active === 1 } : {},
  }));
  return { count: includeIds.length > 0 ? result.length : count, result };
}

/** The choices that are to come with the first page, wherever they stand. */
function readIncludeIds(query: ListQuery): readonly number[] {
  const ids = query.include_ids ?? [];
  if (ids.length > 0 && (query.page ?? 0) > 0)
    throw fieldError({ include_ids: ['Cannot be used together with a page beyond the first.'] }, 422);
  return ids;
}

/** Roles to share with, for those who may share; for others their own. */
export async function findRelatedRoles(
  store: Store,
  user: User,
  { resource, query }: Pick<RelatedUsersRequest, 'resource' | 'query'>,
): Promise<RelatedAnswer> {
  const roles = await store.selectFrom('roles').select(['id', 'name']).orderBy('name').execute();
  const isOpen = await canShare(store, user, resource);
  const shown = roles.filter(({ id }) => isOpen || user.roles.some((role) => role.id === id));
  return pickRelated(
    shown.map(({ id, name }) => ({ text: name, value: id, extra: {} })),
    query,
  );
}

/** One page of choices that are at hand already; the filter is the beginning of their text. */
export function pickRelated(items: readonly RelatedItem[], query: ListQuery): RelatedAnswer {
  const { limit, offset } = readPage(query);
  const includeIds = readIncludeIds(query);
  const start = (query.filter ?? '').toLowerCase();
  const found = items.filter((item) => item.text.toLowerCase().startsWith(start));
  const page = found.slice(offset, offset + limit);
  const included = items.filter((item) => includeIds.includes(item.value) && !page.includes(item));
  const result = [...page, ...included];
  return { count: includeIds.length > 0 ? result.length : found.length, result };
}
