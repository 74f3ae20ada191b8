import { maxTagsOfObject, type WireObjectTag } from '@powerset/contract';
import { can, type User } from '../access/index.ts';
import { fieldError, forbidden } from '../http/index.ts';
import type { Row, Store } from '../metadata/index.ts';
import { madeBy } from './users.ts';

/** The reference's tags may hold the signs that end a name in its addresses; here none does. */
export function plainTagName(name: string): string {
  return name
    .replaceAll(/[:,\s]+/g, ' ')
    .trim()
    .slice(0, 250);
}

/** What can carry tags. */
export type TaggableType = 'chart' | 'dashboard' | 'dataset' | 'saved_query';

export interface Taggable {
  readonly type: TaggableType;
  readonly id: number;
}

/** Who puts tags on something, and when. */
export interface TagStamp {
  readonly user: Pick<User, 'id'>;
  readonly time: string;
}

/** A tag that people gave: the reference has further kinds, which it makes by itself. */
const givenByPeople = 1;

/** Tags of a page of objects, by object id. */
export async function loadTags(
  store: Store,
  type: TaggableType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly WireObjectTag[]>> {
  if (ids.length === 0) return new Map();
  const rows = await store
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .select(['tagged_objects.object_id', 'tags.id', 'tags.name'])
    .where('tagged_objects.object_type', '=', type)
    .where('tagged_objects.object_id', 'in', [...ids])
    .orderBy('tags.name')
    .execute();
  const tags = new Map<number, WireObjectTag[]>();
  for (const { object_id: objectId, ...tag } of rows)
    tags.set(objectId, [...(tags.get(objectId) ?? []), { ...tag, type: givenByPeople }]);
  return tags;
}

export function findTagsByName(store: Store, names: readonly string[]): Promise<readonly Row<'tags'>[]> {
  return store
    .selectFrom('tags')
    .selectAll()
    .where('name', 'in', names.length > 0 ? [...names] : [''])
    .execute();
}

interface NewTag extends TagStamp {
  readonly name: string;
  readonly description?: string | null | undefined;
}

export async function insertTag(store: Store, { name, description, user, time }: NewTag): Promise<number> {
  const { id } = await store
    .insertInto('tags')
    .values({ name, description: description || null, ...madeBy(user, time) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ids of the tags of some names; those that are not there are made. */
export async function getOrMakeTags(
  store: Store,
  names: readonly string[],
  stamp: TagStamp,
): Promise<readonly number[]> {
  const ids = new Map((await findTagsByName(store, names)).map((tag) => [tag.name, tag.id]));
  for (const name of names) if (!ids.has(name)) ids.set(name, await insertTag(store, { name, ...stamp }));
  return names.flatMap((name) => ids.get(name) ?? []);
}

interface AskedTags extends Taggable {
  readonly asked: readonly number[] | undefined;
}

/** The tags that an object is to carry; undefined where nothing changes. Who changes them needs the right to tag. */
export async function readTags(
  store: Store,
  user: User,
  { asked, type, id }: AskedTags,
): Promise<readonly number[] | undefined> {
  if (asked === undefined) return undefined;
  const wanted = [...new Set(asked)];
  const present = ((await loadTags(store, type, [id])).get(id) ?? []).map((tag) => tag.id);
  const added = wanted.filter((tagId) => !present.includes(tagId));
  if (added.length === 0 && wanted.length === present.length) return undefined;
  if (!can(user, 'can_write', 'Tag')) throw forbidden();
  const found =
    added.length === 0 ? [] : await store.selectFrom('tags').select('id').where('id', 'in', added).execute();
  if (found.length !== added.length) throw fieldError({ tags: ['Some tags do not exist'] });
  return wanted;
}

/** Replaces an object's tags; those that stay keep when they were given. */
export async function saveTags(
  store: Store,
  { type, id }: Taggable,
  { tagIds, user, time }: TagStamp & { readonly tagIds: readonly number[] },
): Promise<void> {
  const own = store.deleteFrom('tagged_objects').where('object_type', '=', type).where('object_id', '=', id);
  await (tagIds.length > 0 ? own.where('tag_id', 'not in', [...tagIds]) : own).execute();
  await addTags(store, [{ type, id }], { tagIds, user, time });
}

/** Puts tags on objects, which keep those that they carry; none may come to carry too many. */
export async function addTags(
  store: Store,
  objects: readonly Taggable[],
  { tagIds, user, time }: TagStamp & { readonly tagIds: readonly number[] },
): Promise<void> {
  if (objects.length === 0 || tagIds.length === 0) return;
  for (const type of new Set(objects.map((object) => object.type))) {
    const ids = [...new Set(objects.filter((object) => object.type === type).map(({ id }) => id))];
    const pairs = ids.flatMap((id) =>
      tagIds.map((tagId) => ({
        object_type: type,
        object_id: id,
        tag_id: tagId,
        created_on: time,
        created_by_fk: user.id,
      })),
    );
    for (let start = 0; start < pairs.length; start += pairsAtOnce)
      await store
        .insertInto('tagged_objects')
        .values(pairs.slice(start, start + pairsAtOnce))
        .onConflict((conflict) => conflict.columns(['object_type', 'object_id', 'tag_id']).doNothing())
        .execute();
    await assertFewTags(store, type, ids);
  }
}

/** How many pairs one statement writes: each is five of the values that a statement may bring. */
const pairsAtOnce = 500;

async function assertFewTags(store: Store, type: TaggableType, ids: readonly number[]): Promise<void> {
  const full = await store
    .selectFrom('tagged_objects')
    .select('object_id')
    .where('object_type', '=', type)
    .where('object_id', 'in', [...ids])
    .groupBy('object_id')
    .having(({ fn }) => fn.countAll<number>(), '>', maxTagsOfObject)
    .executeTakeFirst();
  if (full) throw fieldError({ tags: [`An object carries at most ${maxTagsOfObject} tags.`] });
}

/** What hangs on objects that are about to be deleted, whatever they are: owners, stars and tags. */
export async function deleteBelongings(store: Store, type: TaggableType, ids: readonly number[]): Promise<void> {
  for (const table of ['owners', 'favorites', 'tagged_objects', 'object_versions'] as const)
    await store
      .deleteFrom(table)
      .where('object_type', '=', type)
      .where('object_id', 'in', [...ids])
      .execute();
}
