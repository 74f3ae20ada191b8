import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';
import { singleLinePattern } from './names.ts';
import type { WirePerson } from './users.ts';

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const text = (maxLength: number) => nullable(Type.String({ maxLength }));
const title = nullable(Type.String({ maxLength: 500, pattern: singleLinePattern }));
const flag = nullable(Type.Boolean());
const ids = Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 }));
const anything = Type.Record(Type.String(), Type.Unknown());
const maxDocument = 1_000_000;

/** What `json_metadata` may hold; a key that is not here is refused. */
export const DashboardMetadata = Type.Object(
  {
    native_filter_configuration: nullable(Type.Array(anything)),
    chart_configuration: nullable(anything),
    global_chart_configuration: nullable(anything),
    filter_sets_configuration: nullable(Type.Array(anything)),
    timed_refresh_immune_slices: nullable(Type.Array(Type.Integer())),
    filter_scopes: nullable(anything),
    expanded_slices: nullable(anything),
    refresh_frequency: nullable(Type.Integer({ minimum: 0 })),
    default_filters: nullable(Type.String()),
    stagger_refresh: nullable(Type.Union([Type.Boolean(), Type.String()])),
    stagger_time: nullable(Type.Integer({ minimum: 0 })),
    color_scheme: nullable(Type.String()),
    color_namespace: nullable(Type.String()),
    positions: nullable(anything),
    label_colors: nullable(anything),
    shared_label_colors: nullable(Type.Union([anything, Type.Array(Type.Unknown())])),
    map_label_colors: nullable(anything),
    color_scheme_domain: nullable(Type.Array(Type.String())),
    cross_filters_enabled: flag,
    import_time: nullable(Type.Integer()),
    remote_id: nullable(Type.Integer()),
    filter_bar_orientation: nullable(Type.Union([Type.Literal('VERTICAL'), Type.Literal('HORIZONTAL')])),
    native_filter_migration: nullable(anything),
  },
  { additionalProperties: false },
);
export type DashboardMetadata = Static<typeof DashboardMetadata>;

const fields = {
  dashboard_title: title,
  owners: ids,
  roles: ids,
  position_json: text(maxDocument),
  css: text(500_000),
  json_metadata: text(maxDocument),
  published: flag,
  certified_by: text(1000),
  certification_details: text(10_000),
  is_managed_externally: flag,
  external_url: text(2000),
};

export const DashboardPost = Type.Object({ ...fields, slug: text(255) }, { additionalProperties: false });
export type DashboardPost = Static<typeof DashboardPost>;

export const DashboardPut = Type.Object(
  {
    ...fields,
    slug: text(255),
    tags: ids,
    /** What the caller last read or saved (epoch seconds); when somebody saved since, the answer is 409. */
    last_modified_time: nullable(Type.Number()),
  },
  { additionalProperties: false },
);
export type DashboardPut = Static<typeof DashboardPut>;

