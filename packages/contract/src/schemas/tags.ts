import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { maxTagsOfObject, taggedTypes } from '../words.ts';
import { empty, itemOf, listOf, Message, resultOf, shownOf } from './answers.ts';
import { nullable, optionalText } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { bulkDeleteOperation, favoriteOperations, infoOperation, relatedOperation } from './resource-operations.ts';
import { WireUserSummary } from './users.ts';

/** A tag as it stands inside what carries it. `type` is 1: given by people. */
export const WireObjectTag = Type.Object({ id: Type.Number(), name: Type.String(), type: Type.Number() });
export type WireObjectTag = Wire<typeof WireObjectTag>;

/** The tags that an object is to carry. */
export const tagIds = Type.Optional(Type.Array(Type.Integer(), { maxItems: maxTagsOfObject }));

const tagName = givenName(250);
const tagNames = Type.Array(tagName, { maxItems: maxTagsOfObject });

/** A kind and an id, as in `["chart", 1]`; the kind may come as its number. */
const TaggedObject = Type.Tuple([Type.Union([Type.String({ maxLength: 20 }), Type.Integer()]), Type.Integer()]);
const someObjects = Type.Optional(Type.Array(TaggedObject, { maxItems: 200 }));
export type TaggedObject = Static<typeof TaggedObject>;

export const TagPost = Type.Object(
  { name: tagName, description: optionalText(10_000), objects_to_tag: someObjects },
  { additionalProperties: false },
);
export type TagPost = Static<typeof TagPost>;

export const TagPut = Type.Partial(TagPost, { additionalProperties: false });
export type TagPut = Static<typeof TagPut>;

export const TagBulkPost = Type.Object(
  { tags: Type.Array(TagPost, { minItems: 1, maxItems: maxTagsOfObject }) },
  { additionalProperties: false },
);
export type TagBulkPost = Static<typeof TagBulkPost>;

/** Names for one object, as 6.1 sends them or as clients of older releases do. */
export const ObjectTagsPost = Type.Object(
  {
    tags: Type.Optional(tagNames),
    properties: Type.Optional(Type.Object({ tags: Type.Optional(tagNames) }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
export type ObjectTagsPost = Static<typeof ObjectTagsPost>;

/** A row of the tag list, and a tag on its own. */
export const WireTag = Type.Object({
  ...WireObjectTag.properties,

  description: nullable(Type.String()),
  created_by: nullable(WireUserSummary),
  created_on_delta_humanized: Type.String(),
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),

  /** May the caller rename and delete it? */
  is_editable: Type.Boolean(),
});
export type WireTag = Wire<typeof WireTag>;

/** One of the objects that carry a tag. */
export const WireTaggedObject = Type.Object({
  id: Type.Number(),
  type: Type.Enum(taggedTypes),
  name: Type.String(),
  url: Type.String(),
  changed_on: Type.String(),
  created_by: nullable(WireUserSummary),
  creator: Type.String(),
  tags: Type.Array(WireObjectTag),
  owners: Type.Array(WireUserSummary),

  /** May the caller take tags off it? */
  is_editable: Type.Boolean(),
});
export type WireTaggedObject = Wire<typeof WireTaggedObject>;

const Pairs = Type.Array(Type.Tuple([Type.Enum(taggedTypes), Type.Integer()]));
const TagResults = resultOf(Type.Object({ objects_tagged: Pairs, objects_skipped: Pairs }));

const ObjectsQuery = Type.Object(
  {
    /** Names, with commas between them; objects carry one of them. */
    tags: Type.Optional(Type.String({ maxLength: 10_000 })),
    tagIds: Type.Optional(Type.String({ maxLength: 2000 })),
    types: Type.Optional(Type.String({ maxLength: 200 })),
    page: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
    page_size: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$' })),
  },
  { additionalProperties: true },
);

const tag = 'Tags';
const read = { verb: 'can_read', view: 'Tag' } as const;
const write = { verb: 'can_write', view: 'Tag' } as const;
const ObjectParams = Type.Object({ type: Type.String(), objectId: Type.String() });

/** While tags are turned off, nothing is at these addresses. */
const off = [404];
const favorites = favoriteOperations('tag', { tag, access: read });

export const tagOperations = {
  list: {
    id: 'tag.list',
    summary: 'Tags',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireTag) },
    errors: off,
  },
  info: {
    ...infoOperation({ id: 'tag.info', summary: 'What the caller may do with tags', tag, access: read }),
    errors: off,
  },
  related: relatedOperation({ id: 'tag.related', summary: 'Values of a relation, for filters', tag, access: read }),
  objects: {
    id: 'tag.get_objects',
    summary: 'Objects that carry a tag and that the caller may see, the last saved first',
    tag,
    access: read,
    query: ObjectsQuery,
    answers: { 200: Type.Object({ count: Type.Integer(), result: Type.Array(WireTaggedObject) }) },
    errors: off,
  },
  get: {
    id: 'tag.get',
    summary: 'One tag',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireTag) },
  },
  create: {
    id: 'tag.create',
    summary: 'Makes a tag, and puts it on objects',
    tag,
    access: write,
    body: TagPost,
    answers: { 201: itemOf(TagPost) },
    errors: off,
  },
  bulkCreate: {
    id: 'tag.bulk_create',
    summary: 'Puts several tags on several objects, making those that are not there; says which objects it left out',
    tag,
    access: write,
    body: TagBulkPost,
    answers: { 200: TagResults },
    errors: off,
  },
  update: {
    id: 'tag.update',
    summary: 'Changes a tag; `objects_to_tag` are all that carry it from then on, of those that the caller may change',
    tag,
    access: write,
    params: IdParams,
    body: TagPut,
    answers: { 200: itemOf(TagPut) },
  },
  delete: {
    id: 'tag.delete',
    summary: 'Deletes a tag; what carries it stays',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({ id: 'tag.bulk_delete', summary: 'Deletes several tags', tag, access: write }),
  ...favorites,
  favoriteStatus: { ...favorites.favoriteStatus, errors: off },
  tagObject: {
    id: 'tag.add_objects',
    summary: 'Puts tags on an object, by name; those that are not there are made',
    tag,
    access: write,
    params: ObjectParams,
    body: ObjectTagsPost,
    answers: { 201: empty('The object carries the tags') },
  },
  untagObject: {
    id: 'tag.delete_object',
    summary: 'Takes a tag off an object, by name',
    tag,
    access: write,
    params: Type.Object({ ...ObjectParams.properties, tag: Type.String() }),
    answers: { 200: Message },
  },
} as const satisfies Operations;
