import type { AccessGrant, WireOpeningRole } from '@powerset/contract';
import { sql } from 'kysely';
import { builtInRoles, permissionKey, type User } from '../../access/index.ts';
import { fieldError, notFound } from '../../http/index.ts';
import { laterThan } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import { type AskedObject, loadDatasetsUnder, readableOf, sees } from './objects.ts';
import { type Deps, getRequest, seesObject } from './service.ts';
import { endRequests } from './store.ts';

/** So many of a role's grants are named, the others are counted. */
const namedGrants = 5;
/** Installations with more roles have them by the thousand, from a directory; those of the first names are tried. */
const triedRoles = 500;
const dataPermissions = ['database_access', 'catalog_access', 'schema_access', 'datasource_access'];

/** Admin opens everything there is, and Public is what visitors have. */
const neverGiven = ['Admin', 'Public'];

interface RoleWithPermissions {
  readonly id: number;
  readonly name: string;
  readonly pairs: readonly { readonly permission: string; readonly view: string }[];
}

async function loadRoles(store: Store, asker: User): Promise<readonly RoleWithPermissions[]> {
  const roles = await store
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('name', 'not in', neverGiven)
    .where(
      'id',
      'not in',
      asker.roles.map((role) => role.id),
    )
    .orderBy(sql`lower(name)`)
    .limit(triedRoles)
    .execute();
  const pairs = await store
    .selectFrom('role_permissions')
    .select(['role_id', 'permission', 'view'])
    .where(
      sql`role_id`,
      'in',
      sql`(select cast(value as integer) from json_each(${JSON.stringify(roles.map(({ id }) => id))}))`,
    )
    .orderBy('permission')
    .orderBy('view')
    .execute();
  const byRole = new Map<number, (typeof pairs)[number][]>(roles.map(({ id }) => [id, []]));
  for (const pair of pairs) byRole.get(pair.role_id)?.push(pair);
  return roles.map((role) => ({ ...role, pairs: byRole.get(role.id) ?? [] }));
}

/** The person, as he would be with the role. */
function withRole(user: User, { id, name, pairs }: RoleWithPermissions): User {
  return {
    ...user,
    roles: [...user.roles, { id, name }],
    permissions: new Set([...user.permissions, ...pairs.map(permissionKey)]),
  };
}

/** Roles with which the person would see the object, found out by asking what decides it: the narrowest first. */
export async function findOpeningRoles(
  deps: Deps,
  asker: User,
  object: AskedObject,
): Promise<readonly WireOpeningRole[]> {
  const { store } = deps;
  const datasets = await loadDatasetsUnder(deps, object);
  const found: WireOpeningRole[] = [];
  for (const role of await loadRoles(store, asker)) {
    const other = withRole(asker, role);
    if (!(await sees(deps, other, { ...object, datasets }))) continue;
    const grants = role.pairs.filter(({ permission }) => dataPermissions.includes(permission));
    found.push({
      id: role.id,
      name: role.name,
      is_built_in: Object.hasOwn(builtInRoles, role.name),
      user_count: await countUsers(store, role.id),
      sees_all_data: role.pairs.some(({ permission }) => permission.startsWith('all_d')),
      data_grants: { count: grants.length, names: grants.slice(0, namedGrants).map(({ view }) => view) },
      readable_datasets: readableOf(other, datasets).length,
      datasets: datasets.length,
    });
  }
  const width = (role: WireOpeningRole) => (role.sees_all_data ? Number.MAX_SAFE_INTEGER : role.data_grants.count);
  return found.sort((left, right) => width(left) - width(right));
}

async function countUsers(store: Store, roleId: number): Promise<number> {
  const { count } = await store
    .selectFrom('held_roles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role_id', '=', roleId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Granting {
  readonly by: User;
  readonly id: number;
  readonly body: AccessGrant;
}

/** Gives the person a role that opens the object; to who sees it by now nothing is given, and the request ends. */
export async function grantAccess(deps: Deps, { by, id, body }: Granting): Promise<void> {
  const { store, accounts, now } = deps;
  const request = await getRequest(deps, by, id);
  const asker = await accounts.findUser(request.user_id);
  if (!asker) throw notFound();
  const roleId = body.role_id ?? null;
  if (roleId === null && !(await seesObject(deps, asker, request.object)))
    throw fieldError({ role_id: ['Choose a role that opens it.'] });
  if (roleId !== null && !(await findOpeningRoles(deps, asker, request.object)).some((role) => role.id === roleId))
    throw fieldError({ role_id: ['This role does not open it, or is one that the person has.'] });
  const time = now();
  await store.transaction().execute(async (transaction) => {
    if (roleId !== null) await giveToPerson(transaction, { userId: asker.id, roleId, by, time });
    await endRequests(transaction, request, { state: 'granted', by, time: time.toISOString() });
  });
  accounts.forget();
}

interface GivingToPerson {
  readonly userId: number;
  readonly roleId: number;
  readonly by: User;
  readonly time: Date;
}

/** Gives a role besides those that the person has. */
export async function giveToPerson(store: Store, { userId, roleId, by, time }: GivingToPerson): Promise<void> {
  await store
    .insertInto('user_roles')
    .values({ user_id: userId, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { changed_on: before } = await store
    .selectFrom('users')
    .select('changed_on')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // Whoever has the person's roles open meanwhile is told before saving over this one.
  await store
    .updateTable('users')
    .set({ changed_on: laterThan(before, time), changed_by_fk: by.id })
    .where('id', '=', userId)
    .execute();
}