export const DashboardCopy = Type.Object(
  {
    dashboard_title: title,
    css: text(500_000),
    /** JSON text that holds `positions`. */
    json_metadata: Type.String({ minLength: 2, maxLength: maxDocument }),
    duplicate_slices: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type DashboardCopy = Static<typeof DashboardCopy>;

/** What a permalink keeps of a dashboard. */
export const DashboardPermalinkState = Type.Object(
  {
    dataMask: nullable(anything),
    activeTabs: nullable(Type.Array(Type.String())),
    urlParams: nullable(Type.Array(Type.Tuple([Type.String(), Type.String()]))),
    anchor: nullable(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: true },
);
export type DashboardPermalinkState = Static<typeof DashboardPermalinkState>;

export interface WireDashboardPermalink {
  readonly dashboardId: string;
  readonly state: DashboardPermalinkState;
}

export const FilterStateBody = Type.Object(
  { value: Type.String({ maxLength: 1_000_000 }) },
  { additionalProperties: false },
);

export interface WireDashboardRole {
  readonly id: number;
  readonly name: string;
}

interface DashboardFacts {
  readonly id: number;
  readonly uuid: string;
  readonly dashboard_title: string;
  readonly slug: string | null;
  readonly url: string;
  readonly css: string;
  readonly position_json: string;
  readonly json_metadata: string;
  readonly published: boolean;
  readonly thumbnail_url: string | null;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly is_managed_externally: boolean;
  readonly owners: readonly WirePerson[];
  readonly roles: readonly WireDashboardRole[];
  readonly tags: readonly { readonly id: number; readonly name: string; readonly type: number }[];
  readonly changed_by: WirePerson | null;
  readonly changed_by_name: string;
  readonly changed_on_delta_humanized: string;
}

/** A row of the dashboard list. */
export interface WireDashboard extends DashboardFacts {
  readonly status: 'published' | 'draft';
  readonly created_by: WirePerson | null;
  readonly created_on_delta_humanized: string;
  readonly changed_on_utc: string;
}

/** One dashboard, as `GET /api/v1/dashboard/{id or slug}` answers it. */
export interface WireDashboardDetail extends DashboardFacts {
  readonly changed_on: string;
  /** Epoch seconds of the last save, to be sent back with the next one. */
  readonly last_modified_time: number;
  /** Names of its charts. */
  readonly charts: readonly string[];
  /** May the caller change it? */
  readonly is_editable: boolean;
}

/** A chart as its dashboard needs it. */
export interface WireDashboardChart {
  readonly id: number;
  readonly uuid: string;
  readonly slice_name: string;
  readonly slice_url: string;
  readonly cache_timeout: number | null;
  readonly changed_on: string;
  readonly description: string | null;
  readonly description_markeddown: string;
  readonly form_data: Readonly<Record<string, unknown>>;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  /** The dataset it stood on was deleted. */
  readonly is_dataset_missing: boolean;
}

const tag = 'Dashboards';
const read = { verb: 'can_read', view: 'Dashboard' } as const;
const write = { verb: 'can_write', view: 'Dashboard' } as const;
const keyed = Type.Object({ id: Type.String(), key: Type.String({ minLength: 1, maxLength: 200 }) });
const keyOnly = Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) });
const tabQuery = Type.Object(
  { tab_id: Type.Optional(Type.String({ maxLength: 100 })) },
  { additionalProperties: true },
);
const filterState = (verb: string) => ({ verb, view: 'DashboardFilterStateRestApi' });
const permalink = (verb: string) => ({ verb, view: 'DashboardPermalinkRestApi' });

