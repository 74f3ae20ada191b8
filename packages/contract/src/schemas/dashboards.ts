import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { singleLinePattern } from '../names.ts';
import { chosenOf, empty, itemOf, KeptKey, listOf, Message, Permalink, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import {
  WireDashboard,
  WireDashboardChart,
  WireDashboardDetail,
  WireDashboardTabs,
  WireDashboardVisitor,
} from './dashboard-answers.ts';
import { WireExploreDataset } from './explore-datasets.ts';
import { lastRead, optional, optionalFlag, optionalInteger, optionalText, someIds } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenUuid } from './names.ts';
import { bulkDeleteOperation, favoriteOperations, infoOperation, relatedOperation } from './resource-operations.ts';
import { tagIds } from './tags.ts';
import { DashboardVersionFields, versionOperations } from './versions.ts';

const title = optional(Type.String({ maxLength: 500, pattern: singleLinePattern }));
const maxDocument = 1_000_000;

/** What `json_metadata` may hold; a key that is not here is refused. */
export const DashboardMetadata = Type.Object(
  {
    native_filter_configuration: optional(Type.Array(anyObject)),
    chart_customization_config: optional(Type.Array(anyObject)),
    chart_configuration: optional(anyObject),
    global_chart_configuration: optional(anyObject),
    filter_sets_configuration: optional(Type.Array(anyObject)),
    timed_refresh_immune_slices: optional(Type.Array(Type.Integer())),
    filter_scopes: optional(anyObject),
    expanded_slices: optional(anyObject),
    refresh_frequency: optional(Type.Integer({ minimum: 0 })),
    default_filters: optional(Type.String()),
    stagger_refresh: optional(Type.Union([Type.Boolean(), Type.String()])),
    stagger_time: optional(Type.Integer({ minimum: 0 })),
    color_scheme: optional(Type.String()),
    color_namespace: optional(Type.String()),
    positions: optional(anyObject),
    label_colors: optional(anyObject),
    shared_label_colors: optional(Type.Union([anyObject, Type.Array(Type.Unknown())])),
    map_label_colors: optional(anyObject),
    color_scheme_domain: optional(Type.Array(Type.String())),
    cross_filters_enabled: optionalFlag,
    import_time: optional(Type.Integer()),
    remote_id: optional(Type.Integer()),
    filter_bar_orientation: optional(Type.Union([Type.Literal('VERTICAL'), Type.Literal('HORIZONTAL')])),
    native_filter_migration: optional(anyObject),
  },
  { additionalProperties: false },
);
export type DashboardMetadata = Static<typeof DashboardMetadata>;

const fields = {
  dashboard_title: title,
  owners: someIds,
  roles: someIds,
  position_json: optionalText(maxDocument),
  css: optionalText(500_000),
  json_metadata: optionalText(maxDocument),
  published: optionalFlag,
  certified_by: optionalText(1000),
  certification_details: optionalText(10_000),
  is_managed_externally: optionalFlag,
  external_url: optionalText(2000),
  theme_id: optionalInteger,
  uuid: givenUuid,
};

export const DashboardPost = Type.Object({ ...fields, slug: optionalText(255) }, { additionalProperties: false });
export type DashboardPost = Static<typeof DashboardPost>;

export const DashboardPut = Type.Object(
  {
    ...fields,
    slug: optionalText(255),
    tags: tagIds,
    ...lastRead,
  },
  { additionalProperties: false },
);
export type DashboardPut = Static<typeof DashboardPut>;

