import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { versionedFields } from '../words.ts';
import { itemOf, listOf, Message, resultOf, shownOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { SqlTable } from './query-runs.ts';
import {
  bulkDeleteOperation,
  distinctOperation,
  favoriteOperations,
  infoOperation,
  relatedOperation,
} from './resource-operations.ts';
import { WireObjectTag } from './tags.ts';
import { WireUserSummary } from './users.ts';

const text = nullable(Type.String({ maxLength: 1_000_000 }));
const fields = {
  db_id: nullable(Type.Integer()),
  label: givenName(256),
  catalog: nullable(Type.String({ maxLength: 256 })),
  schema: text,
  sql: Type.String({ maxLength: 1_000_000 }),
  description: text,
  template_parameters: text,
  extra_json: text,
};

export const SavedQueryPost = Type.Partial(Type.Object(fields), { additionalProperties: false });
export const SavedQueryPut = Type.Partial(
  Type.Object({
    ...fields,
    /** What the caller last read or saved (epoch seconds); when it was saved since, the answer is 409. */
    last_modified_time: nullable(Type.Number()),
  }),
  { additionalProperties: false },
);
export type SavedQueryPost = Static<typeof SavedQueryPost>;
export type SavedQueryPut = Static<typeof SavedQueryPut>;

/** The older call, also used to schedule a query (`extra_json.schedule_info`). */
export const SavedQueryForm = Type.Object(
  {
    label: givenName(256),
    db_id: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' }), Type.Null()])),
    catalog: Type.Optional(nullable(Type.String({ maxLength: 256 }))),
    schema: Type.Optional(text),
    sql: Type.Optional(Type.String({ maxLength: 1_000_000 })),
    description: Type.Optional(text),
    template_parameters: Type.Optional(text),
    extra_json: Type.Optional(text),
  },
  { additionalProperties: true },
);

const ScheduleField = Type.Object(
  {
    type: Type.Enum(['string', 'integer', 'number', 'boolean']),
    title: Type.Optional(Type.String({ maxLength: 200 })),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    format: Type.Optional(Type.Literal('date-time')),
    enum: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 100 })),
    default: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  },
  { additionalProperties: false },
);
export type ScheduleField = Wire<typeof ScheduleField>;

/** What is asked of who schedules a query: a JSON Schema of one level. The answers are `extra_json.schedule_info`. */
export const ScheduleForm = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 200 })),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    type: Type.Optional(Type.Literal('object')),
    properties: Type.Record(Type.String({ minLength: 1, maxLength: 100 }), ScheduleField, { maxProperties: 30 }),
    required: Type.Optional(Type.Array(Type.String(), { maxItems: 30 })),
  },
  { additionalProperties: false },
);
export type ScheduleForm = Wire<typeof ScheduleForm>;

export const WireSavedQuery = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  label: Type.String(),
  db_id: nullable(Type.Number()),
  database: nullable(Type.Object({ id: Type.Number(), database_name: Type.String() })),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  sql: Type.String(),
  sql_tables: Type.Array(SqlTable),
  description: nullable(Type.String()),
  template_parameters: nullable(Type.String()),
  extra: anyObject,
  rows: nullable(Type.Number()),
  last_run_delta_humanized: Type.String(),
  created_by: nullable(WireUserSummary),
  created_on: Type.String(),
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),

  /** `changed_on` in epoch seconds. */
  last_modified_time: Type.Number(),
  tags: Type.Array(WireObjectTag),
});
export type WireSavedQuery = Wire<typeof WireSavedQuery>;

/** One save of a saved query, and what it changed. */
export const WireSavedQueryVersion = Type.Object({
  /** From 1; of a query at most the last hundred are kept. */
  number: Type.Number(),
  label: Type.String(),

  /** Against the version before. */
  changed_fields: Type.Array(Type.Enum(versionedFields)),
  lines_added: Type.Number(),
  lines_removed: Type.Number(),

  /** The version that this one brought back. */
  restored_from: nullable(Type.Number()),
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
});
export type WireSavedQueryVersion = Wire<typeof WireSavedQueryVersion>;

