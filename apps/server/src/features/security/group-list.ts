import type { ListQuery, WireGroup } from '@powerset/contract';
import { sql } from 'kysely';
import { notFound } from '../../http/index.ts';
import {
  containsText,
  type FilterRules,
  loadPage,
  pickRelated,
  type RelatedAnswer,
  readOrder,
  readPage,
  tableRules,
  textOperators,
  toConditions,
  toEpochSeconds,
  toFullName,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';
import { idsOf } from './membership.ts';

/** So many members of a group stand in the list, where a page may hold a hundred groups. */
const listedUsers = 100;

/** What the list of groups can be ordered by. */
export const groupOrder = { id: 'id', name: 'name', label: 'label', description: 'description' } as const;

const { text, value, pairedIn } = tableRules('groups');
const filters: FilterRules<MetadataTables, 'groups'> = {
  'name.group_all_text': (asked) =>
    containsText(String(asked ?? ''), ['groups.name', 'groups.label', 'groups.description']),
  id: value('id'),
  name: text('name'),
  label: text('label'),
  description: text('description'),
  roles: pairedIn({ table: 'group_roles', own: 'group_id', other: 'role_id' }),
  users: pairedIn({ table: 'user_groups', own: 'group_id', other: 'user_id' }),
};

/** Which filters the list offers, as `_info` tells them. */
export const groupFilters: Readonly<Record<string, readonly string[]>> = {
  name: ['group_all_text', ...textOperators],
  label: textOperators,
  description: textOperators,
  roles: ['rel_m_m'],
  users: ['rel_m_m'],
};

export async function listGroups(store: Store, query: ListQuery) {
  const selection = store
    .selectFrom('groups')
    .where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  const order = readOrder(query, groupOrder, { column: 'name', isDescending: false });
  const { count, rows } = await loadPage(selection, query, order);
  return { count, rows: await toGroups(store, rows, listedUsers) };
}

/** One group with all who are in it. */
export async function getGroup(store: Store, id: number): Promise<WireGroup> {
  const rows = await store.selectFrom('groups').selectAll().where('id', '=', id).execute();
  const [group] = await toGroups(store, rows, Number.MAX_SAFE_INTEGER);
  if (!group) throw notFound();
  return group;
}

interface MemberRow {
  readonly group_id: number;
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly total: number;
}

async function toGroups(store: Store, rows: readonly Row<'groups'>[], maxUsers: number): Promise<readonly WireGroup[]> {
  const ids = idsOf(rows.map(({ id }) => id));
  const roles = await store
    .selectFrom('group_roles')
    .innerJoin('roles', 'roles.id', 'group_roles.role_id')
    .select(['group_roles.group_id', 'roles.id', 'roles.name'])
    .where('group_roles.group_id', 'in', ids)
    .orderBy('roles.id')
    .execute();
  const { rows: members } = await sql<MemberRow>`
    select group_id, id, username, first_name, last_name, total from (
      select user_groups.group_id, users.id, users.username, users.first_name, users.last_name,
        count(*) over (partition by user_groups.group_id) as total,
        row_number() over (partition by user_groups.group_id order by users.username, users.id) as place
      from user_groups join users on users.id = user_groups.user_id
      where user_groups.group_id in ${ids}
    ) as numbered where place <= ${maxUsers} order by group_id, place`.execute(store);
  const byGroup = new Map<number, MemberRow[]>();
  for (const member of members) byGroup.set(member.group_id, [...(byGroup.get(member.group_id) ?? []), member]);
  return rows.map((row) => {
    const own = byGroup.get(row.id) ?? [];
    return {
      id: row.id,
      name: row.name,
      label: row.label,
      description: row.description,
      roles: roles.filter((role) => role.group_id === row.id).map(({ id, name }) => ({ id, name })),
      users: own.map(({ id, username, first_name, last_name }) => ({ id, username, first_name, last_name })),
      user_count: Number(own[0]?.total ?? 0),
      last_modified_time: toEpochSeconds(row.changed_on),
    };
  });
}

/** Roles or groups, for pickers. */
export async function findRelatedNamed(
  store: Store,
  table: 'roles' | 'groups',
  query: ListQuery,
): Promise<RelatedAnswer> {
  const rows = await store.selectFrom(table).select(['id', 'name']).orderBy('name').execute();
  return pickRelated(
    rows.map(({ id, name }) => ({ text: name, value: id, extra: {} })),
    query,
  );
}

/** Everybody who can be put into a group, for pickers: by their names and user names. */
export async function findRelatedMembers(store: Store, query: ListQuery): Promise<RelatedAnswer> {
  const { limit, offset } = readPage(query);
  const users = store
    .selectFrom('users')
    .where(() => containsText(query.filter ?? '', ['first_name', 'last_name', 'username']));
  const { count } = await users.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await users.selectAll().orderBy('username').limit(limit).offset(offset).execute();
  const result = rows.map((row) => ({ text: toMemberText(row), value: row.id, extra: {} }));
  return { count: Number(count), result };
}

function toMemberText(row: Pick<Row<'users'>, 'id' | 'username' | 'first_name' | 'last_name'>): string {
  const name = toFullName(row);
  return name && name !== row.username ? `${name} (${row.username})` : row.username;
}
