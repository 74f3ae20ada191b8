import Type, { type Static } from 'typebox';
import type { Operations } from '../endpoints.ts';
import { datasourceKinds } from '../words.ts';
import { undeclared } from './answers.ts';

const OptionalId = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));
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

export const exploreOperations = {
  get: {
    id: 'explore.get',
    summary: 'Dataset, chart and form of the chart builder',
    tag,
    access: { verb: 'can_read', view: 'Explore' },
    query: ExploreQuery,
    answers: { 200: undeclared },
  },
  createFormData: {
    id: 'explore.form_data_post',
    summary: 'Keeps the form of an unsaved chart',
    tag,
    access: formData('can_write'),
    body: FormDataBody,
    query: TabQuery,
    answers: { 201: undeclared },
  },
  getFormData: {
    id: 'explore.form_data_get',
    summary: 'Reads a kept form',
    tag,
    access: formData('can_read'),
    params: KeyParams,
    answers: { 200: undeclared },
  },
  updateFormData: {
    id: 'explore.form_data_put',
    summary: 'Replaces a kept form',
    tag,
    access: formData('can_write'),
    params: KeyParams,
    body: FormDataBody,
    query: TabQuery,
    answers: { 200: undeclared },
  },
  deleteFormData: {
    id: 'explore.form_data_delete',
    summary: 'Forgets a kept form',
    tag,
    access: formData('can_write'),
    params: KeyParams,
    answers: { 200: undeclared },
  },
  createPermalink: {
    id: 'explore.permalink_post',
    summary: 'Makes a lasting link to a form',
    tag,
    access: permalink('can_write'),
    body: ExplorePermalinkBody,
    answers: { 201: undeclared },
  },
  getPermalink: {
    id: 'explore.permalink_get',
    summary: 'Reads a lasting link',
    tag,
    access: permalink('can_read'),
    params: KeyParams,
    answers: { 200: undeclared },
  },
  timeRange: {
    id: 'time_range.get',
    summary: 'Resolves the text of a time range',
    tag,
    access: { verb: 'can_read', view: 'Api' },
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 2000 })) }, { additionalProperties: true }),
    answers: { 200: undeclared },
  },
} as const satisfies Operations;
