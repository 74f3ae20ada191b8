import { everybody } from '../../../config.ts';
import type { Store } from '../../../metadata/index.ts';
import type { Services } from '../../../services.ts';
import { setMembers } from '../membership.ts';
import type { Claims, IdentityRules } from './claims.ts';

/** The texts at a place of what the provider said; parts of the place are separated by dots, unless it is there as a whole. However many: who brings them bounds how much is said. */
export function namesIn(values: Readonly<Record<string, unknown>>, place: string): readonly string[] {
  const found = Object.hasOwn(values, place) ? values[place] : place.split('.').reduce<unknown>(inside, values);
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  return list.filter((name): name is string => typeof name === 'string');
}

function inside(value: unknown, name: string): unknown {
  const isRecord = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isRecord ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

interface Asking {
  readonly store: Store;
  readonly settings: IdentityRules;
  readonly log: Services['log'];
}

/** Numbers of the roles that the provider's groups stand for, or of those that newcomers get. */
export async function rolesOf({ store, settings, log }: Asking, { values }: Claims): Promise<readonly number[]> {
  const { rolesClaim, roleNames, defaultRoles } = settings;
  const groups = rolesClaim === null ? [] : namesIn(values, rolesClaim);
  const rolesFor = (group: string) => (Object.hasOwn(roleNames, group) ? (roleNames[group] ?? []) : []);
  const mapped = groups.filter((group) => group !== everybody).flatMap(rolesFor);
  const wanted = [...new Set([...(mapped.length > 0 ? mapped : defaultRoles), ...rolesFor(everybody)])];
  if (wanted.length === 0) return [];
  const rows = await store.selectFrom('roles').select(['id', 'name']).where('name', 'in', wanted).execute();
  const missing = wanted.filter((name) => !rows.some((row) => row.name === name));
  if (missing.length > 0) log.warn({ roles: missing }, 'the settings name roles that are not here');
  return rows.map(({ id }) => id);
}

/**
 * Throws where the provider says that the person has more groups than it tells (Entra ID: `_claim_names`): what is not told
 * would look like groups that somebody left.
 */
export function checkGroupsAreTold(values: Claims['values'], { rolesClaim, syncsRoles }: IdentityRules): void {
  if (rolesClaim === null || !syncsRoles || namesIn(values, rolesClaim).length > 0) return;
  const [first = ''] = rolesClaim.split('.');
  if (inside(values._claim_names, first) !== undefined)
    throw new Error(`The person has more groups than the provider tells in "${rolesClaim}": let it tell fewer.`);
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
