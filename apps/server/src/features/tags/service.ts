import { type ObjectTagsPost, type TagBulkPost, type TagPost, type TagPut, tagNamePattern } from '@powerset/contract';
import { canEdit, type User } from '../../access/index.ts';
import { fieldError, forbidden, notFound } from '../../http/index.ts';
import { addTags, findTagsByName, getOrMakeTags, insertTag, type Taggable } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { assertEditable, getEditableObject, readObjects, removeFromOthers, sortObjects } from './objects.ts';
import { findTag, type Tag } from './store.ts';

type TagServices = Pick<Services, 'store' | 'now' | 'config'>;

const plainName = new RegExp(tagNamePattern);

function readName(name: string): string {
  const trimmed = name.trim();
  if (!trimmed) throw fieldError({ name: ['The name must not be empty.'] }, 400);
  if (!plainName.test(trimmed)) throw fieldError({ name: ['A tag’s name holds no colon and no comma.'] }, 400);
  return trimmed;
}

export async function getTag(store: Store, id: number): Promise<Tag> {
  const tag = await findTag(store, id);
  if (!tag) throw notFound();
  return tag;
}

/** A tag is renamed and deleted by who made it, and by an administrator: it stands on what others own. */
export function isEditable(user: User, tag: Pick<Tag, 'created_by_fk'>): boolean {
  return canEdit(user, 'Tag', tag.created_by_fk === null ? [] : [tag.created_by_fk]);
}

/** Makes a tag; one that is there by that name is put on the objects, if some are named. */
export async function createTag(services: TagServices, user: User, body: TagPost): Promise<number> {
  const { store } = services;
  const name = readName(body.name);
  const objects = readObjects(body.objects_to_tag);
  await assertEditable(services, user, objects);
  const time = services.now().toISOString();
  return store.transaction().execute(async (transaction) => {
    const [known] = await findTagsByName(transaction, [name]);
    if (known && objects.length === 0) throw fieldError({ name: ['Name must be unique'] });
    const id = known?.id ?? (await insertTag(transaction, { name, description: body.description, user, time }));
    await addTags(transaction, objects, { tagIds: [id], user, time });
    return id;
  });
}

/** Puts tags on objects; those that the user may not see or change are left out and named. */
export async function tagObjects(services: TagServices, user: User, body: TagBulkPost) {
  const wanted = body.tags.map((tag) => ({ name: readName(tag.name), objects: readObjects(tag.objects_to_tag) }));
  const keyOf = ({ type, id }: Taggable) => `${type} ${id}`;
  const all = [...new Map(wanted.flatMap(({ objects }) => objects.map((one) => [keyOf(one), one]))).values()];
  const { editable } = await sortObjects(services, user, all);
  const isEditableObject = new Set(editable.map(keyOf));
  const time = services.now().toISOString();
  await services.store.transaction().execute(async (transaction) => {
    for (const { name, objects } of wanted) {
      const own = objects.filter((object) => isEditableObject.has(keyOf(object)));
      if (own.length === 0 && objects.length > 0) continue;
      const tagIds = await getOrMakeTags(transaction, [name], { user, time });
      await addTags(transaction, own, { tagIds, user, time });
    }
  });
  return { tagged: editable, skipped: all.filter((object) => !isEditableObject.has(keyOf(object))) };
}

interface TagChange {
  readonly id: number;
  readonly body: TagPut;
}

export async function updateTag(services: TagServices, user: User, { id, body }: TagChange): Promise<void> {
  const { store } = services;
  const tag = await getTag(store, id);
  if (!isEditable(user, tag)) throw forbidden();
  const name = body.name === undefined ? tag.name : readName(body.name);
  const objects = body.objects_to_tag && readObjects(body.objects_to_tag);
  if (objects) await assertEditable(services, user, objects);
  const description = body.description === undefined ? tag.description : body.description || null;
  const time = services.now().toISOString();
  await store.transaction().execute(async (transaction) => {
    const [taken] = await findTagsByName(transaction, [name]);
    if (taken && taken.id !== id) throw fieldError({ name: ['Name must be unique'] });
    await transaction
      .updateTable('tags')
      .set({ name, description, changed_on: time, changed_by_fk: user.id })
      .where('id', '=', id)
      .execute();
    if (!objects) return;
    await removeFromOthers({ ...services, store: transaction }, user, { tagId: id, kept: objects });
    await addTags(transaction, objects, { tagIds: [id], user, time });
  });
}

/** Deletes tags; what carries them stays. Of several, all go or none. */
export async function deleteTags({ store }: TagServices, user: User, ids: readonly number[]): Promise<number> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw notFound();
  const rows = await store.selectFrom('tags').selectAll().where('id', 'in', wanted).execute();
  if (rows.length < wanted.length) throw notFound();
  if (!rows.every((row) => isEditable(user, row))) throw forbidden();
  await store.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('tagged_objects').where('tag_id', 'in', wanted).execute();
    await transaction
      .deleteFrom('favorites')
      .where('object_type', '=', 'tag')
      .where('object_id', 'in', wanted)
      .execute();
    await transaction.deleteFrom('tags').where('id', 'in', wanted).execute();
  });
  return wanted.length;
}

/** An object as an address names it. */
export interface NamedObject {
  readonly type: string;
  readonly objectId: string;
}

/** Puts tags on one object by name, as clients of 6.1 and of older releases send them. */
export async function tagObject(
  services: TagServices,
  user: User,
  { object: named, body }: { readonly object: NamedObject; readonly body: ObjectTagsPost },
): Promise<void> {
  const given = body.tags ?? body.properties?.tags;
  if (!given) throw fieldError({ tags: ["Missing required field 'tags' in 'properties'"] }, 400);
  const names = [...new Set(given.map(readName))];
  const object = await getEditableObject(services, user, named);
  const time = services.now().toISOString();
  await services.store.transaction().execute(async (transaction) => {
    const tagIds = await getOrMakeTags(transaction, names, { user, time });
    await addTags(transaction, [object], { tagIds, user, time });
  });
}

export async function untagObject(
  services: TagServices,
  user: User,
  { object: named, name }: { readonly object: NamedObject; readonly name: string },
): Promise<void> {
  const { type, id } = await getEditableObject(services, user, named);
  const [tag] = await findTagsByName(services.store, [name]);
  const { numDeletedRows } = await services.store
    .deleteFrom('tagged_objects')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('tag_id', '=', tag?.id ?? -1)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
}
