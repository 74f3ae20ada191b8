import type { Store } from '../../../metadata/index.ts';
import { setMembers } from '../membership.ts';
import type { Claims, IdentityRules } from './claims.ts';

const maxNames = 2000;

/** The texts at a place of what the provider said; parts of the place are separated by dots, unless it is there as a whole. */
export function namesIn(values: Readonly<Record<string, unknown>>, place: string): readonly string[] {
  const found = Object.hasOwn(values, place) ? values[place] : place.split('.').reduce<unknown>(inside, values);
  const list: readonly unknown[] = Array.isArray(found) ? found.slice(0, maxNames) : [found];
  return list.filter((name): name is string => typeof name === 'string');
}

function inside(value: unknown, name: string): unknown {
  const isRecord = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isRecord ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Numbers of the roles that the provider's groups stand for, or of those that newcomers get. */
export async function rolesOf(store: Store, settings: IdentityRules, { values }: Claims): Promise<readonly number[]> {
  const { rolesClaim, roleNames, defaultRoles } = settings;
  const groups = rolesClaim === null ? [] : namesIn(values, rolesClaim);
  const mapped = groups.flatMap((group) => (Object.hasOwn(roleNames, group) ? (roleNames[group] ?? []) : []));
  const wanted = [...new Set(mapped.length > 0 ? mapped : defaultRoles)];
  if (wanted.length === 0) return [];
  const rows = await store.selectFrom('roles').select('id').where('name', 'in', wanted).execute();
  return rows.map(({ id }) => id);
}

interface RoleDeps {
  readonly store: Store;
  readonly now: Date;
}

/** Says anew which roles the person has; the last administrator stays one. */
export async function setRoles({ store, now }: RoleDeps, userId: number, roles: readonly number[]): Promise<void> {
  const admins = await store
    .selectFrom('held_roles')
    .innerJoin('roles', 'roles.id', 'held_roles.role_id')
    .innerJoin('users', 'users.id', 'held_roles.user_id')
    .select(['held_roles.user_id', 'held_roles.role_id'])
    .where('roles.name', '=', 'Admin')
    .where('users.is_active', '=', 1)
    .execute();
  const isLast = admins.length > 0 && admins.every((admin) => admin.user_id === userId);
  const kept = isLast ? [...roles, ...admins.map((admin) => admin.role_id)] : roles;
  const own = await store.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).execute();
  const had = new Set(own.map(({ role_id }) => role_id));
  const wanted = [...new Set(kept)];
  if (wanted.length === had.size && wanted.every((id) => had.has(id))) return;
  await setMembers(store, 'roles of user', { id: userId, wanted, field: 'roles', by: { id: userId }, now });
}
