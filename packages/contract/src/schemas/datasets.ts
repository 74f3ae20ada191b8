import Type, { type Static } from 'typebox';
import type { Operations } from '../endpoints.ts';
import { chosenOf, itemOf, listOf, Message, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { SqlMistake } from './database-answers.ts';
import { WireDataset, WireDatasetDetail, WireDrillInfo, WireSamples, WireWarmUp } from './dataset-answers.ts';
import { DatasetFoldersInput } from './dataset-folders.ts';
import { WireDependents } from './dependents.ts';
import { WireExploreDataset } from './explore-datasets.ts';
import { lastRead, optional, optionalFlag, optionalInteger, optionalText, someIds } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName, givenUuid } from './names.ts';
import { QueryExtras, QueryFilter } from './query-objects.ts';
import { bulkDeleteOperation, distinctOperation, infoOperation, relatedOperation } from './resource-operations.ts';
import { WireValue } from './result-tables.ts';
import { DatasetVersionFields, versionOperations } from './versions.ts';

const longText = 1_000_000;
const filledText = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const optionalFilledText = (maxLength: number) => optional(filledText(maxLength));

export const DatasetColumnInput = Type.Object(
  {
    id: Type.Optional(Type.Integer()),
    column_name: filledText(255),
    type: optionalText(255),
    advanced_data_type: optionalFilledText(255),
    verbose_name: optionalText(1024),
    description: optionalText(longText),
    expression: optionalText(longText),
    extra: optionalText(longText),
    filterable: optionalFlag,
    groupby: optionalFlag,
    is_active: optionalFlag,
    is_dttm: optionalFlag,
    python_date_format: optionalFilledText(255),
    datetime_format: optionalText(100),
    uuid: givenUuid,
  },
  { additionalProperties: false },
);
export type DatasetColumnInput = Static<typeof DatasetColumnInput>;

export const DatasetMetricInput = Type.Object(
  {
    id: Type.Optional(Type.Integer()),
    metric_name: filledText(255),
    expression: filledText(longText),
    metric_type: optionalFilledText(32),
    description: optionalText(longText),
    extra: optionalText(longText),
    d3format: optionalFilledText(128),
    currency: Type.Optional(Type.Union([Type.String({ maxLength: 128 }), anyObject, Type.Null()])),
    verbose_name: optionalText(1024),
    warning_text: optionalText(longText),
    uuid: givenUuid,
  },
  { additionalProperties: false },
);
export type DatasetMetricInput = Static<typeof DatasetMetricInput>;

export const NewDataset = Type.Object(
  {
    database: Type.Integer(),
    table_name: filledText(250),
    catalog: optionalText(256),
    schema: optionalText(250),
    sql: optionalText(longText),
    owners: someIds,
    template_params: optionalText(longText),
    uuid: givenUuid,
    is_managed_externally: optionalFlag,
    external_url: optionalText(2000),
    normalize_columns: optionalFlag,
    always_filter_main_dttm: optionalFlag,
    currency_code_column: optionalText(250),
    columns: Type.Optional(Type.Array(DatasetColumnInput)),
  },
  { additionalProperties: false },
);
export type NewDataset = Static<typeof NewDataset>;

export const DatasetChange = Type.Object(
  {
    table_name: Type.Optional(filledText(250)),
    database_id: Type.Optional(Type.Integer()),
    sql: optionalText(longText),
    filter_select_enabled: optionalFlag,
    fetch_values_predicate: optionalText(1000),
    catalog: optionalText(256),
    schema: optionalText(255),
    description: optionalText(longText),
    main_dttm_col: optionalText(255),
    currency_code_column: optionalText(250),
    normalize_columns: optionalFlag,
    always_filter_main_dttm: optionalFlag,
    offset: optionalInteger,
    default_endpoint: optionalText(2000),
    cache_timeout: optionalInteger,
    is_sqllab_view: optionalFlag,
    template_params: optionalText(longText),
    extra: optionalText(longText),
    is_managed_externally: optionalFlag,
    external_url: optionalText(2000),
    metrics: Type.Optional(Type.Array(DatasetMetricInput)),
    columns: Type.Optional(Type.Array(DatasetColumnInput)),
    folders: DatasetFoldersInput,
    owners: someIds,
    uuid: givenUuid,
    ...lastRead,
  },
  { additionalProperties: false },
);
export type DatasetChange = Static<typeof DatasetChange>;

