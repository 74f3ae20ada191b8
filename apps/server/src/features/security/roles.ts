import { type ListQuery, permissionEndpoints, roleEndpoints, type WireRolePermission } from '@powerset/contract';
import { RoleBody } from '@powerset/contract/schemas';
import type { User } from '../../access/index.ts';
import { notFound, parseId, parseIds, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { textOperators, toEnvelope, toInfo, toShown, valueOperators } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { registerFixedPermissions } from './fixed-permissions.ts';
import { findRelatedNamed } from './group-list.ts';
import { listNamed, listPairs, namedOrder, numberedPairs, numberPairs, pairOrder } from './permission-pairs.ts';
import {
  createRole,
  deleteRoles,
  getRole,
  renameRole,
  setPermissions,
  setRoleGroups,
  setRoleUsers,
  toWireVersion,
} from './role-changes.ts';
import { listRoles } from './role-list.ts';
import { searchRoles } from './role-search.ts';
import { createSchemaReader } from './schema-reader.ts';

/** Roles and what each may do and read, as administrators say; a change counts from the next request on. */
export function registerRoles(router: Router, services: Services): void {
  const { store } = services;
  registerLists(router, services);
  router.route(roleEndpoints.get, async ({ params, query }) => {
    const role = await getRole(store, params.id);
    const row = await toWireVersion(store, role);
    return toShown({ id: role.id, row, query: parseListQuery(query), title: 'Show Role' });
  });
  router.route(roleEndpoints.create, async ({ user, body }) => {
    const { id, name } = await createRole(services, user, body);
    return { id, result: { name } };
  });
  router.route(roleEndpoints.rename, async ({ user, params, body }) => {
    const { id, name, last_modified_time } = await renameRole(services, user, { id: params.id, body });
    return { id, result: { name }, last_modified_time };
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
  router.route(roleEndpoints.setUsers, async ({ user, params, body }) => {
    const { last_modified_time } = await setRoleUsers(services, user, { id: params.id, body });
    return { result: { user_ids: body.user_ids }, last_modified_time };
  });
  router.route(roleEndpoints.setGroups, async ({ user, params, body }) => {
    const { last_modified_time } = await setRoleGroups(services, user, { id: params.id, body });
    return { result: { group_ids: body.group_ids }, last_modified_time };
  });
  router.route(roleEndpoints.grant, async ({ user, params, body }) => {
    const { id, last_modified_time } = await setPermissions(services, user, { id: params.id, body });
    const permissions = await loadPermissions(store, id);
    return { result: { permission_view_menu_ids: permissions.map((permission) => permission.id) }, last_modified_time };
  });
}

/** Schemas and catalogs are the databases' own, so they are asked where a list may hold some. */
function mayHoldPlaces({ filters = [] }: ListQuery): boolean {
  return filters.every(
    ({ col, opr, value }) =>
      col !== 'permission.name' || opr !== 'eq' || value === 'schema_access' || value === 'catalog_access',
  );
}

/** A part of a place's name that is searched. */
function searchedPlace({ filters = [] }: ListQuery): string {
  const search = filters.find(({ col }) => col === 'view_menu.name')?.value;
  return typeof search === 'string' ? search : '';
}

function registerLists(router: Router, services: Services): void {
  const { store } = services;
  const askForSchemas = createSchemaReader(services);
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
        addForm: RoleBody,
        editForm: RoleBody,
        unique: ['name'],
        filters: { id: valueOperators, name: textOperators },
      },
      parseQ(query),
    ),
  );
  router.route(roleEndpoints.related, ({ params, query }) => {
    if (params.column !== 'groups') throw notFound();
    return findRelatedNamed(store, 'groups', parseListQuery(query));
  });
  router.route(roleEndpoints.search, ({ query }) => searchRoles(store, parseListQuery(query)));
  registerSinglePermissions(router, store, askForSchemas);
  registerFixedPermissions(router, store);
  router.route(permissionEndpoints.permissions, ({ query }) =>
    named(parseListQuery(query), 'permissions', 'List Permissions'),
  );
  router.route(permissionEndpoints.resources, async ({ query }) => {
    const asked = parseListQuery(query);
    await askForSchemas();
    return named(asked, 'resources', 'List Resources');
  });
  router.route(permissionEndpoints.pairs, async ({ query }) => {
    const asked = parseListQuery(query);
    if (mayHoldPlaces(asked)) await askForSchemas(searchedPlace(asked));
    return toEnvelope({
      query: asked,
      ...(await listPairs(store, asked)),
      title: 'List Permissions on Resources',
      orderColumns: Object.keys(pairOrder),
    });
  });
}

/** What the product knows by itself is read: nobody adds to it. */
function registerSinglePermissions(router: Router, store: Store, askForSchemas: () => Promise<unknown>): void {
  const info = (title: string, columns: readonly string[]) => {
    const named = { view: 'Role', verbs: ['can_read'], title, addForm: null, editForm: null };
    const filters = Object.fromEntries(columns.map((column) => [column, textOperators]));
    return ({ user, query }: { readonly user: User; readonly query: { readonly q?: string } }) =>
      toInfo({ ...named, user, filters: { id: valueOperators, ...filters } }, parseQ(query));
  };
  router.route(permissionEndpoints.permissionsInfo, info('Permission', ['name']));
  router.route(permissionEndpoints.resourcesInfo, info('Resource', ['name']));
  router.route(permissionEndpoints.pairsInfo, info('Permission on Resource', ['permission.name', 'view_menu.name']));
  const byId = (given: string): ListQuery => ({ filters: [{ col: 'id', opr: 'eq', value: parseId(given) }] });
  const one = <Row extends { readonly id: number }>(
    { rows: [row] }: { readonly rows: readonly Row[] },
    { query, title }: { readonly query: ListQuery; readonly title: string },
  ) => {
    if (!row) throw notFound();
    return toShown({ id: row.id, row, query, title });
  };
  router.route(permissionEndpoints.permission, async ({ params, query }) => {
    const shown = { query: parseListQuery(query), title: 'Show Permission' };
    return one(await listNamed(store, byId(params.id), 'permissions'), shown);
  });
  router.route(permissionEndpoints.resource, async ({ params, query }) => {
    const shown = { query: parseListQuery(query), title: 'Show Resource' };
    await askForSchemas();
    return one(await listNamed(store, byId(params.id), 'resources'), shown);
  });
  router.route(permissionEndpoints.pair, async ({ params, query }) => {
    const shown = { query: parseListQuery(query), title: 'Show Permission on Resource' };
    await askForSchemas();
    return one(await listPairs(store, byId(params.id)), shown);
  });
}

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
