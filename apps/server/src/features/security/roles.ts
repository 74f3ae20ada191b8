import {
  type ListQuery,
  permissionEndpoints,
  type RoleBody,
  roleEndpoints,
  type WireRolePermission,
} from '@powerset/contract';
import { sql } from 'kysely';
import { builtInRoles, type Permission, permissionKey } from '../../access/index.ts';
import {
  AppError,
  fieldError,
  notFound,
  parseId,
  parseIds,
  parseListQuery,
  parseQ,
  type Router,
} from '../../http/index.ts';
import { textOperators, toEnvelope, toInfo, valueOperators } from '../../lists/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { listNamed, listPairs, namedOrder, numberedPairs, numberPairs, pairOrder } from './permission-pairs.ts';
import { listRoles } from './role-list.ts';

type Role = Row<'roles'>;

/** Roles and what each may do and read, as administrators say; a change counts from the next request on. */
export function registerRoles(router: Router, services: Services): void {
  const { store } = services;
  registerLists(router, store);
  router.route(roleEndpoints.get, async ({ params }) => {
    const role = await getRole(store, params.id);
    return { id: role.id, result: role };
  });
  router.route(roleEndpoints.create, async ({ body }) => {
    const { id, name } = await createRole(store, body);
    return { id, result: { name } };
  });
  router.route(roleEndpoints.rename, async ({ params, body }) => {
    const { id, name } = await renameRole(services, await getRole(store, params.id), body);
    return { id, result: { name } };
  });
  router.route(roleEndpoints.delete, async ({ params }) => {
    await deleteRoles(services, [await getRole(store, params.id)]);
    return { message: 'OK' };
  });
  router.route(roleEndpoints.bulkDelete, async ({ query }) => {
    const roles = await Promise.all(parseIds(query).map((id) => getRole(store, String(id))));
    await deleteRoles(services, roles);
    return { message: roles.length === 1 ? 'Deleted 1 role' : `Deleted ${roles.length} roles` };
  });
  router.route(roleEndpoints.permissions, async ({ params }) => {
    const role = await getRole(store, params.id);
    return { result: await loadPermissions(store, role.id) };
  });
  router.route(roleEndpoints.grant, async ({ params, body }) => {
    const role = await getRole(store, params.id);
    await setPermissions(services, role, [...new Set(body.permission_view_menu_ids)]);
    const permissions = await loadPermissions(store, role.id);
    return { result: { permission_view_menu_ids: permissions.map(({ id }) => id) } };
  });
}

function registerLists(router: Router, store: Store): void {
  const named = async (query: ListQuery, source: Parameters<typeof listNamed>[2], title: string) =>
    toEnvelope({ query, ...(await listNamed(store, query, source)), title, orderColumns: Object.keys(namedOrder) });
  router.route(roleEndpoints.list, async ({ query }) => {
    const asked = parseListQuery(query);
    const found = await listRoles(store, asked);
    return toEnvelope({ query: asked, ...found, title: 'List Roles', orderColumns: Object.keys(namedOrder) });
  });
  router.route(roleEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'Role',
        verbs: ['can_read', 'can_write'],
        title: 'Role',
        addColumns: ['name'],
        editColumns: ['name'],
        filters: { id: valueOperators, name: textOperators },
      },
      parseQ(query),
    ),
  );
  router.route(permissionEndpoints.permissions, ({ query }) =>
    named(parseListQuery(query), 'permissions', 'List Permissions'),
  );
  router.route(permissionEndpoints.resources, ({ query }) =>
    named(parseListQuery(query), 'resources', 'List Resources'),
  );
  router.route(permissionEndpoints.pairs, async ({ query }) => {
    const asked = parseListQuery(query);
    return toEnvelope({
      query: asked,
      ...(await listPairs(store, asked)),
      title: 'List Permissions on Resources',
      orderColumns: Object.keys(pairOrder),
    });
  });
}

async function getRole(store: Store, id: string): Promise<Role> {
  const role = await store.selectFrom('roles').selectAll().where('id', '=', parseId(id)).executeTakeFirst();
  if (!role) throw notFound();
  return role;
}

