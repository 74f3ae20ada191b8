import type {
  RoleBody,
  RoleGroupsBody,
  RolePermissionsBody,
  RoleUse,
  RoleUsersBody,
  WireRoleVersion,
} from '@powerset/contract';
import { sql } from 'kysely';
import { builtInRoles, isAdmin, type Permission, permissionKey, type User } from '../../access/index.ts';
import { commandError, fieldError, notFound, parseId } from '../../http/index.ts';
import { laterThan, refuseStale, toEpochSeconds } from '../../lists/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { changeAccess, setMembers } from './membership.ts';
import { numberedPairs, numberPairs } from './permission-pairs.ts';
import { findRoleUses } from './role-uses.ts';

type Role = Row<'roles'>;

export async function toWireVersion(store: Store, { id, name, changed_on }: Role): Promise<WireRoleVersion> {
  const groups = await store
    .selectFrom('group_roles')
    .innerJoin('groups', 'groups.id', 'group_roles.group_id')
    .select(['groups.id', 'groups.name'])
    .where('group_roles.role_id', '=', id)
    .orderBy('groups.name')
    .execute();
  return { id, name, groups, last_modified_time: toEpochSeconds(changed_on) };
}

export async function getRole(store: Store, id: string): Promise<Role> {
  const role = await store.selectFrom('roles').selectAll().where('id', '=', parseId(id)).executeTakeFirst();
  if (!role) throw notFound();
  return role;
}

/** Case does not tell names apart: whoever has a role named admin is one, however that is written. */
async function readFreeName(store: Store, body: RoleBody, ownId?: number): Promise<string> {
  const name = body.name.trim();
  if (!name) throw fieldError({ name: ['A role needs a name.'] });
  const roles = await store.selectFrom('roles').select(['id', 'name']).execute();
  const taken = roles.some((role) => role.id !== ownId && role.name.toLowerCase() === name.toLowerCase());
  if (taken) throw fieldError({ name: ['Another role has this name. Choose another one.'] });
  return name;
}

export function createRole({ store, now }: Services, user: User, body: RoleBody): Promise<Role> {
  return store.transaction().execute(async (transaction) => {
    const name = await readFreeName(transaction, body);
    const values = { name, changed_on: now().toISOString(), changed_by_fk: user.id };
    return transaction.insertInto('roles').values(values).returningAll().executeTakeFirstOrThrow();
  });
}

interface Change<Body> {
  readonly id: string;
  readonly body: Body;
}

type Write = (store: Store, role: Role) => Promise<void>;

/** Changes the version that the caller read, or whichever there is for one who does not say. */
async function changeRole(
  services: Services,
  { user, id, body }: Change<Pick<RoleBody, 'last_modified_time'>> & { readonly user: User },
  write: Write,
): Promise<WireRoleVersion> {
  const { store, now } = services;
  await changeAccess(services, user, async (transaction) => {
    const role = await getRole(transaction, id);
    await refuseStale(transaction, { what: 'role', ...role }, body.last_modified_time);
    await write(transaction, role);
    await transaction
      .updateTable('roles')
      .set({ changed_on: laterThan(role.changed_on, now()), changed_by_fk: user.id })
      .where('id', '=', role.id)
      .execute();
  });
  return toWireVersion(store, await getRole(store, id));
}

export function renameRole(services: Services, user: User, { id, body }: Change<RoleBody>): Promise<WireRoleVersion> {
  return changeRole(services, { user, id, body }, async (store, role) => {
    await refuseOwnRole(store, user, role);
    if (Object.hasOwn(builtInRoles, role.name) && body.name !== role.name)
      throw commandError(`The role ${role.name} is built in and keeps its name.`);
    const name = await readFreeName(store, body, role.id);
    await store.updateTable('roles').set({ name }).where('id', '=', role.id).execute();
  });
}

/** What would lose its last role would be open to more people than before, so nothing may stand on the role. */
export async function deleteRoles({ store, accounts }: Services, roles: readonly Role[]): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    for (const role of roles) await deleteRole(transaction, role);
  });
  accounts.forget();
}

async function deleteRole(store: Store, role: Role): Promise<void> {
  if (Object.hasOwn(builtInRoles, role.name)) throw commandError(`The role ${role.name} is built in and stays.`);
  const use = (await findRoleUses(store, [role.id])).get(role.id);
  if (use) throw commandError(`The role ${role.name} cannot be deleted while ${useTexts[use]}.`);
  await store.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
  await store.deleteFrom('roles').where('id', '=', role.id).execute();
}