export const DuplicateDatasetBody = Type.Object(
  { base_model_id: Type.Integer(), table_name: givenName(250) },
  { additionalProperties: false },
);
export type DuplicateDatasetBody = Static<typeof DuplicateDatasetBody>;

export const GetOrCreateDatasetBody = Type.Object(
  {
    database_id: Type.Integer(),
    table_name: filledText(250),
    catalog: optionalText(256),
    schema: optionalText(250),
    template_params: optionalText(longText),
    normalize_columns: optionalFlag,
    always_filter_main_dttm: optionalFlag,
  },
  { additionalProperties: false },
);
export type GetOrCreateDatasetBody = Static<typeof GetOrCreateDatasetBody>;

export const WarmUpBody = Type.Object(
  {
    db_name: filledText(250),
    table_name: filledText(250),
    dashboard_id: optionalInteger,
    /** JSON of a list of filters `{col, op, val}`. */
    extra_filters: optionalText(100_000),
  },
  { additionalProperties: false },
);
export type WarmUpBody = Static<typeof WarmUpBody>;

export const SamplesBody = Type.Union([
  Type.Null(),
  Type.Object(
    {
      filters: optional(Type.Array(QueryFilter)),
      granularity: optionalText(255),
      time_range: optionalText(1000),
      extras: optional(QueryExtras),
    },
    { additionalProperties: false },
  ),
]);
export type SamplesBody = Static<typeof SamplesBody>;

export const SamplesQuery = Type.Object(
  {
    datasource_type: Type.String(),
    datasource_id: Type.Integer(),
    dashboard_id: Type.Optional(Type.Integer()),
    force: Type.Optional(Type.Boolean()),
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    per_page: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: true },
);

const OverrideQuery = Type.Object({ override_columns: Type.Optional(Type.Boolean()) }, { additionalProperties: true });

const tag = 'Datasets';
const read = { verb: 'can_read', view: 'Dataset' } as const;
const write = { verb: 'can_write', view: 'Dataset' } as const;

/** SQL as a column, a metric or a condition of a chart over the dataset. */
export const ValidateExpressionBody = Type.Object(
  {
    expression: Type.String({ minLength: 1, maxLength: 100_000 }),
    expression_type: Type.Optional(
      Type.Union([Type.Literal('column'), Type.Literal('metric'), Type.Literal('where'), Type.Literal('having')]),
    ),
    clause: optional(Type.Union([Type.Literal('WHERE'), Type.Literal('HAVING')])),
  },
  { additionalProperties: false },
);
export type ValidateExpressionBody = Static<typeof ValidateExpressionBody>;

