import type { ColumnType, Generated } from 'kysely';

export interface GroupsTable {
  id: Generated<number>;
  name: string;
  label: ColumnType<string | null, string | null | undefined, string | null>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  changed_on: string;
  changed_by_fk: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface UserGroupsTable {
  user_id: number;
  group_id: number;
}

export interface GroupRolesTable {
  group_id: number;
  role_id: number;
}

/** A view: each role that somebody holds, given to the person or to a group of theirs. */
export interface HeldRolesView {
  user_id: number;
  role_id: number;
}
