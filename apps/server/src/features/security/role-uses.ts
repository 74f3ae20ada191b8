import type { RoleUse } from '@powerset/contract';
import type { Store } from '../../metadata/index.ts';

const tables = {
  users: 'user_roles',
  groups: 'group_roles',
  dashboards: 'dashboard_roles',
  rules: 'row_level_rule_roles',
} as const satisfies Readonly<Record<RoleUse, string>>;

/** What stands on each of the roles, or the first of it; a role on which nothing stands is left out. */
export async function findRoleUses(store: Store, ids: readonly number[]): Promise<ReadonlyMap<number, RoleUse>> {
  const found = new Map<number, RoleUse>();
  for (const use of ['rules', 'dashboards', 'groups', 'users'] as const) {
    const rows = await store
      .selectFrom(tables[use])
      .select('role_id')
      .distinct()
      .where('role_id', 'in', [...ids])
      .execute();
    for (const { role_id } of rows) found.set(role_id, use);
  }
  return found;
}
