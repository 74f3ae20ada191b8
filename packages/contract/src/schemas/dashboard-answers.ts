import Type from 'typebox';
import type { Wire } from '../endpoints.ts';
import { anyObject } from './any-object.ts';
import { nullable } from './fields.ts';
import { WireObjectTag } from './tags.ts';
import { WireOwner, WireUserSummary } from './users.ts';

/** Somebody else who has the dashboard open. */
export const WireDashboardVisitor = Type.Object({ ...WireUserSummary.properties, is_editing: Type.Boolean() });
export type WireDashboardVisitor = Wire<typeof WireDashboardVisitor>;

export const WireDashboardRole = Type.Object({
  id: Type.Number(),
  name: Type.String(),
});
export type WireDashboardRole = Wire<typeof WireDashboardRole>;

const DashboardFacts = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  dashboard_title: Type.String(),
  slug: nullable(Type.String()),
  url: Type.String(),
  css: Type.String(),
  position_json: Type.String(),
  json_metadata: Type.String(),
  published: Type.Boolean(),
  thumbnail_url: nullable(Type.String()),
  certified_by: nullable(Type.String()),
  certification_details: nullable(Type.String()),
  is_managed_externally: Type.Boolean(),
  owners: Type.Array(WireOwner),
  roles: Type.Array(WireDashboardRole),
  tags: Type.Array(WireObjectTag),
  changed_by: nullable(WireUserSummary),
  changed_by_name: Type.String(),
  changed_on_delta_humanized: Type.String(),
  created_by: nullable(WireUserSummary),
  created_on_delta_humanized: Type.String(),
});

/** A row of the dashboard list. */
export const WireDashboard = Type.Object({
  ...DashboardFacts.properties,

  status: Type.Union([Type.Literal('published'), Type.Literal('draft')]),
  changed_on_utc: Type.String(),
});
export type WireDashboard = Wire<typeof WireDashboard>;

/** One dashboard, as `GET /api/v1/dashboard/{id or slug}` answers it. */
export const WireDashboardDetail = Type.Object({
  ...DashboardFacts.properties,

  changed_on: Type.String(),

  /** Tags that people gave, which all are here. */
  custom_tags: Type.Array(WireObjectTag),

  /** Its own look; null where it has none. */
  theme: nullable(Type.Object({ id: Type.Integer(), theme_name: Type.String(), json_data: Type.String() })),

  /** Epoch seconds of the last save, to be sent back with the next one. */
  last_modified_time: Type.Number(),

  /** Names of its charts. */
  charts: Type.Array(Type.String()),

  /** May the caller change it? */
  is_editable: Type.Boolean(),
});
export type WireDashboardDetail = Wire<typeof WireDashboardDetail>;

/** A chart as its dashboard needs it. */
export const WireDashboardChart = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  slice_name: Type.String(),
  slice_url: Type.String(),
  cache_timeout: nullable(Type.Number()),
  changed_on: Type.String(),
  description: nullable(Type.String()),
  description_markeddown: Type.String(),
  form_data: anyObject,
  certified_by: nullable(Type.String()),
  certification_details: nullable(Type.String()),

  /** The dataset it stood on was deleted. */
  is_dataset_missing: Type.Boolean(),

  /** May the caller change the chart itself? */
  is_editable: Type.Boolean(),
});
export type WireDashboardChart = Wire<typeof WireDashboardChart>;

const DashboardTab = Type.Object({
  /** Its id in the layout. */
  value: Type.String(),
  title: Type.String(),
  /** The tabs in it, of the same shape. */
  children: Type.Array(anyObject),
});

export const WireDashboardTabs = Type.Object({
  /** Titles by id. */
  all_tabs: Type.Record(Type.String(), Type.String()),
  tab_tree: Type.Array(DashboardTab),
});
export type WireDashboardTabs = Wire<typeof WireDashboardTabs>;