/** All that a version holds. */
export const WireWholeVersion = Type.Object({
  ...WireSavedQueryVersion.properties,
  ...Type.Pick(WireSavedQuery, ['db_id', 'database', 'catalog', 'schema', 'sql', 'description', 'template_parameters'])
    .properties,
});
export type WireWholeVersion = Wire<typeof WireWholeVersion>;

const VersionParams = Type.Object({ ...IdParams.properties, number: Type.String() });

const LegacySavedQuery = Type.Object({
  id: Type.Integer(),
  item: Type.Object({
    id: Type.Integer(),
    label: Type.String(),
    db_id: nullable(Type.Integer()),
    sql: Type.String(),
    catalog: Type.Optional(nullable(Type.String())),
    schema: Type.Optional(text),
    description: Type.Optional(text),
    template_parameters: Type.Optional(text),
    extra_json: Type.Optional(text),
  }),
});
const LegacySavedQueryRead = Type.Object({
  pk: Type.Integer(),
  result: Type.Object({
    ...Type.Pick(WireSavedQuery, ['id', 'label', 'db_id', 'schema', 'description', 'sql']).properties,
    extra_json: text,
  }),
});

const tag = 'Saved queries';
const read = { verb: 'can_read', view: 'SavedQuery' } as const;
const write = { verb: 'can_write', view: 'SavedQuery' } as const;

export const savedQueryOperations = {
  list: {
    id: 'saved_query.list',
    summary: 'Own saved queries',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireSavedQuery) },
  },
  info: infoOperation({
    id: 'saved_query.info',
    summary: 'What the caller may do with saved queries',
    tag,
    access: read,
  }),
  related: relatedOperation({
    id: 'saved_query.related',
    summary: 'Values of a relation, for filters',
    tag,
    access: read,
  }),
  distinct: distinctOperation({
    id: 'saved_query.distinct',
    summary: 'Different values of a column, for filters',
    tag,
    access: read,
  }),
  get: {
    id: 'saved_query.get',
    summary: 'One saved query',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireSavedQuery) },
  },
  create: {
    id: 'saved_query.create',
    summary: 'Saves a query',
    tag,
    access: write,
    body: SavedQueryPost,
    answers: { 201: Type.Object({ ...itemOf(SavedQueryPost).properties, last_modified_time: Type.Number() }) },
  },
  update: {
    id: 'saved_query.update',
    summary: 'Changes a saved query',
    tag,
    access: write,
    params: IdParams,
    body: SavedQueryPut,
    answers: { 200: Type.Object({ ...itemOf(SavedQueryPost).properties, last_modified_time: Type.Number() }) },
  },
  delete: {
    id: 'saved_query.delete',
    summary: 'Deletes a saved query',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({
    id: 'saved_query.bulk_delete',
    summary: 'Deletes several saved queries',
    tag,
    access: write,
  }),
  ...favoriteOperations('saved_query', { tag, access: read }),
  versions: {
    id: 'saved_query.versions',
    summary: 'What a saved query was, the last save first',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: Type.Object({ count: Type.Integer(), result: Type.Array(WireSavedQueryVersion) }) },
  },
  version: {
    id: 'saved_query.version',
    summary: 'One version of a saved query, whole',
    tag,
    access: read,
    params: VersionParams,
    answers: { 200: resultOf(WireWholeVersion) },
  },
  restoreVersion: {
    id: 'saved_query.restore_version',
    summary: 'Makes a saved query what it was in a version; that is a new version',
    tag,
    access: write,
    params: VersionParams,
    body: Type.Pick(SavedQueryPut, ['last_modified_time'], { additionalProperties: false }),
    answers: { 200: Type.Object({ id: Type.Integer(), last_modified_time: Type.Number() }) },
  },
  legacyCreate: {
    id: 'saved_query.legacy_create',
    summary: 'Saves or schedules a query',
    tag,
    access: write,
    body: SavedQueryForm,
    bodyKind: 'form',
    isLegacy: true,
    answers: { 200: LegacySavedQuery },
  },
  legacyGet: {
    id: 'saved_query.legacy_get',
    summary: 'One saved query',
    tag,
    access: read,
    params: IdParams,
    isLegacy: true,
    answers: { 200: LegacySavedQueryRead },
  },
} as const satisfies Operations;
