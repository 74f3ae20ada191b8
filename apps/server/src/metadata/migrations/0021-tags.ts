import { type Kysely, sql } from 'kysely';

/** Tags, and what carries them: a pair once, found from the object and from the tag. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tags (
      id integer primary key autoincrement,
      name text not null,
      description text,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer,
      changed_by_fk integer
    )`.execute(db);
  await sql`create unique index ux_tags_name on tags (name)`.execute(db);
  await sql`
    create table tagged_objects (
      object_type text not null,
      object_id integer not null,
      tag_id integer not null,
      created_on text not null,
      created_by_fk integer,
      primary key (object_type, object_id, tag_id)
    )`.execute(db);
  await sql`create index ix_tagged_objects_tag_id on tagged_objects (tag_id, object_type)`.execute(db);
}