export const datasetOperations = {
  info: infoOperation({ id: 'dataset.info', summary: 'What the caller may do with datasets', tag, access: read }),
  list: {
    id: 'dataset.list',
    summary: 'Lists datasets that the caller may read',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireDataset) },
  },
  related: relatedOperation({
    id: 'dataset.related',
    summary: 'Databases and people related to datasets',
    tag,
    access: read,
  }),
  relatedByResource: {
    ...relatedOperation({
      id: 'dataset.related_by_resource',
      summary: 'As /dataset/related/{column}',
      tag,
      access: read,
    }),
    isLegacy: true,
  },
  distinct: distinctOperation({
    id: 'dataset.distinct',
    summary: 'Distinct values of a field of datasets',
    tag,
    access: read,
  }),
  distinctByResource: {
    ...distinctOperation({
      id: 'dataset.distinct_by_resource',
      summary: 'As /dataset/distinct/{column}',
      tag,
      access: read,
    }),
    isLegacy: true,
  },
  get: {
    id: 'dataset.get',
    summary: 'One dataset with columns and metrics, by its id or its UUID',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: itemOf(chosenOf(WireDatasetDetail)) },
  },
  create: {
    id: 'dataset.create',
    summary: 'Makes a dataset of a table or of a query',
    tag,
    access: write,
    body: NewDataset,
    answers: { 201: Type.Object({ ...itemOf(NewDataset).properties, data: WireExploreDataset }) },
    errors: [404],
  },
  getOrCreate: {
    id: 'dataset.get_or_create',
    summary: "The id of a table's dataset, made when missing",
    tag,
    access: { verb: 'can_get_or_create_dataset', view: 'Dataset' },
    body: GetOrCreateDatasetBody,
    answers: { 200: resultOf(Type.Object({ table_id: Type.Integer() })) },
    errors: [404],
  },
  duplicate: {
    id: 'dataset.duplicate',
    summary: 'Copies a virtual dataset',
    tag,
    access: { verb: 'can_duplicate', view: 'Dataset' },
    body: DuplicateDatasetBody,
    answers: { 201: itemOf(DuplicateDatasetBody) },
    errors: [404],
  },
  warmUp: {
    id: 'dataset.warm_up_cache',
    summary: 'Charts of a table whose results may be computed ahead',
    tag,
    access: { verb: 'can_warm_up_cache', view: 'Dataset' },
    body: WarmUpBody,
    answers: { 200: resultOf(Type.Array(WireWarmUp)) },
    errors: [404],
  },
  update: {
    id: 'dataset.update',
    summary: 'Changes a dataset, its columns and metrics',
    tag,
    access: write,
    params: IdParams,
    query: OverrideQuery,
    body: DatasetChange,
    misreadStatus: 422,
    answers: { 200: itemOf(DatasetChange) },
  },
  ...versionOperations({ id: 'dataset', what: 'dataset', tag, access: write, fields: DatasetVersionFields }),
  refresh: {
    id: 'dataset.refresh',
    summary: "Reads the table's columns again",
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  delete: {
    id: 'dataset.delete',
    summary: 'Deletes a dataset; its data stay',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({ id: 'dataset.bulk_delete', summary: 'Deletes datasets', tag, access: write }),
  deleteColumn: {
    id: 'dataset.delete_column',
    summary: 'Removes a column of a dataset',
    tag,
    access: write,
    params: Type.Object({ id: Type.String(), columnId: Type.String() }),
    answers: { 200: Message },
  },
  deleteMetric: {
    id: 'dataset.delete_metric',
    summary: 'Removes a metric of a dataset',
    tag,
    access: write,
    params: Type.Object({ id: Type.String(), metricId: Type.String() }),
    answers: { 200: Message },
  },
  relatedObjects: {
    id: 'dataset.related_objects',
    summary: 'Charts and dashboards that use a dataset',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: WireDependents },
  },
  drillInfo: {
    id: 'dataset.drill_info',
    summary: 'The columns of a dataset by which a chart can be drilled, and whose it is',
    tag,
    access: { verb: 'can_get_drill_info', view: 'Dataset' },
    isForGuests: true,
    params: IdParams,
    query: QParameter,
    answers: { 200: resultOf(WireDrillInfo) },
  },
  validateExpression: {
    id: 'datasource.validate_expression',
    isForReading: true,
    summary: 'Mistakes in SQL over a dataset, without reading a row',
    tag: 'Datasources',
    access: { verb: 'can_read', view: 'Datasource' },
    params: Type.Object({ type: Type.String(), id: Type.String() }),
    body: ValidateExpressionBody,
    answers: { 200: resultOf(Type.Array(SqlMistake)) },
  },
  columnValues: {
    id: 'datasource.column_values',
    summary: 'Distinct values of a column, for filters',
    tag: 'Datasources',
    access: { verb: 'can_read', view: 'Datasource' },
    params: Type.Object({ type: Type.String(), id: Type.String(), column: Type.String() }),
    query: Type.Object({ q: Type.Optional(Type.String()) }, { additionalProperties: true }),
    answers: { 200: resultOf(Type.Array(WireValue)) },
  },
  samples: {
    id: 'datasource.samples',
    isForReading: true,
    summary: 'Some rows of a dataset as they are stored',
    tag: 'Datasources',
    access: { verb: 'can_read', view: 'Datasource' },
    isForGuests: true,
    query: SamplesQuery,
    body: SamplesBody,
    answers: { 200: resultOf(WireSamples) },
    errors: [404],
  },
  samplesLegacy: {
    id: 'datasource.samples_legacy',
    isForReading: true,
    summary: 'As /api/v1/datasource/samples',
    tag: 'Datasources',
    access: { verb: 'can_read', view: 'Datasource' },
    query: SamplesQuery,
    body: SamplesBody,
    isLegacy: true,
    answers: { 200: resultOf(WireSamples) },
    errors: [404],
  },
  metadata: {
    id: 'datasource.fetch_metadata',
    summary: 'A dataset as explore knows it',
    tag: 'Datasources',
    access: { verb: 'can_read', view: 'Datasource' },
    query: Type.Object({ datasourceKey: Type.String() }, { additionalProperties: true }),
    answers: { 200: WireExploreDataset },
    errors: [404],
  },
} as const satisfies Operations;
