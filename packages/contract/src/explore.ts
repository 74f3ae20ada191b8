import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';

const OptionalId = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));

/** Kinds of things that a chart may stand on. */
export const datasourceKinds: readonly string[] = ['table', 'query', 'dataset', 'sl_table', 'saved_query'];
const DatasourceKind = Type.Union(datasourceKinds.map((kind) => Type.Literal(kind)));

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
    formData: Type.Object({ datasource: Type.String({ minLength: 1 }) }, { additionalProperties: true }),
    urlParams: Type.Optional(Type.Union([Type.Array(Type.Tuple([Type.String(), Type.String()])), Type.Null()])),
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

const tag = 'Explore';
const formData = (verb: string) => ({ verb, view: 'ExploreFormDataRestApi' });
const permalink = (verb: string) => ({ verb, view: 'ExplorePermalinkRestApi' });

export const exploreEndpoints = {
  get: defineEndpoint({
    id: 'explore.get',
    method: 'GET',
    path: '/api/v1/explore/',
    summary: 'Dataset, chart and form of the chart builder',
    tag,
    access: { verb: 'can_read', view: 'Explore' },
    query: ExploreQuery,
  }),
  createFormData: defineEndpoint({
    id: 'explore.form_data_post',
    method: 'POST',
    path: '/api/v1/explore/form_data',
    summary: 'Keeps the form of an unsaved chart',
    tag,
    access: formData('can_write'),
    body: FormDataBody,
    query: TabQuery,
    status: 201,
  }),
  getFormData: defineEndpoint({
    id: 'explore.form_data_get',
    method: 'GET',
    path: '/api/v1/explore/form_data/:key',
    summary: 'Reads a kept form',
    tag,
    access: formData('can_read'),
    params: KeyParams,
  }),
  updateFormData: defineEndpoint({
    id: 'explore.form_data_put',
    method: 'PUT',
    path: '/api/v1/explore/form_data/:key',
    summary: 'Replaces a kept form',
    tag,
    access: formData('can_write'),
    params: KeyParams,
    body: FormDataBody,
    query: TabQuery,
  }),
  deleteFormData: defineEndpoint({
    id: 'explore.form_data_delete',
    method: 'DELETE',
    path: '/api/v1/explore/form_data/:key',
    summary: 'Forgets a kept form',
    tag,
    access: formData('can_write'),
    params: KeyParams,
  }),
  createPermalink: defineEndpoint({
    id: 'explore.permalink_post',
    method: 'POST',
    path: '/api/v1/explore/permalink',
    summary: 'Makes a lasting link to a form',
    tag,
    access: permalink('can_write'),
    body: ExplorePermalinkBody,
    status: 201,
  }),
  getPermalink: defineEndpoint({
    id: 'explore.permalink_get',
    method: 'GET',
    path: '/api/v1/explore/permalink/:key',
    summary: 'Reads a lasting link',
    tag,
    access: permalink('can_read'),
    params: KeyParams,
  }),
  timeRange: defineEndpoint({
    id: 'time_range.get',
    method: 'GET',
    path: '/api/v1/time_range/',
    summary: 'Resolves the text of a time range',
    tag,
    access: { verb: 'can_read', view: 'Api' },
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 2000 })) }, { additionalProperties: true }),
  }),
} as const;
