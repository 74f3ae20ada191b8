import { sql } from 'kysely';
import { isAdmin, type User } from '../../access/index.ts';
import { commandError } from '../../http/index.ts';
import type { Store } from '../../metadata/index.ts';

/** Everybody who holds the role of administrators, by himself or in a group. */
export async function findAdministrators(store: Store): Promise<ReadonlySet<number>> {
  const rows = await store
    .selectFrom('held_roles')
    .innerJoin('roles', 'roles.id', 'held_roles.role_id')
    .select('held_roles.user_id')
    .where(sql`lower(roles.name)`, '=', 'admin')
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export function changesAdministrator(): Error {
  return commandError('Only an administrator can change an administrator.');
}

/** Whoever may change people and is no administrator becomes none by an administrator's password, address or second factor. */
export async function refuseAdministrator(store: Store, by: User, id: number): Promise<void> {
  if (isAdmin(by)) return;
  if ((await findAdministrators(store)).has(id)) throw changesAdministrator();
}
