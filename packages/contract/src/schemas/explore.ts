import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { datasourceKinds } from '../words.ts';
import { KeptKey, Message, Permalink, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { WireExploreColumn, WireExploreDataset, WireExploreMetric } from './explore-datasets.ts';
import { nullable, optional } from './fields.ts';

const OptionalId = optional(Type.Integer());
const DatasourceKind = Type.Unsafe<string>(Type.Union(datasourceKinds.map((kind) => Type.Literal(kind))));

export const FormDataBody = Type.Object(
  {
    datasource_id: Type.Integer(),
    datasource_type: DatasourceKind,
    form_data: Type.String({ minLength: 2, maxLength: 1_000_000 }),
    chart_id: OptionalId,
  },
  { additionalProperties: false },
);
export type FormDataBody = Static<typeof FormDataBody>;

export const ExplorePermalinkBody = Type.Object(
  {
    formData: Type.Object(
      { datasource: Type.String({ minLength: 1, maxLength: 256 }) },
      { additionalProperties: true },
    ),
    chartState: optional(anyObject),
    urlParams: optional(Type.Array(Type.Tuple([Type.String(), Type.String()]))),
  },
  { additionalProperties: false },
);
export type ExplorePermalinkBody = Static<typeof ExplorePermalinkBody>;

const TabQuery = Type.Object({ tab_id: Type.Optional(Type.String()) }, { additionalProperties: true });
const KeyParams = Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) });

export const ExploreQuery = Type.Object(
  {
    form_data_key: Type.Optional(Type.String()),
    permalink_key: Type.Optional(Type.String()),
    slice_id: Type.Optional(Type.Integer()),
    datasource_id: Type.Optional(Type.Integer()),
    datasource_type: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);

export const WireExplorePermalink = Type.Object({
  chartId: nullable(Type.Number()),
  datasourceId: Type.Number(),
  datasourceType: Type.String(),
  datasource: Type.String(),
  state: ExplorePermalinkBody,
});
export type WireExplorePermalink = Wire<typeof WireExplorePermalink>;

/** A time range as two moments; empty where it has no bound. */
const WireTimeRange = Type.Object({ since: Type.String(), until: Type.String(), timeRange: Type.String() });

const Form = Type.Unsafe<Record<string, unknown> & { viz_type: string }>(
  Type.Object({ viz_type: Type.String() }, { additionalProperties: true }),
);

/** The saved chart that the chart builder was opened with. */
export const WireExploreChart = Type.Object({
  cache_timeout: nullable(Type.Number()),
  certification_details: nullable(Type.String()),
  certified_by: nullable(Type.String()),
  changed_on: Type.String(),
  changed_on_humanized: Type.String(),
  datasource: Type.String(),
  description: nullable(Type.String()),
  description_markeddown: Type.String(),
  edit_url: Type.String(),
  form_data: Form,
  is_managed_externally: Type.Boolean(),
  /** When it was saved, for who saves it again. */
  last_modified_time: Type.Number(),
  modified: Type.String(),
  owners: Type.Array(Type.Number()),
  can_overwrite: Type.Boolean(),
  query_context: nullable(Type.String()),
  slice_id: Type.Number(),
  slice_name: Type.String(),
  slice_url: Type.String(),
});
export type WireExploreChart = Wire<typeof WireExploreChart>;

/** Who made the chart and where it stands. */
export const WireExploreMetadata = Type.Object({
  created_on_humanized: Type.String(),
  changed_on_humanized: Type.String(),
  owners: Type.Array(Type.String()),
  created_by: nullable(Type.String()),
  changed_by: nullable(Type.String()),
  dashboards: Type.Array(Type.Object({ id: Type.Number(), dashboard_title: Type.String() })),
});
export type WireExploreMetadata = Wire<typeof WireExploreMetadata>;

/** Stands where the dataset is gone or none was named. */
const WireMissingDataset = Type.Object({
  id: nullable(Type.Number()),
  type: Type.String(),
  name: Type.String(),
  columns: Type.Array(WireExploreColumn, { maxItems: 0 }),
  metrics: Type.Array(WireExploreMetric, { maxItems: 0 }),
});

/** What the chart builder opens with. */
export const WireExplore = Type.Object({
  dataset: Type.Union([WireExploreDataset, WireMissingDataset]),
  form_data: Form,
  slice: nullable(WireExploreChart),
  metadata: nullable(WireExploreMetadata),
  message: nullable(Type.String()),
  is_missing_dataset: Type.Boolean(),
});
export type WireExplore = Wire<typeof WireExplore>;

const tag = 'Explore';
const formData = (verb: string) => ({ verb, view: 'ExploreFormDataRestApi' });
const permalink = (verb: string) => ({ verb, view: 'ExplorePermalinkRestApi' });

export const exploreOperations = {
  get: {
    id: 'explore.get',
    summary: 'Dataset, chart and form of the chart builder',
    tag,
    access: { verb: 'can_read', view: 'Explore' },
    query: ExploreQuery,
    answers: { 200: resultOf(WireExplore) },
    errors: [404],
  },
  createFormData: {
    id: 'explore.form_data_post',
    summary: 'Keeps the form of an unsaved chart',
    tag,
    access: formData('can_write'),
    body: FormDataBody,
    query: TabQuery,
    answers: { 201: KeptKey },
    errors: [404],
  },
  getFormData: {
    id: 'explore.form_data_get',
    summary: 'Reads a kept form',
    tag,
    access: formData('can_read'),
    params: KeyParams,
    answers: { 200: Type.Object({ form_data: Type.String() }) },
  },
  updateFormData: {
    id: 'explore.form_data_put',
    summary: 'Replaces a kept form',
    tag,
    access: formData('can_write'),
    params: KeyParams,
    body: FormDataBody,
    query: TabQuery,
    answers: { 200: Type.Object({ ...KeptKey.properties, ...Message.properties }) },
  },
  deleteFormData: {
    id: 'explore.form_data_delete',
    summary: 'Forgets a kept form',
    tag,
    access: formData('can_write'),
    params: KeyParams,
    answers: { 200: Message },
  },
  createPermalink: {
    id: 'explore.permalink_post',
    summary: 'Makes a lasting link to a form',
    tag,
    access: permalink('can_write'),
    body: ExplorePermalinkBody,
    answers: { 201: Permalink },
    errors: [404],
  },
  getPermalink: {
    id: 'explore.permalink_get',
    summary: 'Reads a lasting link',
    tag,
    access: permalink('can_read'),
    params: KeyParams,
    answers: { 200: WireExplorePermalink },
  },
  timeRange: {
    id: 'time_range.get',
    summary: 'Resolves the text of a time range',
    tag,
    access: { verb: 'can_read', view: 'Api' },
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 2000 })) }, { additionalProperties: true }),
    answers: { 200: resultOf(WireTimeRange) },
  },
} as const satisfies Operations;
