import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { itemOf, listOf, Message, raw, resultOf, shownOf } from './answers.ts';
import { lastRead, nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { infoOperation, relatedOperation } from './resource-operations.ts';
import { pageNumber, pageSize } from './users.ts';

export const RoleBody = Type.Object({ name: givenName(64), ...lastRead }, { additionalProperties: false });
export type RoleBody = Static<typeof RoleBody>;

/** All that a role may do from now on, by the ids of permission pairs; what is not named is taken away. */
export const RolePermissionsBody = Type.Object(
  { permission_view_menu_ids: Type.Array(Type.Integer(), { maxItems: 20_000 }), ...lastRead },
  { additionalProperties: false },
);
export type RolePermissionsBody = Static<typeof RolePermissionsBody>;

/** Who holds a role by being given it; the members of groups hold it besides. */
export const RoleUsersBody = Type.Object(
  { user_ids: Type.Array(Type.Integer(), { maxItems: 10_000 }), ...lastRead },
  { additionalProperties: false },
);
export type RoleUsersBody = Static<typeof RoleUsersBody>;

/** The groups whose members hold a role. */
export const RoleGroupsBody = Type.Object(
  { group_ids: Type.Array(Type.Integer(), { maxItems: 1000 }), ...lastRead },
  { additionalProperties: false },
);
export type RoleGroupsBody = Static<typeof RoleGroupsBody>;

/** A role, a permission's name or what permissions are on, as lists show it. */
export const WireNamed = Type.Object({
  id: Type.Number(),
  name: Type.String(),
});
export type WireNamed = Wire<typeof WireNamed>;

/** One role, with the time that a change of it names. */
export const WireRoleVersion = Type.Object({
  ...WireNamed.properties,

  groups: Type.Array(WireNamed),
  last_modified_time: Type.Number(),
});
export type WireRoleVersion = Wire<typeof WireRoleVersion>;

/** What a role that is used is used for. */
export const RoleUse = Type.Union([
  Type.Literal('users'),
  Type.Literal('groups'),
  Type.Literal('dashboards'),
  Type.Literal('rules'),
]);
export type RoleUse = Wire<typeof RoleUse>;

/** A role, as the list of roles shows it. */
export const WireRole = Type.Object({
  ...WireNamed.properties,

  is_built_in: Type.Boolean(),
  user_count: Type.Number(),

  /** What keeps it from being deleted: users or groups have it, dashboards are shown to it or row-level security rules name it. */
  used_by: nullable(RoleUse),
  sees_all_data: Type.Boolean(),

  /** How many grants on data it has, and what the first of them are on. */
  data_grants: Type.Object({ count: Type.Number(), names: Type.Array(Type.String()) }),
});
export type WireRole = Wire<typeof WireRole>;

/** A role by numbers alone, as the reference's search answers it. */
export const WireFoundRole = Type.Object({
  ...WireNamed.properties,

  permission_ids: Type.Array(Type.Integer()),
  user_ids: Type.Array(Type.Integer()),
  group_ids: Type.Array(Type.Integer()),
});
export type WireFoundRole = Wire<typeof WireFoundRole>;

/** A permission pair, as the list of all pairs shows it. */
export const WirePermissionPair = Type.Object({
  id: Type.Number(),
  permission: Type.Object({ name: Type.String() }),
  view_menu: Type.Object({ name: Type.String() }),
});
export type WirePermissionPair = Wire<typeof WirePermissionPair>;

/** A permission pair of a role. */
export const WireRolePermission = Type.Object({
  id: Type.Number(),
  permission_name: Type.String(),
  view_menu_name: Type.String(),
});
export type WireRolePermission = Wire<typeof WireRolePermission>;

const RoleName = Type.Object({ name: Type.String() });
const GivenUsers = Type.Object({ user_ids: Type.Array(Type.Integer()) });
const GivenGroups = Type.Object({ group_ids: Type.Array(Type.Integer()) });
const GrantedPermissions = Type.Object({ permission_view_menu_ids: Type.Array(Type.Integer()) });

const tag = 'Roles';
const read = { verb: 'can_read', view: 'Role' } as const;
const write = { verb: 'can_write', view: 'Role' } as const;

export const roleOperations = {
  list: {
    id: 'role.list',
    summary: 'Roles',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireRole) },
  },
  info: infoOperation({ id: 'role.info', summary: 'What the caller may do with roles', tag, access: read }),
  page: {
    id: 'role.page',
    summary: 'Roles as a plain table, for programs that read it from the page',
    tag,
    access: read,
    isPageToo: true,
    isLegacy: true,
    query: Type.Object(
      {
        page_RoleModelView: pageNumber,
        psize_RoleModelView: pageSize,
        _flt_3_name: Type.Optional(Type.String({ maxLength: 64 })),
      },
      { additionalProperties: true },
    ),
    answers: { 200: raw('text/html', 'A table') },
  },
  rolePage: {
    id: 'role.role_page',
    summary: 'A role with its permissions and people as a plain form, for programs that read it from the page',
    tag,
    access: read,
    isPageToo: true,
    isLegacy: true,
    params: IdParams,
    answers: { 200: raw('text/html', 'A form') },
  },
  get: {
    id: 'role.get',
    summary: 'One role',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireRoleVersion) },
  },
  create: {
    id: 'role.create',
    summary: 'Creates a role, which may do nothing yet',
    tag,
    access: write,
    body: RoleBody,
    answers: { 201: itemOf(RoleName) },
  },
  rename: {
    id: 'role.rename',
    summary: 'Renames a role',
    tag,
    access: write,
    params: IdParams,
    body: RoleBody,
    answers: { 200: Type.Object({ ...itemOf(RoleName).properties, last_modified_time: Type.Number() }) },
  },
  delete: {
    id: 'role.delete',
    summary: 'Deletes a role that nobody has and nothing stands on',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: {
    id: 'role.bulk_delete',
    summary: 'Deletes several roles, all or none',
    tag,
    access: write,
    query: QParameter,
    answers: { 200: Message },
  },
  permissions: {
    id: 'role.permissions',
    summary: 'The permission pairs of a role',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: resultOf(Type.Array(WireRolePermission)) },
  },
  setUsers: {
    id: 'role.set_users',
    summary: 'Says anew who is given a role; whose groups have it keeps it',
    tag,
    access: write,
    params: IdParams,
    body: RoleUsersBody,
    answers: { 200: Type.Object({ ...resultOf(GivenUsers).properties, last_modified_time: Type.Number() }) },
  },
  setGroups: {
    id: 'role.set_groups',
    summary: 'Says anew which groups have a role',
    tag,
    access: write,
    params: IdParams,
    body: RoleGroupsBody,
    answers: { 200: Type.Object({ ...resultOf(GivenGroups).properties, last_modified_time: Type.Number() }) },
  },
  search: {
    id: 'role.search',
    summary: 'Roles by the numbers of their permission pairs, users and groups',
    tag,
    access: read,
    query: QParameter,
    answers: {
      200: Type.Object({ count: Type.Integer(), ids: Type.Array(Type.Integer()), result: Type.Array(WireFoundRole) }),
    },
  },
  related: relatedOperation({ id: 'role.related', summary: 'Groups, for pickers', tag, access: read }),
  grant: {
    id: 'role.grant',
    summary: 'Says anew which permission pairs a role has; a built-in role keeps those it was made with',
    tag,
    access: write,
    params: IdParams,
    body: RolePermissionsBody,
    answers: { 200: Type.Object({ ...resultOf(GrantedPermissions).properties, last_modified_time: Type.Number() }) },
  },
} as const satisfies Operations;

