import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { singleLinePattern } from '../names.ts';
import { empty, raw } from './answers.ts';
import { anyObject } from './any-object.ts';
import { WireErrorBody } from './errors.ts';
import { nullable, optional } from './fields.ts';
import { IdParams } from './lists.ts';

import { WireQueryRun } from './query-runs.ts';

/** A table's panel in a tab of the SQL editor. */
export const WireTableSchema = Type.Object({
  id: Type.Number(),
  tab_state_id: Type.Number(),
  database_id: Type.Number(),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  table: Type.String(),
  description: nullable(anyObject),
  expanded: Type.Boolean(),
});
export type WireTableSchema = Wire<typeof WireTableSchema>;

/** A tab of the SQL editor. */
export const WireEditorTab = Type.Object({
  id: Type.Number(),
  user_id: Type.Number(),
  label: Type.String(),
  active: Type.Boolean(),
  database_id: nullable(Type.Number()),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  sql: Type.String(),
  query_limit: nullable(Type.Number()),
  latest_query: nullable(WireQueryRun),
  autorun: Type.Boolean(),
  template_params: nullable(Type.String()),
  hide_left_bar: Type.Boolean(),
  saved_query: nullable(Type.Object({ id: Type.Number() })),
  table_schemas: Type.Array(WireTableSchema),
  extra_json: anyObject,
});
export type WireEditorTab = Wire<typeof WireEditorTab>;

/** A tab as the editor sends it, inside the form field `queryEditor`. */
export const QueryEditorJson = Type.Object(
  {
    dbId: optional(Type.Integer()),
    name: optional(Type.String({ pattern: singleLinePattern })),
    title: optional(Type.String({ pattern: singleLinePattern })),
    catalog: optional(Type.String()),
    schema: optional(Type.String()),
    sql: optional(Type.String()),
    queryLimit: optional(Type.Integer()),
    hideLeftBar: optional(Type.Boolean()),
    autorun: optional(Type.Boolean()),
    remoteId: optional(Type.Integer()),
    templateParams: optional(Type.String()),
  },
  { additionalProperties: true },
);
export type QueryEditorJson = Static<typeof QueryEditorJson>;

/** A table's panel as the editor sends it, inside the form field `table`. */
export const TablePanelJson = Type.Object(
  {
    queryEditorId: Type.Union([Type.String(), Type.Integer()]),
    dbId: Type.Integer(),
    catalog: optional(Type.String()),
    schema: optional(Type.String()),
    name: Type.String({ minLength: 1 }),
  },
  { additionalProperties: true },
);
export type TablePanelJson = Static<typeof TablePanelJson>;

/** Forms whose values are JSON texts; JSON bodies with plain values are taken too. */
/** Clients of these calls read no body of a refusal; what the access rule refuses is told as everywhere. */
const emptyRefusals = {
  403: { ...raw('application/json', 'Empty where the tab is somebody else’s'), item: WireErrorBody },
  404: empty('There is no such tab'),
} as const;

const tag = 'SQL Lab tabs';
const tabs = 'TabStateView';
const tables = 'TableSchemaView';

export const editorTabOperations = {
  create: {
    id: 'editor_tab.create',
    summary: 'Opens a tab and makes it the active one',
    tag,
    access: { verb: 'can_post', view: tabs },
    body: anyObject,
    bodyKind: 'form',
    answers: { 200: Type.Object({ id: Type.Integer() }) },
  },
  get: {
    id: 'editor_tab.get',
    summary: 'One tab with its latest run and table panels',
    tag,
    access: { verb: 'can_get', view: tabs },
    params: IdParams,
    answers: { 200: WireEditorTab, ...emptyRefusals },
  },
  update: {
    id: 'editor_tab.update',
    summary: 'Changes a tab',
    tag,
    access: { verb: 'can_put', view: tabs },
    params: IdParams,
    body: anyObject,
    bodyKind: 'form',
    answers: {
      200: Type.Integer(),
      400: Type.Union([Type.Object({ error: Type.String() }), WireErrorBody]),
      ...emptyRefusals,
    },
  },
  delete: {
    id: 'editor_tab.delete',
    summary: 'Closes a tab',
    tag,
    access: { verb: 'can_delete', view: tabs },
    params: IdParams,
    answers: { 200: Type.Literal('OK'), ...emptyRefusals },
  },
  activate: {
    id: 'editor_tab.activate',
    summary: 'Makes a tab the active one',
    tag,
    access: { verb: 'can_activate', view: tabs },
    params: IdParams,
    bodyKind: 'form',
    answers: { 200: Type.Integer(), ...emptyRefusals },
  },
  migrateQuery: {
    id: 'editor_tab.migrate_query',
    summary: 'Gives a run of the browser to the tab',
    tag,
    access: { verb: 'can_migrate_query', view: tabs },
    params: IdParams,
    body: anyObject,
    bodyKind: 'form',
    answers: { 200: Type.Integer(), ...emptyRefusals },
  },
  deleteQuery: {
    id: 'editor_tab.delete_query',
    summary: "Removes a run from the tab's history",
    tag,
    access: { verb: 'can_delete_query', view: tabs },
    params: Type.Object({ id: Type.String(), client_id: Type.String() }),
    answers: { 200: Type.Literal('OK'), ...emptyRefusals },
  },
  createTable: {
    id: 'table_schema.create',
    summary: "Adds a table's panel to a tab",
    tag,
    access: { verb: 'can_post', view: tables },
    body: anyObject,
    bodyKind: 'form',
    answers: { 200: Type.Object({ id: Type.Integer() }), ...emptyRefusals },
  },
  deleteTable: {
    id: 'table_schema.delete',
    summary: "Removes a table's panel",
    tag,
    access: { verb: 'can_delete', view: tables },
    params: IdParams,
    answers: { 200: Type.Literal('OK'), ...emptyRefusals },
  },
  expandTable: {
    id: 'table_schema.expanded',
    summary: "Opens or folds a table's panel",
    tag,
    access: { verb: 'can_expanded', view: tables },
    params: IdParams,
    body: anyObject,
    bodyKind: 'form',
    answers: { 200: Type.Object({ id: Type.Integer(), expanded: Type.Boolean() }), ...emptyRefusals },
  },
} as const satisfies Operations;
