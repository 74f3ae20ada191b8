import type { ListQuery, WireRole } from '@powerset/contract';
import { sql } from 'kysely';
import { builtInRoles } from '../../access/index.ts';
import type { Store } from '../../metadata/index.ts';
import { listNamed } from './permission-pairs.ts';
import { findRoleUses } from './role-uses.ts';

/** So many of a role's grants are named in the list; the others are counted. */
const namedGrants = 3;

interface Grant {
  readonly role_id: number;
  readonly permission: string;
  readonly view: string;
  /** Of all that the role has. */
  readonly total: number;
}

/** A page of roles: who has them, and what data they open. */
export async function listRoles(store: Store, query: ListQuery) {
  const { count, rows } = await listNamed(store, query, 'roles');
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const uses = await findRoleUses(
    store,
    rows.map(({ id }) => id),
  );
  const { rows: grants } = await sql<Grant>`
    select role_id, permission, view, total from (
      select role_id, view, permission,
        count(*) over (partition by role_id) as total,
        row_number() over (partition by role_id order by permission, view) as place
      from role_permissions
      where role_id in (select cast(value as integer) from json_each(${ids})) and permission in
        ('all_database_access', 'all_datasource_access', 'database_access', 'catalog_access', 'schema_access', 'datasource_access')
    ) as numbered where place <= ${namedGrants} order by role_id, place`.execute(store);
  const { rows: users } = await sql<{ readonly role_id: number; readonly count: number }>`
    select role_id, count(*) as count from held_roles
    where role_id in (select cast(value as integer) from json_each(${ids})) group by role_id`.execute(store);
  return {
    count,
    rows: rows.map(({ id, name }): WireRole => {
      const own = grants.filter((one) => one.role_id === id);
      return {
        id,
        name,
        is_built_in: Object.hasOwn(builtInRoles, name),
        user_count: users.find((one) => one.role_id === id)?.count ?? 0,
        used_by: uses.get(id) ?? null,
        sees_all_data: own.some(({ permission }) => permission.startsWith('all_')),
        data_grants: { count: own[0]?.total ?? 0, names: own.map(({ view }) => view) },
      };
    }),
  };
}
