import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { datasourceTypes } from '../words.ts';
import { chosenOf, itemOf, listOf, Message } from './answers.ts';
import { anyObject } from './any-object.ts';
import { lastRead, nullable, optional, optionalFlag, optionalText, someIds } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName, givenUuid } from './names.ts';
import {
  bulkDeleteOperation,
  distinctOperation,
  favoriteOperations,
  infoOperation,
  relatedOperation,
} from './resource-operations.ts';
import { tagIds, WireObjectTag } from './tags.ts';
import { WireOwner, WireUserSummary } from './users.ts';
import { ChartVersionFields, versionOperations } from './versions.ts';

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
  cache_timeout: optional(Type.Integer()),
  owners: someIds,
  dashboards: someIds,
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
    datasource_id: optional(Type.Integer()),
    datasource_type: optional(DatasourceType),
    ...optionalFields,
    tags: tagIds,
    ...lastRead,
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
  description: nullable(Type.String()),
  description_markeddown: Type.String(),
  cache_timeout: nullable(Type.Number()),
  certified_by: nullable(Type.String()),
  certification_details: nullable(Type.String()),
  is_managed_externally: Type.Boolean(),
  datasource_id: nullable(Type.Number()),
  datasource_type: Type.String(),
  datasource_name_text: nullable(Type.String()),
  datasource_url: nullable(Type.String()),
  table: nullable(Type.Object({ table_name: Type.String(), default_endpoint: nullable(Type.String()) })),
  thumbnail_url: nullable(Type.String()),
  owners: Type.Array(WireOwner),
  dashboards: Type.Array(WireChartDashboard),
  tags: Type.Array(WireObjectTag),
  created_by: nullable(WireUserSummary),
  created_by_name: Type.String(),
  created_on_delta_humanized: Type.String(),
  changed_by: nullable(WireUserSummary),
  changed_by_name: Type.String(),
  changed_on_utc: Type.String(),
  changed_on_dttm: Type.Number(),
  changed_on_delta_humanized: Type.String(),
  last_saved_at: nullable(Type.String()),
  last_saved_by: nullable(WireUserSummary),
});
export type WireChart = Wire<typeof WireChart>;

/** One chart, as `GET /api/v1/chart/{id}` answers it. */
export const WireChartDetail = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  slice_name: Type.String(),
  viz_type: Type.String(),
  params: Type.String(),
  query_context: nullable(Type.String()),
  description: nullable(Type.String()),
  cache_timeout: nullable(Type.Number()),
  certified_by: nullable(Type.String()),
  certification_details: nullable(Type.String()),
  is_managed_externally: Type.Boolean(),
  datasource_id: nullable(Type.Number()),
  datasource_type: Type.String(),
  datasource_uuid: nullable(Type.String()),
  datasource_name_text: nullable(Type.String()),
  datasource_url: nullable(Type.String()),
  dashboards: Type.Array(Type.Object({ ...WireChartDashboard.properties, json_metadata: Type.String() })),
  owners: Type.Array(WireOwner),
  tags: WireChart.properties.tags,
  thumbnail_url: nullable(Type.String()),
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
  info: infoOperation({ id: 'chart.info', summary: 'What the caller may do with charts', tag, access: read }),
  related: relatedOperation({
    id: 'chart.related',
    summary: 'Values of a relation, for filters and owner pickers',
    tag,
    access: read,
  }),
  distinct: distinctOperation({
    id: 'chart.distinct',
    summary: 'Different values of a column, for filters',
    tag,
    access: read,
  }),
  get: {
    id: 'chart.get',
    summary: 'One chart, by its id or its UUID',
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
    answers: { 200: itemOf(ChartPut) },
  },
  ...versionOperations({ id: 'chart', what: 'chart', tag, access: write, fields: ChartVersionFields }),
  delete: {
    id: 'chart.delete',
    summary: 'Deletes a chart',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({ id: 'chart.bulk_delete', summary: 'Deletes several charts', tag, access: write }),
  ...favoriteOperations('chart', { tag, access: read }),
} as const satisfies Operations;
