import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import type { WirePerson } from './users.ts';

const text = Type.Union([Type.String(), Type.Null()]);
const fields = {
  db_id: Type.Union([Type.Integer(), Type.Null()]),
  label: givenName(256),
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
    last_modified_time: Type.Union([Type.Number(), Type.Null()]),
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
    schema: Type.Optional(text),
    sql: Type.Optional(Type.String({ maxLength: 1_000_000 })),
    description: Type.Optional(text),
    template_parameters: Type.Optional(text),
    extra_json: Type.Optional(text),
  },
  { additionalProperties: true },
);

export interface WireSavedQuery {
  readonly id: number;
  readonly uuid: string;
  readonly label: string;
  readonly db_id: number | null;
  readonly database: { readonly id: number; readonly database_name: string } | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly sql_tables: readonly { readonly catalog: null; readonly schema: string | null; readonly table: string }[];
  readonly description: string | null;
  readonly template_parameters: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly rows: number | null;
  readonly last_run_delta_humanized: string;
  readonly created_by: WirePerson | null;
  readonly created_on: string;
  readonly changed_by: WirePerson | null;
  readonly changed_on: string;
  readonly changed_on_delta_humanized: string;
  /** `changed_on` in epoch seconds. */
  readonly last_modified_time: number;
  readonly tags: readonly { readonly id: number; readonly name: string; readonly type: number }[];
}

const tag = 'Saved queries';
const read = { verb: 'can_read', view: 'SavedQuery' } as const;
const write = { verb: 'can_write', view: 'SavedQuery' } as const;

export const savedQueryEndpoints = {
  list: defineEndpoint({
    id: 'saved_query.list',
    method: 'GET',
    path: '/api/v1/saved_query/',
    summary: 'Own saved queries',
    tag,
    access: read,
    query: QParameter,
  }),
  info: defineEndpoint({
    id: 'saved_query.info',
    method: 'GET',
    path: '/api/v1/saved_query/_info',
    summary: 'What the caller may do with saved queries',
    tag,
    access: read,
    query: QParameter,
  }),
  related: defineEndpoint({
    id: 'saved_query.related',
    method: 'GET',
    path: '/api/v1/saved_query/related/:column',
    summary: 'Values of a relation, for filters',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  distinct: defineEndpoint({
    id: 'saved_query.distinct',
    method: 'GET',
    path: '/api/v1/saved_query/distinct/:column',
    summary: 'Different values of a column, for filters',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  get: defineEndpoint({
    id: 'saved_query.get',
    method: 'GET',
    path: '/api/v1/saved_query/:id',
    summary: 'One saved query',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
  }),
  create: defineEndpoint({
    id: 'saved_query.create',
    method: 'POST',
    path: '/api/v1/saved_query/',
    summary: 'Saves a query',
    tag,
    access: write,
    body: SavedQueryPost,
    status: 201,
  }),
  update: defineEndpoint({
    id: 'saved_query.update',
    method: 'PUT',
    path: '/api/v1/saved_query/:id',
    summary: 'Changes a saved query',
    tag,
    access: write,
    params: IdParams,
    body: SavedQueryPut,
  }),
  delete: defineEndpoint({
    id: 'saved_query.delete',
    method: 'DELETE',
    path: '/api/v1/saved_query/:id',
    summary: 'Deletes a saved query',
    tag,
    access: write,
    params: IdParams,
  }),
  bulkDelete: defineEndpoint({
    id: 'saved_query.bulk_delete',
    method: 'DELETE',
    path: '/api/v1/saved_query/',
    summary: 'Deletes several saved queries',
    tag,
    access: write,
    query: QParameter,
  }),
  legacyCreate: defineEndpoint({
    id: 'saved_query.legacy_create',
    method: 'POST',
    path: '/savedqueryviewapi/api/create',
    summary: 'Saves or schedules a query',
    tag,
    access: write,
    body: SavedQueryForm,
    bodyKind: 'form',
    isLegacy: true,
  }),
  legacyGet: defineEndpoint({
    id: 'saved_query.legacy_get',
    method: 'GET',
    path: '/savedqueryviewapi/api/get/:id',
    summary: 'One saved query',
    tag,
    access: read,
    params: IdParams,
    isLegacy: true,
  }),
} as const;
