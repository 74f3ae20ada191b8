import type { WirePermissionPair, WireRolePermission } from '@powerset/contract';
import { toGrantText } from '../../access-requests/index.ts';

/** What a role can be given to read, widest first. */
export const grantKinds = ['database_access', 'catalog_access', 'schema_access', 'datasource_access'] as const;
export type GrantKind = (typeof grantKinds)[number];

/** A grant as a field shows it. */
export interface Grant {
  readonly id: number;
  readonly kind: GrantKind;
  readonly text: string;
}

/** A role's grants on data, and all else that it may, which stays as it is. */
export interface RoleRights {
  readonly grants: readonly Grant[];
  readonly others: readonly { readonly id: number; readonly text: string }[];
}

const isGrantKind = (name: string): name is GrantKind => grantKinds.some((kind) => kind === name);

export function toGrant({ id, permission, view_menu }: WirePermissionPair): Grant | undefined {
  if (!isGrantKind(permission.name)) return undefined;
  return { id, kind: permission.name, text: toGrantText(view_menu.name) };
}

export function toRights(permissions: readonly WireRolePermission[]): RoleRights {
  return {
    grants: permissions.flatMap(
      ({ id, permission_name, view_menu_name }) =>
        toGrant({ id, permission: { name: permission_name }, view_menu: { name: view_menu_name } }) ?? [],
    ),
    others: permissions
      .filter(({ permission_name }) => !isGrantKind(permission_name))
      .map(({ id, permission_name, view_menu_name }) => ({ id, text: `${permission_name} on ${view_menu_name}` })),
  };
}