export const DashboardCopy = Type.Object(
  {
    dashboard_title: title,
    css: optionalText(500_000),
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
    dataMask: optional(anyObject),
    /** What charts keep of themselves, as the reference's tables do. */
    chartStates: optional(anyObject),
    activeTabs: optional(Type.Array(Type.String({ maxLength: 256 }))),
    urlParams: optional(Type.Array(Type.Tuple([Type.String(), Type.String()]))),
    anchor: optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
);
export type DashboardPermalinkState = Static<typeof DashboardPermalinkState>;

export const WireDashboardPermalink = Type.Object({
  dashboardId: Type.String(),
  state: DashboardPermalinkState,
});
export type WireDashboardPermalink = Wire<typeof WireDashboardPermalink>;

export const FilterStateBody = Type.Object(
  { value: Type.String({ maxLength: 1_000_000 }) },
  { additionalProperties: false },
);

/** A page's name for itself. */
const visit = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_-]+$' });

export const PresenceBody = Type.Object({ visit, is_editing: Type.Boolean() }, { additionalProperties: false });
export type PresenceBody = Static<typeof PresenceBody>;

const filterIds = Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 1000 }));

/** Filters by their ids: which go, which stand instead or are new, and in which order they stand. */
export const FiltersChange = Type.Object(
  {
    deleted: filterIds,
    modified: Type.Optional(Type.Array(anyObject, { maxItems: 1000 })),
    reordered: filterIds,
  },
  { additionalProperties: false },
);
export type FiltersChange = Static<typeof FiltersChange>;

const metadata = DashboardMetadata.properties;

/** What of `json_metadata` is about colours. */
export const DashboardColors = Type.Object(
  {
    color_namespace: optionalText(1000),
    color_scheme: optionalText(1000),
    color_scheme_domain: optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 })),
    label_colors: metadata.label_colors,
    map_label_colors: metadata.map_label_colors,
    shared_label_colors: metadata.shared_label_colors,
  },
  { additionalProperties: false },
);
export type DashboardColors = Static<typeof DashboardColors>;

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

