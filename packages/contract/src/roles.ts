import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';

/** When the caller read what he changes, as the answer to his reading said; without it, he overwrites what others saved since. */
const lastRead = { last_modified_time: Type.Optional(Type.Union([Type.Number(), Type.Null()])) };

export const RoleBody = Type.Object({ name: givenName(64), ...lastRead }, { additionalProperties: false });
export type RoleBody = Static<typeof RoleBody>;

/** All that a role may do from now on, by the ids of permission pairs; what is not named is taken away. */
export const RolePermissionsBody = Type.Object(
  { permission_view_menu_ids: Type.Array(Type.Integer(), { maxItems: 20_000 }), ...lastRead },
  { additionalProperties: false },
);
export type RolePermissionsBody = Static<typeof RolePermissionsBody>;

/** A role, a permission's name or what permissions are on, as lists show it. */
export interface WireNamed {
  readonly id: number;
  readonly name: string;
}

/** One role, with the time that a change of it names. */
export interface WireRoleVersion extends WireNamed {
  readonly last_modified_time: number;
}

/** What a role that is used is used for. */
export type RoleUse = 'users' | 'dashboards' | 'rules';

/** A role, as the list of roles shows it. */
export interface WireRole extends WireNamed {
  readonly is_built_in: boolean;
  readonly user_count: number;
  /** What keeps it from being deleted: users have it, dashboards are shown to it or row-level security rules name it. */
  readonly used_by: RoleUse | null;
  readonly sees_all_data: boolean;
  /** How many grants on data it has, and what the first of them are on. */
  readonly data_grants: { readonly count: number; readonly names: readonly string[] };
}

/** A permission pair, as the list of all pairs shows it. */
export interface WirePermissionPair {
  readonly id: number;
  readonly permission: { readonly name: string };
  readonly view_menu: { readonly name: string };
}

/** A permission pair of a role. */
export interface WireRolePermission {
  readonly id: number;
  readonly permission_name: string;
  readonly view_menu_name: string;
}

const tag = 'Roles';
const read = { verb: 'can_read', view: 'Role' } as const;
const write = { verb: 'can_write', view: 'Role' } as const;
const path = '/api/v1/security/roles/';
const onePath = `${path}:id` as const;
const permissionsPath = `${onePath}/permissions/` as const;

export const roleEndpoints = {
  list: defineEndpoint({
    id: 'role.list',
    method: 'GET',
    path,
    summary: 'Roles',
    tag,
    access: read,
    query: QParameter,
  }),
  info: defineEndpoint({
    id: 'role.info',
    method: 'GET',
    path: `${path}_info`,
    summary: 'What the caller may do with roles',
    tag,
    access: read,
    query: QParameter,
  }),
  get: defineEndpoint({
    id: 'role.get',
    method: 'GET',
    path: onePath,
    summary: 'One role',
    tag,
    access: read,
    params: IdParams,
  }),
  create: defineEndpoint({
    id: 'role.create',
    method: 'POST',
    path,
    summary: 'Creates a role, which may do nothing yet',
    tag,
    access: write,
    body: RoleBody,
    status: 201,
  }),
  rename: defineEndpoint({
    id: 'role.rename',
    method: 'PUT',
    path: onePath,
    summary: 'Renames a role',
    tag,
    access: write,
    params: IdParams,
    body: RoleBody,
  }),
  delete: defineEndpoint({
    id: 'role.delete',
    method: 'DELETE',
    path: onePath,
    summary: 'Deletes a role that nobody has and nothing stands on',
    tag,
    access: write,
    params: IdParams,
  }),
  bulkDelete: defineEndpoint({
    id: 'role.bulk_delete',
    method: 'DELETE',
    path,
    summary: 'Deletes several roles, all or none',
    tag,
    access: write,
    query: QParameter,
  }),
  permissions: defineEndpoint({
    id: 'role.permissions',
    method: 'GET',
    path: permissionsPath,
    summary: 'The permission pairs of a role',
    tag,
    access: read,
    params: IdParams,
  }),
  grant: defineEndpoint({
    id: 'role.grant',
    method: 'POST',
    path: permissionsPath,
    summary: 'Says anew which permission pairs a role has; a built-in role keeps those it was made with',
    tag,
    access: write,
    params: IdParams,
    body: RolePermissionsBody,
  }),
} as const;

export const permissionEndpoints = {
  permissions: defineEndpoint({
    id: 'permission.list',
    method: 'GET',
    path: '/api/v1/security/permissions/',
    summary: 'Names of permissions, for example `can_read` or `datasource_access`',
    tag,
    access: read,
    query: QParameter,
  }),
  resources: defineEndpoint({
    id: 'resource.list',
    method: 'GET',
    path: '/api/v1/security/resources/',
    summary: 'What permissions are on: parts of the product, databases, schemas, datasets',
    tag,
    access: read,
    query: QParameter,
  }),
  pairs: defineEndpoint({
    id: 'permission_pair.list',
    method: 'GET',
    path: '/api/v1/security/permissions-resources/',
    summary: 'Permission pairs, with the ids that roles are given them by',
    tag,
    access: read,
    query: QParameter,
  }),
} as const;
