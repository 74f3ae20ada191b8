import type { ListQuery, WireFoundRole } from '@powerset/contract';
import { type FilterRules, loadPage, readOrder, tableRules, toConditions } from '../../lists/index.ts';
import type { MetadataTables, Store } from '../../metadata/index.ts';
import { idsOf } from './membership.ts';
import { namedOrder, numberedPairs, numberPairs } from './permission-pairs.ts';

const { text, value, pairedIn } = tableRules('roles');
const filters: FilterRules<MetadataTables, 'roles'> = {
  id: value('id'),
  name: text('name'),
  user_ids: pairedIn({ table: 'user_roles', own: 'role_id', other: 'user_id' }),
  group_ids: pairedIn({ table: 'group_roles', own: 'role_id', other: 'group_id' }),
};

/** A page of roles with the numbers of what each is joined to. */
export async function searchRoles(store: Store, query: ListQuery) {
  const selection = store
    .selectFrom('roles')
    .where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  const order = readOrder(query, namedOrder, { column: 'id', isDescending: false });
  const { count, rows } = await loadPage(selection, query, order);
  const ids = rows.map(({ id }) => id);
  const [permissions, users, groups] = [
    await loadPermissionIds(store, ids),
    await loadJoined(store, 'user_roles', ids),
    await loadJoined(store, 'group_roles', ids),
  ];
  const result = rows.map(
    ({ id, name }): WireFoundRole => ({
      id,
      name,
      permission_ids: permissions.get(id) ?? [],
      user_ids: users.get(id) ?? [],
      group_ids: groups.get(id) ?? [],
    }),
  );
  return { count, ids, result };
}

type ByRole = ReadonlyMap<number, number[]>;

function byRole(rows: readonly { readonly role_id: number; readonly id: number }[]): ByRole {
  const found = new Map<number, number[]>();
  for (const { role_id, id } of rows) {
    const own = found.get(role_id) ?? [];
    found.set(role_id, own);
    own.push(id);
  }
  return found;
}

async function loadPermissionIds(store: Store, ids: readonly number[]): Promise<ByRole> {
  await numberPairs(store);
  const rows = await numberedPairs(store)
    .innerJoin('role_permissions', (join) =>
      join
        .onRef('role_permissions.permission', '=', 'permission_pairs.permission')
        .onRef('role_permissions.view', '=', 'permission_pairs.view'),
    )
    .select(['role_permissions.role_id', 'permission_numbers.id'])
    .where('role_permissions.role_id', 'in', idsOf(ids))
    .orderBy('permission_numbers.id')
    .execute();
  return byRole(rows);
}

async function loadJoined(store: Store, table: 'user_roles' | 'group_roles', ids: readonly number[]): Promise<ByRole> {
  if (table === 'user_roles')
    return byRole(
      await store
        .selectFrom('user_roles')
        .select(['role_id', 'user_id as id'])
        .where('role_id', 'in', idsOf(ids))
        .orderBy('user_id')
        .execute(),
    );
  return byRole(
    await store
      .selectFrom('group_roles')
      .select(['role_id', 'group_id as id'])
      .where('role_id', 'in', idsOf(ids))
      .orderBy('group_id')
      .execute(),
  );
}