const useTexts: Readonly<Record<RoleUse, string>> = {
  users: 'users have it',
  groups: 'groups have it',
  dashboards: 'dashboards are shown to it',
  rules: 'row-level security rules name it',
};

/** Who is given the role by name. */
export function setRoleUsers(
  services: Services,
  user: User,
  { id, body }: Change<RoleUsersBody>,
): Promise<WireRoleVersion> {
  const members = { wanted: body.user_ids, field: 'user_ids', by: user, now: services.now() };
  return changeRole(services, { user, id, body }, (store, role) =>
    setMembers(store, 'users of role', { ...members, id: role.id }),
  );
}

/** Which groups have the role. */
export function setRoleGroups(
  services: Services,
  user: User,
  { id, body }: Change<RoleGroupsBody>,
): Promise<WireRoleVersion> {
  const members = { wanted: body.group_ids, field: 'group_ids', by: user, now: services.now() };
  return changeRole(services, { user, id, body }, (store, role) =>
    setMembers(store, 'groups of role', { ...members, id: role.id }),
  );
}

/** Rows: a statement takes a bounded number of parameters. */
const insertedAtOnce = 1000;

export function setPermissions(
  services: Services,
  user: User,
  { id, body }: Change<RolePermissionsBody>,
): Promise<WireRoleVersion> {
  return changeRole(services, { user, id, body }, async (store, role) => {
    if (role.name === 'Admin') throw commandError('The role Admin may do everything and is not changed.');
    await refuseOwnRole(store, user, role);
    const asked = await readPairs(store, [...new Set(body.permission_view_menu_ids)]);
    if (!isAdmin(user)) await refuseWhatIsNotHad(store, user, { role, asked });
    const pairs = [...asked, ...(Object.hasOwn(builtInRoles, role.name) ? (builtInRoles[role.name] ?? []) : [])];
    const unique = [...new Map(pairs.map((pair) => [permissionKey(pair), pair])).values()];
    await store.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
    const rows = unique.map(({ permission, view }) => ({ role_id: role.id, permission, view }));
    for (let at = 0; at < rows.length; at += insertedAtOnce)
      await store
        .insertInto('role_permissions')
        .values(rows.slice(at, at + insertedAtOnce))
        .execute();
  });
}

/** By the permissions of a role, or by its name, whoever holds it would reach further. */
async function refuseOwnRole(store: Store, by: User, role: Role): Promise<void> {
  if (isAdmin(by)) return;
  const held = await store
    .selectFrom('held_roles')
    .select('role_id')
    .where('user_id', '=', by.id)
    .where('role_id', '=', role.id)
    .executeTakeFirst();
  if (held) throw commandError('Only an administrator can change a role that you hold.');
}

const permissionsOnData = new Set(['database_access', 'schema_access', 'datasource_access']);
const allData = ['all_datasource_access on all_datasource_access', 'all_database_access on all_database_access'];

/** What a role has already is nobody's gift: it may stay. */
async function refuseWhatIsNotHad(
  store: Store,
  { permissions }: User,
  { role, asked }: { readonly role: Role; readonly asked: readonly Permission[] },
): Promise<void> {
  const before = await store
    .selectFrom('role_permissions')
    .select(['permission', 'view'])
    .where('role_id', '=', role.id)
    .execute();
  const present = new Set(before.map(permissionKey));
  const readsAll = allData.some((key) => permissions.has(key));
  const missing = asked.find((pair) => {
    const key = permissionKey(pair);
    const isHad = permissions.has(key) || (readsAll && permissionsOnData.has(pair.permission));
    return !isHad && !present.has(key);
  });
  if (!missing) return;
  throw fieldError({
    permission_view_menu_ids: [`You cannot give "${permissionKey(missing)}", as you do not have it yourself.`],
  });
}

async function readPairs(store: Store, ids: readonly number[]): Promise<readonly Permission[]> {
  await numberPairs(store);
  const found = await numberedPairs(store)
    .select(['permission_numbers.id', 'permission_pairs.permission', 'permission_pairs.view'])
    .where(
      'permission_numbers.id',
      'in',
      sql<number>`(select cast(value as integer) from json_each(${JSON.stringify(ids)}))`,
    )
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw fieldError({ permission_view_menu_ids: [`There is no permission on a resource of the id ${missing}.`] });
  return found.map(({ permission, view }) => ({ permission, view }));
}
