import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { datasourceTypes } from '../words.ts';
import {
  chosenOf,
  DistinctValues,
  Done,
  FavoriteStatus,
  itemOf,
  listOf,
  Message,
  RelatedValues,
  ResourceInfo,
} from './answers.ts';
import { anyObject } from './any-object.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';
import { givenName, givenUuid } from './names.ts';
import { WireUserSummary } from './users.ts';

const optionalText = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const optionalFlag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));
const ids = Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 }));
const maxDocument = 1_000_000;
const DatasourceType = Type.Unsafe<(typeof datasourceTypes)[number]>(
  Type.Union(datasourceTypes.map((name) => Type.Literal(name))),
);

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
  uuid: givenUuid,
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
    /** When the caller's version was saved (epoch seconds); when somebody saved since, the answer is 409. */
    last_modified_time: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  },
  { additionalProperties: false },
);
export type ChartPut = Static<typeof ChartPut>;

/** A dashboard as it stands inside a chart. */
export const WireChartDashboard = Type.Object({
  id: Type.Number(),
  dashboard_title: Type.String(),
});
export type WireChartDashboard = Wire<typeof WireChartDashboard>;

/** A row of the chart list. */
export const WireChart = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  slice_name: Type.String(),
  slice_url: Type.String(),
  url: Type.String(),
  edit_url: Type.String(),
  viz_type: Type.String(),
  params: Type.String(),
  form_data: anyObject,
  description: Type.Union([Type.String(), Type.Null()]),
  description_markeddown: Type.String(),
  cache_timeout: Type.Union([Type.Number(), Type.Null()]),
  certified_by: Type.Union([Type.String(), Type.Null()]),
  certification_details: Type.Union([Type.String(), Type.Null()]),
  is_managed_externally: Type.Boolean(),
  datasource_id: Type.Union([Type.Number(), Type.Null()]),
  datasource_type: Type.String(),
  datasource_name_text: Type.Union([Type.String(), Type.Null()]),
  datasource_url: Type.Union([Type.String(), Type.Null()]),
  table: Type.Union([
    Type.Object({ table_name: Type.String(), default_endpoint: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
  thumbnail_url: Type.Union([Type.String(), Type.Null()]),
  owners: Type.Array(WireUserSummary),
  dashboards: Type.Array(WireChartDashboard),
  tags: Type.Array(Type.Object({ id: Type.Number(), name: Type.String(), type: Type.Number() })),
  created_by: Type.Union([WireUserSummary, Type.Null()]),
  created_by_name: Type.String(),
  created_on_delta_humanized: Type.String(),
  changed_by: Type.Union([WireUserSummary, Type.Null()]),
  changed_by_name: Type.String(),
  changed_on_utc: Type.String(),
  changed_on_dttm: Type.Number(),
  changed_on_delta_humanized: Type.String(),
  last_saved_at: Type.Union([Type.String(), Type.Null()]),
  last_saved_by: Type.Union([WireUserSummary, Type.Null()]),
});
export type WireChart = Wire<typeof WireChart>;

/** One chart, as `GET /api/v1/chart/{id}` answers it. */
export const WireChartDetail = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  slice_name: Type.String(),
  viz_type: Type.String(),
  params: Type.String(),
  query_context: Type.Union([Type.String(), Type.Null()]),
  description: Type.Union([Type.String(), Type.Null()]),
  cache_timeout: Type.Union([Type.Number(), Type.Null()]),
  certified_by: Type.Union([Type.String(), Type.Null()]),
  certification_details: Type.Union([Type.String(), Type.Null()]),
  is_managed_externally: Type.Boolean(),
  datasource_id: Type.Union([Type.Number(), Type.Null()]),
  datasource_type: Type.String(),
  dashboards: Type.Array(Type.Object({ ...WireChartDashboard.properties, json_metadata: Type.String() })),
  owners: Type.Array(WireUserSummary),
  tags: WireChart.properties.tags,
  thumbnail_url: Type.Union([Type.String(), Type.Null()]),
  url: Type.String(),
  changed_on_delta_humanized: Type.String(),
});
export type WireChartDetail = Wire<typeof WireChartDetail>;

const tag = 'Charts';
const read = { verb: 'can_read', view: 'Chart' } as const;
const write = { verb: 'can_write', view: 'Chart' } as const;

export const chartOperations = {
  list: {
    id: 'chart.list',
    summary: 'Charts that the caller may see',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireChart) },
  },
  info: {
    id: 'chart.info',
    summary: 'What the caller may do with charts',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: ResourceInfo },
  },
  related: {
    id: 'chart.related',
    summary: 'Values of a relation, for filters and owner pickers',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
    answers: { 200: RelatedValues },
    errors: [422],
  },
  distinct: {
    id: 'chart.distinct',
    summary: 'Different values of a column, for filters',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
    answers: { 200: DistinctValues },
  },
  favoriteStatus: {
    id: 'chart.favorite_status',
    summary: 'Which of some charts the caller has starred',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: FavoriteStatus },
  },
  get: {
    id: 'chart.get',
    summary: 'One chart',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: itemOf(chosenOf(WireChartDetail)) },
  },
  create: {
    id: 'chart.create',
    summary: 'Creates a chart',
    tag,
    access: write,
    body: ChartPost,
    answers: { 201: itemOf(ChartPost) },
    errors: [404],
  },
  update: {
    id: 'chart.update',
    summary: 'Changes a chart',
    tag,
    access: write,
    params: IdParams,
    body: ChartPut,
    refusedFields: ['tags'],
    answers: { 200: itemOf(ChartPut) },
  },
  delete: {
    id: 'chart.delete',
    summary: 'Deletes a chart',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: {
    id: 'chart.bulk_delete',
    summary: 'Deletes several charts',
    tag,
    access: write,
    query: QParameter,
    answers: { 200: Message },
  },
  addFavorite: {
    id: 'chart.add_favorite',
    summary: 'Stars a chart for the caller',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: Done },
  },
  removeFavorite: {
    id: 'chart.remove_favorite',
    summary: 'Takes the caller’s star off a chart',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: Done },
  },
} as const satisfies Operations;
