import type { ColumnType, Generated } from 'kysely';

export interface RolesTable {
  id: Generated<number>;
  name: string;
  /** The first day of 1970 of a role that nobody has changed yet. */
  changed_on: Generated<string>;
  changed_by_fk: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface RolePermissionsTable {
  role_id: number;
  permission: string;
  view: string;
}

/** A view: every pair that a role can be given. */
export interface PermissionPairsView {
  /** What the pair is about, whatever that is called now. */
  subject: string;
  permission: string;
  view: string;
}

export interface PermissionNumbersTable {
  id: Generated<number>;
  subject: string;
}

export interface UserRolesTable {
  user_id: number;
  role_id: number;
}