/** What the reference takes of resources and pairs. Here they follow from the product and its data, and each call says so. */
const ResourceBody = Type.Object({ name: Type.String({ maxLength: 1000 }) }, { additionalProperties: false });
const PairBody = Type.Object(
  { permission_id: Type.Integer(), view_menu_id: Type.Integer() },
  { additionalProperties: false },
);
const fixed = { tag, access: write, errors: [422] } as const;

export const permissionOperations = {
  permissions: {
    id: 'permission.list',
    summary: 'Names of permissions, for example `can_read` or `datasource_access`',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireNamed) },
  },
  permissionsInfo: infoOperation({
    id: 'permission.info',
    summary: 'What the caller may do with permissions',
    tag,
    access: read,
  }),
  permission: {
    id: 'permission.get',
    summary: 'One permission',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireNamed) },
  },
  resources: {
    id: 'resource.list',
    summary: 'What permissions are on: parts of the product, databases, schemas, datasets',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireNamed) },
  },
  resourcesInfo: infoOperation({
    id: 'resource.info',
    summary: 'What the caller may do with resources',
    tag,
    access: read,
  }),
  resource: {
    id: 'resource.get',
    summary: 'One thing that permissions are on',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireNamed) },
  },
  createResource: {
    ...fixed,
    id: 'resource.create',
    summary: 'Refused: resources follow from the product and its data',
    body: ResourceBody,
    answers: { 201: itemOf(ResourceBody) },
  },
  changeResource: {
    ...fixed,
    id: 'resource.update',
    summary: 'Refused: resources follow from the product and its data',
    params: IdParams,
    body: ResourceBody,
    answers: { 200: resultOf(ResourceBody) },
  },
  deleteResource: {
    ...fixed,
    id: 'resource.delete',
    summary: 'Refused: resources follow from the product and its data',
    params: IdParams,
    answers: { 200: Message },
  },
  pairs: {
    id: 'permission_pair.list',
    summary: 'Permission pairs, with the ids that roles are given them by',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WirePermissionPair) },
  },
  pairsInfo: infoOperation({
    id: 'permission_pair.info',
    summary: 'What the caller may do with permission pairs',
    tag,
    access: read,
  }),
  pair: {
    id: 'permission_pair.get',
    summary: 'One permission pair',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WirePermissionPair) },
  },
  createPair: {
    ...fixed,
    id: 'permission_pair.create',
    summary: 'Refused: permission pairs follow from the product and its data',
    body: PairBody,
    answers: { 201: itemOf(PairBody) },
  },
  changePair: {
    ...fixed,
    id: 'permission_pair.update',
    summary: 'Refused: permission pairs follow from the product and its data',
    params: IdParams,
    body: PairBody,
    answers: { 200: resultOf(PairBody) },
  },
  deletePair: {
    ...fixed,
    id: 'permission_pair.delete',
    summary: 'Refused: permission pairs follow from the product and its data',
    params: IdParams,
    answers: { 200: Message },
  },
} as const satisfies Operations;
