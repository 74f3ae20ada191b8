import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { IdParams } from './lists.ts';
import { singleLinePattern } from './names.ts';
import type { WireQuery } from './queries.ts';

/** A table's panel in a tab of the SQL editor. */
export interface WireTableSchema {
  readonly id: number;
  readonly tab_state_id: number;
  readonly database_id: number;
  readonly schema: string | null;
  readonly table: string;
  readonly description: Readonly<Record<string, unknown>> | null;
  readonly expanded: boolean;
}

/** A tab of the SQL editor. */
export interface WireTabState {
  readonly id: number;
  readonly user_id: number;
  readonly label: string;
  readonly active: boolean;
  readonly database_id: number | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly query_limit: number | null;
  readonly latest_query: WireQuery | null;
  readonly autorun: boolean;
  readonly template_params: string | null;
  readonly hide_left_bar: boolean;
  readonly saved_query: { readonly id: number } | null;
  readonly table_schemas: readonly WireTableSchema[];
  readonly extra_json: Readonly<Record<string, unknown>>;
}

/** A tab as the editor sends it, inside the form field `queryEditor`. */
export const QueryEditorJson = Type.Object(
  {
    dbId: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    name: Type.Optional(Type.Union([Type.String({ pattern: singleLinePattern }), Type.Null()])),
    title: Type.Optional(Type.Union([Type.String({ pattern: singleLinePattern }), Type.Null()])),
    schema: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    sql: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    queryLimit: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    hideLeftBar: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    autorun: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    remoteId: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    templateParams: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { additionalProperties: true },
);
export type QueryEditorJson = Static<typeof QueryEditorJson>;

/** A table's panel as the editor sends it, inside the form field `table`. */
export const TablePanelJson = Type.Object(
  {
    queryEditorId: Type.Union([Type.String(), Type.Integer()]),
    dbId: Type.Integer(),
    schema: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    name: Type.String({ minLength: 1 }),
  },
  { additionalProperties: true },
);
export type TablePanelJson = Static<typeof TablePanelJson>;

/** Forms whose values are JSON texts; JSON bodies with plain values are taken too. */
const JsonForm = Type.Record(Type.String(), Type.Unknown());
const tag = 'SQL Lab tabs';
const tabs = 'TabStateView';
const tables = 'TableSchemaView';

export const tabStateEndpoints = {
  create: defineEndpoint({
    id: 'tab_state.create',
    method: 'POST',
    path: '/tabstateview/',
    summary: 'Opens a tab and makes it the active one',
    tag,
    access: { verb: 'can_post', view: tabs },
    body: JsonForm,
    bodyKind: 'form',
  }),
  get: defineEndpoint({
    id: 'tab_state.get',
    method: 'GET',
    path: '/tabstateview/:id',
    summary: 'One tab with its latest run and table panels',
    tag,
    access: { verb: 'can_get', view: tabs },
    params: IdParams,
  }),
  update: defineEndpoint({
    id: 'tab_state.update',
    method: 'PUT',
    path: '/tabstateview/:id',
    summary: 'Changes a tab',
    tag,
    access: { verb: 'can_put', view: tabs },
    params: IdParams,
    body: JsonForm,
    bodyKind: 'form',
  }),
  delete: defineEndpoint({
    id: 'tab_state.delete',
    method: 'DELETE',
    path: '/tabstateview/:id',
    summary: 'Closes a tab',
    tag,
    access: { verb: 'can_delete', view: tabs },
    params: IdParams,
  }),
  activate: defineEndpoint({
    id: 'tab_state.activate',
    method: 'POST',
    path: '/tabstateview/:id/activate',
    summary: 'Makes a tab the active one',
    tag,
    access: { verb: 'can_activate', view: tabs },
    params: IdParams,
    bodyKind: 'form',
  }),
  migrateQuery: defineEndpoint({
    id: 'tab_state.migrate_query',
    method: 'POST',
    path: '/tabstateview/:id/migrate_query',
    summary: 'Gives a run of the browser to the tab',
    tag,
    access: { verb: 'can_migrate_query', view: tabs },
    params: IdParams,
    body: JsonForm,
    bodyKind: 'form',
  }),
  deleteQuery: defineEndpoint({
    id: 'tab_state.delete_query',
    method: 'DELETE',
    path: '/tabstateview/:id/query/:client_id',
    summary: "Removes a run from the tab's history",
    tag,
    access: { verb: 'can_delete_query', view: tabs },
    params: Type.Object({ id: Type.String(), client_id: Type.String() }),
  }),
  createTable: defineEndpoint({
    id: 'table_schema.create',
    method: 'POST',
    path: '/tableschemaview/',
    summary: "Adds a table's panel to a tab",
    tag,
    access: { verb: 'can_post', view: tables },
    body: JsonForm,
    bodyKind: 'form',
  }),
  deleteTable: defineEndpoint({
    id: 'table_schema.delete',
    method: 'DELETE',
    path: '/tableschemaview/:id',
    summary: "Removes a table's panel",
    tag,
    access: { verb: 'can_delete', view: tables },
    params: IdParams,
  }),
  expandTable: defineEndpoint({
    id: 'table_schema.expanded',
    method: 'POST',
    path: '/tableschemaview/:id/expanded',
    summary: "Opens or folds a table's panel",
    tag,
    access: { verb: 'can_expanded', view: tables },
    params: IdParams,
    body: JsonForm,
    bodyKind: 'form',
  }),
} as const;

export const kvEndpoints = {
  store: defineEndpoint({
    id: 'kv.store',
    method: 'POST',
    path: '/kv/store/',
    summary: 'Keeps a text for sharing',
    tag: 'Shared texts',
    access: { verb: 'can_store', view: 'KV' },
    body: Type.Object({ data: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
    bodyKind: 'form',
  }),
  get: defineEndpoint({
    id: 'kv.get',
    method: 'GET',
    path: '/kv/:key',
    summary: 'A text that was kept for sharing',
    tag: 'Shared texts',
    access: { verb: 'can_get_value', view: 'KV' },
    params: Type.Object({ key: Type.String() }),
  }),
} as const;