export const dashboardEndpoints = {
  list: defineEndpoint({
    id: 'dashboard.list',
    method: 'GET',
    path: '/api/v1/dashboard/',
    summary: 'Dashboards that the caller may see',
    tag,
    access: read,
    query: QParameter,
  }),
  info: defineEndpoint({
    id: 'dashboard.info',
    method: 'GET',
    path: '/api/v1/dashboard/_info',
    summary: 'What the caller may do with dashboards',
    tag,
    access: read,
    query: QParameter,
  }),
  related: defineEndpoint({
    id: 'dashboard.related',
    method: 'GET',
    path: '/api/v1/dashboard/related/:column',
    summary: 'Values of a relation, for filters and owner pickers',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  favoriteStatus: defineEndpoint({
    id: 'dashboard.favorite_status',
    method: 'GET',
    path: '/api/v1/dashboard/favorite_status/',
    summary: 'Which of some dashboards the caller has starred',
    tag,
    access: read,
    query: QParameter,
  }),
  get: defineEndpoint({
    id: 'dashboard.get',
    method: 'GET',
    path: '/api/v1/dashboard/:id',
    summary: 'One dashboard, by id, uuid or slug',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
  }),
  charts: defineEndpoint({
    id: 'dashboard.charts',
    method: 'GET',
    path: '/api/v1/dashboard/:id/charts',
    summary: 'Charts of a dashboard',
    tag,
    access: read,
    params: IdParams,
  }),
  datasets: defineEndpoint({
    id: 'dashboard.datasets',
    method: 'GET',
    path: '/api/v1/dashboard/:id/datasets',
    summary: 'Datasets of a dashboard that the caller may read',
    tag,
    access: read,
    params: IdParams,
  }),
  create: defineEndpoint({
    id: 'dashboard.create',
    method: 'POST',
    path: '/api/v1/dashboard/',
    summary: 'Creates a dashboard',
    tag,
    access: write,
    body: DashboardPost,
    status: 201,
  }),
  update: defineEndpoint({
    id: 'dashboard.update',
    method: 'PUT',
    path: '/api/v1/dashboard/:id',
    summary: 'Changes a dashboard',
    tag,
    access: write,
    params: IdParams,
    body: DashboardPut,
  }),
  copy: defineEndpoint({
    id: 'dashboard.copy',
    method: 'POST',
    path: '/api/v1/dashboard/:id/copy/',
    summary: 'Saves a dashboard under another name, with its charts or copies of them',
    tag,
    access: write,
    params: IdParams,
    body: DashboardCopy,
  }),
  delete: defineEndpoint({
    id: 'dashboard.delete',
    method: 'DELETE',
    path: '/api/v1/dashboard/:id',
    summary: 'Deletes a dashboard',
    tag,
    access: write,
    params: IdParams,
  }),
  bulkDelete: defineEndpoint({
    id: 'dashboard.bulk_delete',
    method: 'DELETE',
    path: '/api/v1/dashboard/',
    summary: 'Deletes several dashboards',
    tag,
    access: write,
    query: QParameter,
  }),
  addFavorite: defineEndpoint({
    id: 'dashboard.add_favorite',
    method: 'POST',
    path: '/api/v1/dashboard/:id/favorites/',
    summary: 'Stars a dashboard for the caller',
    tag,
    access: read,
    params: IdParams,
  }),
  removeFavorite: defineEndpoint({
    id: 'dashboard.remove_favorite',
    method: 'DELETE',
    path: '/api/v1/dashboard/:id/favorites/',
    summary: 'Takes the caller’s star off a dashboard',
    tag,
    access: read,
    params: IdParams,
  }),
  createFilterState: defineEndpoint({
    id: 'dashboard.filter_state_post',
    method: 'POST',
    path: '/api/v1/dashboard/:id/filter_state',
    summary: 'Keeps the state of a dashboard’s filters under a key',
    tag,
    access: filterState('can_write'),
    params: IdParams,
    query: tabQuery,
    body: FilterStateBody,
    status: 201,
  }),
  getFilterState: defineEndpoint({
    id: 'dashboard.filter_state_get',
    method: 'GET',
    path: '/api/v1/dashboard/:id/filter_state/:key',
    summary: 'Kept filter state',
    tag,
    access: filterState('can_read'),
    params: keyed,
  }),
  updateFilterState: defineEndpoint({
    id: 'dashboard.filter_state_put',
    method: 'PUT',
    path: '/api/v1/dashboard/:id/filter_state/:key',
    summary: 'Replaces kept filter state',
    tag,
    access: filterState('can_write'),
    params: keyed,
    query: tabQuery,
    body: FilterStateBody,
  }),
  deleteFilterState: defineEndpoint({
    id: 'dashboard.filter_state_delete',
    method: 'DELETE',
    path: '/api/v1/dashboard/:id/filter_state/:key',
    summary: 'Forgets kept filter state',
    tag,
    access: filterState('can_write'),
    params: keyed,
  }),
  createPermalink: defineEndpoint({
    id: 'dashboard.permalink_post',
    method: 'POST',
    path: '/api/v1/dashboard/:id/permalink',
    summary: 'Makes a lasting link to a dashboard’s present state',
    tag,
    access: permalink('can_write'),
    params: IdParams,
    body: DashboardPermalinkState,
    status: 201,
  }),
  getPermalink: defineEndpoint({
    id: 'dashboard.permalink_get',
    method: 'GET',
    path: '/api/v1/dashboard/permalink/:key',
    summary: 'The state behind a lasting link',
    tag,
    access: permalink('can_read'),
    params: keyOnly,
  }),
  openPermalink: defineEndpoint({
    id: 'dashboard.permalink_open',
    method: 'GET',
    path: '/superset/dashboard/p/:key/',
    summary: 'Opens a lasting link',
    tag,
    access: 'public',
    params: keyOnly,
    isLegacy: true,
  }),
} as const;
