import { type Kysely, sql } from 'kysely';

/** Groups of people, whose roles all of them hold; `groups` is a word of some dialects, so it is quoted wherever it is written. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table "groups" (
      id integer primary key autoincrement,
      name text not null,
      label text,
      description text,
      changed_on text not null,
      changed_by_fk integer
    )`.execute(db);
  await sql`create unique index ux_groups_name on "groups" (lower(name))`.execute(db);
  await sql`create table user_groups (user_id integer not null, group_id integer not null)`.execute(db);
  await sql`create unique index ux_user_groups_user_id on user_groups (user_id, group_id)`.execute(db);
  await sql`create index ix_user_groups_group_id on user_groups (group_id)`.execute(db);
  await sql`create table group_roles (group_id integer not null, role_id integer not null)`.execute(db);
  await sql`create unique index ux_group_roles_group_id on group_roles (group_id, role_id)`.execute(db);
  await sql`create index ix_group_roles_role_id on group_roles (role_id)`.execute(db);
  // Whoever asks for somebody's roles asks here: a role is held once, whichever way it came.
  await sql`
    create view held_roles as
      select user_id, role_id from user_roles
      union
      select user_groups.user_id, group_roles.role_id
      from user_groups join group_roles on group_roles.group_id = user_groups.group_id`.execute(db);
}