/** Case does not tell names apart: whoever has a role named admin is one, however that is written. */
async function readFreeName(store: Store, body: RoleBody, ownId?: number): Promise<string> {
  const name = body.name.trim();
  if (!name) throw fieldError({ name: ['A role needs a name.'] });
  const roles = await store.selectFrom('roles').selectAll().execute();
  const taken = roles.some((role) => role.id !== ownId && role.name.toLowerCase() === name.toLowerCase());
  if (taken) throw fieldError({ name: ['Another role has this name. Choose another one.'] });
  return name;
}

function createRole(store: Store, body: RoleBody): Promise<Role> {
  return store.transaction().execute(async (transaction) => {
    const name = await readFreeName(transaction, body);
    return transaction.insertInto('roles').values({ name }).returningAll().executeTakeFirstOrThrow();
  });
}

function refuse(message: string): AppError {
  return new AppError('GENERIC_COMMAND_ERROR', { params: { message } });
}

async function renameRole({ store, accounts }: Services, role: Role, body: RoleBody): Promise<Role> {
  if (Object.hasOwn(builtInRoles, role.name) && body.name !== role.name)
    throw refuse(`The role ${role.name} is built in and keeps its name.`);
  const name = await store.transaction().execute(async (transaction) => {
    const free = await readFreeName(transaction, body, role.id);
    await transaction.updateTable('roles').set({ name: free }).where('id', '=', role.id).execute();
    return free;
  });
  accounts.forget();
  return { id: role.id, name };
}

/** What would lose its last role would be open to more people than before, so nothing may stand on the role. */
async function deleteRoles({ store, accounts }: Services, roles: readonly Role[]): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    for (const role of roles) await deleteRole(transaction, role);
  });
  accounts.forget();
}

async function deleteRole(store: Store, role: Role): Promise<void> {
  if (Object.hasOwn(builtInRoles, role.name)) throw refuse(`The role ${role.name} is built in and stays.`);
  for (const [table, users] of Object.entries(usesOfRoles)) {
    const used = await store
      .selectFrom(table as keyof typeof usesOfRoles)
      .select('role_id')
      .where('role_id', '=', role.id)
      .limit(1)
      .executeTakeFirst();
    if (used) throw refuse(`The role ${role.name} cannot be deleted while ${users}.`);
  }
  await store.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
  await store.deleteFrom('roles').where('id', '=', role.id).execute();
}

const usesOfRoles = {
  user_roles: 'users have it',
  dashboard_roles: 'dashboards are shown to it',
  row_level_rule_roles: 'row-level security rules name it',
} as const;

async function loadPermissions(store: Store, roleId: number): Promise<readonly WireRolePermission[]> {
  await numberPairs(store);
  return numberedPairs(store)
    .innerJoin('role_permissions', (join) =>
      join
        .onRef('role_permissions.permission', '=', 'permission_pairs.permission')
        .onRef('role_permissions.view', '=', 'permission_pairs.view'),
    )
    .select(['permission_numbers.id', 'role_permissions.permission as permission_name'])
    .select('role_permissions.view as view_menu_name')
    .where('role_permissions.role_id', '=', roleId)
    .orderBy('permission_numbers.id')
    .execute();
}

async function setPermissions({ store, accounts }: Services, role: Role, ids: readonly number[]): Promise<void> {
  if (role.name === 'Admin') throw refuse('The role Admin may do everything and is not changed.');
  await store.transaction().execute(async (transaction) => {
    const pairs = [...(await readPairs(transaction, ids)), ...(builtInRoles[role.name] ?? [])];
    const unique = [...new Map(pairs.map((pair) => [permissionKey(pair), pair])).values()];
    await transaction.deleteFrom('role_permissions').where('role_id', '=', role.id).execute();
    // One parameter, however many they are.
    await sql`
      insert into role_permissions (role_id, permission, view)
      select ${role.id}, json_extract(value, '$.permission'), json_extract(value, '$.view')
      from json_each(${JSON.stringify(unique)})`.execute(transaction);
  });
  accounts.forget();
}

async function readPairs(store: Store, ids: readonly number[]): Promise<readonly Permission[]> {
  await numberPairs(store);
  const found = await numberedPairs(store)
    .select(['permission_numbers.id', 'permission_pairs.permission', 'permission_pairs.view'])
    .where('permission_numbers.id', 'in', sql<number>`(select value from json_each(${JSON.stringify(ids)}))`)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw fieldError({ permission_view_menu_ids: [`There is no permission on a resource of the id ${missing}.`] });
  return found.map(({ permission, view }) => ({ permission, view }));
}
