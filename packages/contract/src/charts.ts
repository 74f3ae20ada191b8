import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import type { WirePerson } from './users.ts';

const optionalText = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const optionalFlag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));
const ids = Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 }));
const maxDocument = 1_000_000;

/** Names of what a chart may stand on. */
export const datasourceTypes = ['table', 'dataset', 'query', 'saved_query', 'view'] as const;
const DatasourceType = Type.Union(datasourceTypes.map((name) => Type.Literal(name)));

const optionalFields = {
  viz_type: Type.Optional(Type.String({ maxLength: 250 })),
  params: optionalText(maxDocument),
  query_context: optionalText(maxDocument),
  /** Set when only the query context is being written anew: the chart does not count as saved by that. */
  query_context_generation: optionalFlag,
  description: optionalText(100_000),
  cache_timeout: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  owners: ids,
  dashboards: ids,
  certified_by: optionalText(1000),
  certification_details: optionalText(10_000),
  is_managed_externally: optionalFlag,
  external_url: optionalText(2000),
};

export const ChartPost = Type.Object(
  {
    slice_name: givenName(250),
    datasource_id: Type.Integer(),
    datasource_type: DatasourceType,
    datasource_name: optionalText(500),
    ...optionalFields,
  },
  { additionalProperties: false },
);
export type ChartPost = Static<typeof ChartPost>;

export const ChartPut = Type.Object(
  {
    slice_name: Type.Optional(givenName(250)),
    datasource_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    datasource_type: Type.Optional(Type.Union([DatasourceType, Type.Null()])),
    ...optionalFields,
    tags: ids,
    /** When the caller's version was saved (epoch seconds); when somebody saved since, the answer is 409. */
    last_modified_time: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  },
  { additionalProperties: false },
);
export type ChartPut = Static<typeof ChartPut>;

/** A dashboard as it stands inside a chart. */
export interface WireChartDashboard {
  readonly id: number;
  readonly dashboard_title: string;
}

/** A row of the chart list. */
export interface WireChart {
  readonly id: number;
  readonly uuid: string;
  readonly slice_name: string;
  readonly slice_url: string;
  readonly url: string;
  readonly edit_url: string;
  readonly viz_type: string;
  readonly params: string;
  readonly form_data: Readonly<Record<string, unknown>>;
  readonly description: string | null;
  readonly description_markeddown: string;
  readonly cache_timeout: number | null;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly is_managed_externally: boolean;
  readonly datasource_id: number | null;
  readonly datasource_type: string;
  readonly datasource_name_text: string | null;
  readonly datasource_url: string | null;
  readonly table: { readonly table_name: string; readonly default_endpoint: string | null } | null;
  readonly thumbnail_url: string | null;
  readonly owners: readonly WirePerson[];
  readonly dashboards: readonly WireChartDashboard[];
  readonly tags: readonly { readonly id: number; readonly name: string; readonly type: number }[];
  readonly created_by: WirePerson | null;
  readonly created_by_name: string;
  readonly created_on_delta_humanized: string;
  readonly changed_by: WirePerson | null;
  readonly changed_by_name: string;
  readonly changed_on_utc: string;
  readonly changed_on_dttm: number;
  readonly changed_on_delta_humanized: string;
  readonly last_saved_at: string | null;
  readonly last_saved_by: WirePerson | null;
}

/** One chart, as `GET /api/v1/chart/{id}` answers it. */
export interface WireChartDetail {
  readonly id: number;
  readonly uuid: string;
  readonly slice_name: string;
  readonly viz_type: string;
  readonly params: string;
  readonly query_context: string | null;
  readonly description: string | null;
  readonly cache_timeout: number | null;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly is_managed_externally: boolean;
  readonly datasource_id: number | null;
  readonly datasource_type: string;
  readonly dashboards: readonly (WireChartDashboard & { readonly json_metadata: string })[];
  readonly owners: readonly WirePerson[];
  readonly tags: WireChart['tags'];
  readonly thumbnail_url: string | null;
  readonly url: string;
  readonly changed_on_delta_humanized: string;
}

const tag = 'Charts';
const read = { verb: 'can_read', view: 'Chart' } as const;
const write = { verb: 'can_write', view: 'Chart' } as const;

export const chartEndpoints = {
  list: defineEndpoint({
    id: 'chart.list',
    method: 'GET',
    path: '/api/v1/chart/',
    summary: 'Charts that the caller may see',
    tag,
    access: read,
    query: QParameter,
  }),
  info: defineEndpoint({
    id: 'chart.info',
    method: 'GET',
    path: '/api/v1/chart/_info',
    summary: 'What the caller may do with charts',
    tag,
    access: read,
    query: QParameter,
  }),
  related: defineEndpoint({
    id: 'chart.related',
    method: 'GET',
    path: '/api/v1/chart/related/:column',
    summary: 'Values of a relation, for filters and owner pickers',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  distinct: defineEndpoint({
    id: 'chart.distinct',
    method: 'GET',
    path: '/api/v1/chart/distinct/:column',
    summary: 'Different values of a column, for filters',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  favoriteStatus: defineEndpoint({
    id: 'chart.favorite_status',
    method: 'GET',
    path: '/api/v1/chart/favorite_status/',
    summary: 'Which of some charts the caller has starred',
    tag,
    access: read,
    query: QParameter,
  }),
  get: defineEndpoint({
    id: 'chart.get',
    method: 'GET',
    path: '/api/v1/chart/:id',
    summary: 'One chart',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
  }),
  create: defineEndpoint({
    id: 'chart.create',
    method: 'POST',
    path: '/api/v1/chart/',
    summary: 'Creates a chart',
    tag,
    access: write,
    body: ChartPost,
    status: 201,
  }),
  update: defineEndpoint({
    id: 'chart.update',
    method: 'PUT',
    path: '/api/v1/chart/:id',
    summary: 'Changes a chart',
    tag,
    access: write,
    params: IdParams,
    body: ChartPut,
  }),
  delete: defineEndpoint({
    id: 'chart.delete',
    method: 'DELETE',
    path: '/api/v1/chart/:id',
    summary: 'Deletes a chart',
    tag,
    access: write,
    params: IdParams,
  }),
  bulkDelete: defineEndpoint({
    id: 'chart.bulk_delete',
    method: 'DELETE',
    path: '/api/v1/chart/',
    summary: 'Deletes several charts',
    tag,
    access: write,
    query: QParameter,
  }),
  addFavorite: defineEndpoint({
    id: 'chart.add_favorite',
    method: 'POST',
    path: '/api/v1/chart/:id/favorites/',
    summary: 'Stars a chart for the caller',
    tag,
    access: read,
    params: IdParams,
  }),
  removeFavorite: defineEndpoint({
    id: 'chart.remove_favorite',
    method: 'DELETE',
    path: '/api/v1/chart/:id/favorites/',
    summary: 'Takes the caller’s star off a chart',
    tag,
    access: read,
    params: IdParams,
  }),
} as const;