export const dashboardOperations = {
  list: {
    id: 'dashboard.list',
    summary: 'Dashboards that the caller may see',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireDashboard) },
  },
  info: infoOperation({ id: 'dashboard.info', summary: 'What the caller may do with dashboards', tag, access: read }),
  related: relatedOperation({
    id: 'dashboard.related',
    summary: 'Values of a relation, for filters and owner pickers',
    tag,
    access: read,
  }),
  get: {
    id: 'dashboard.get',
    summary: 'One dashboard, by id, uuid or slug',
    tag,
    access: read,
    isForGuests: true,
    params: IdParams,
    query: QParameter,
    answers: { 200: itemOf(chosenOf(WireDashboardDetail)) },
  },
  charts: {
    id: 'dashboard.charts',
    summary: 'Charts of a dashboard',
    tag,
    access: read,
    isForGuests: true,
    params: IdParams,
    answers: { 200: resultOf(Type.Array(WireDashboardChart)) },
  },
  tabs: {
    id: 'dashboard.tabs',
    summary: 'Tabs of a dashboard',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: resultOf(WireDashboardTabs) },
  },
  datasets: {
    id: 'dashboard.datasets',
    summary: 'Datasets of a dashboard that the caller may read',
    tag,
    access: read,
    isForGuests: true,
    params: IdParams,
    answers: { 200: resultOf(Type.Array(WireExploreDataset)) },
  },
  create: {
    id: 'dashboard.create',
    summary: 'Creates a dashboard',
    tag,
    access: write,
    body: DashboardPost,
    answers: { 201: itemOf(DashboardPost) },
  },
  update: {
    id: 'dashboard.update',
    summary: 'Changes a dashboard',
    tag,
    access: write,
    params: IdParams,
    body: DashboardPut,
    answers: { 200: Type.Object({ ...itemOf(DashboardPut).properties, last_modified_time: Type.Number() }) },
  },
  changeFilters: {
    id: 'dashboard.filters_put',
    summary: 'Changes some filters of a dashboard',
    tag,
    access: write,
    params: IdParams,
    body: FiltersChange,
    answers: { 200: resultOf(Type.Array(anyObject)) },
    errors: [409, 422],
  },
  changeCustomizations: {
    id: 'dashboard.chart_customizations_put',
    summary: 'Changes some of what a dashboard customizes of its charts',
    tag,
    access: write,
    params: IdParams,
    body: FiltersChange,
    answers: { 200: resultOf(Type.Array(anyObject)) },
    errors: [409, 422],
  },
  changeColors: {
    id: 'dashboard.colors_put',
    summary: 'Changes colours of a dashboard',
    tag,
    access: write,
    params: IdParams,
    query: Type.Object({ mark_updated: Type.Optional(Type.String()) }, { additionalProperties: true }),
    body: DashboardColors,
    answers: { 200: resultOf(Type.Array(anyObject)) },
    errors: [409, 422],
  },
  copy: {
    id: 'dashboard.copy',
    summary: 'Saves a dashboard under another name, with its charts or copies of them',
    tag,
    access: write,
    params: IdParams,
    body: DashboardCopy,
    answers: { 200: resultOf(Type.Object({ id: Type.Integer(), last_modified_time: Type.Number() })) },
  },
  ...versionOperations({ id: 'dashboard', what: 'dashboard', tag, access: write, fields: DashboardVersionFields }),
  delete: {
    id: 'dashboard.delete',
    summary: 'Deletes a dashboard',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({
    id: 'dashboard.bulk_delete',
    summary: 'Deletes several dashboards',
    tag,
    access: write,
  }),
  notePresence: {
    id: 'dashboard.presence_post',
    summary: 'Says that the caller has a dashboard open, and who else has; to be said again every 15 seconds',
    tag,
    access: read,
    params: IdParams,
    body: PresenceBody,
    answers: { 200: resultOf(Type.Array(WireDashboardVisitor)) },
  },
  endPresence: {
    id: 'dashboard.presence_delete',
    summary: 'Says that the caller has left a dashboard',
    tag,
    access: read,
    params: Type.Object({ id: Type.String(), visit }),
    answers: { 200: Message },
  },
  createFilterState: {
    id: 'dashboard.filter_state_post',
    summary: 'Keeps the state of a dashboard’s filters under a key',
    tag,
    access: filterState('can_write'),
    params: IdParams,
    query: tabQuery,
    body: FilterStateBody,
    answers: { 201: KeptKey },
  },
  getFilterState: {
    id: 'dashboard.filter_state_get',
    summary: 'Kept filter state',
    tag,
    access: filterState('can_read'),
    isForGuests: true,
    params: keyed,
    answers: { 200: Type.Object({ value: Type.String() }) },
  },
  updateFilterState: {
    id: 'dashboard.filter_state_put',
    summary: 'Replaces kept filter state',
    tag,
    access: filterState('can_write'),
    params: keyed,
    query: tabQuery,
    body: FilterStateBody,
    answers: { 200: KeptKey },
  },
  deleteFilterState: {
    id: 'dashboard.filter_state_delete',
    summary: 'Forgets kept filter state',
    tag,
    access: filterState('can_write'),
    params: keyed,
    answers: { 200: Message },
  },
  createPermalink: {
    id: 'dashboard.permalink_post',
    summary: 'Makes a lasting link to a dashboard’s present state',
    tag,
    access: permalink('can_write'),
    isForGuests: true,
    params: IdParams,
    body: DashboardPermalinkState,
    answers: { 201: Permalink },
  },
  getPermalink: {
    id: 'dashboard.permalink_get',
    summary: 'The state behind a lasting link',
    tag,
    access: permalink('can_read'),
    isForGuests: true,
    params: keyOnly,
    answers: { 200: WireDashboardPermalink },
  },
  openPermalink: {
    id: 'dashboard.permalink_open',
    summary: 'Opens a lasting link',
    tag,
    access: 'public',
    params: keyOnly,
    isLegacy: true,
    answers: { 302: empty('To the dashboard in that state, or to signing in') },
    errors: [403],
  },
  ...favoriteOperations('dashboard', { tag, access: read }),
} as const satisfies Operations;
