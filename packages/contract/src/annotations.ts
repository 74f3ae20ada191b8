import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import type { WirePerson } from './users.ts';

const text = Type.Union([Type.String(), Type.Null()]);
const layerFields = { name: givenName(250), descr: Type.Optional(text) };

export const AnnotationLayerPost = Type.Object(layerFields, { additionalProperties: false });
export const AnnotationLayerPut = Type.Partial(AnnotationLayerPost, { additionalProperties: false });
export type AnnotationLayerPost = Static<typeof AnnotationLayerPost>;
export type AnnotationLayerPut = Static<typeof AnnotationLayerPut>;

const annotationFields = {
  short_descr: givenName(500),
  long_descr: Type.Optional(text),
  /** ISO 8601; without a zone it counts as UTC. */
  start_dttm: Type.String({ minLength: 1, maxLength: 40 }),
  end_dttm: Type.String({ minLength: 1, maxLength: 40 }),
  json_metadata: Type.Optional(text),
};
export const AnnotationPost = Type.Object(annotationFields, { additionalProperties: false });
export const AnnotationPut = Type.Partial(AnnotationPost, { additionalProperties: false });
export type AnnotationPost = Static<typeof AnnotationPost>;
export type AnnotationPut = Static<typeof AnnotationPut>;

interface WireAudit {
  readonly changed_by: WirePerson | null;
  readonly changed_on: string;
  readonly changed_on_delta_humanized: string;
  readonly created_by: WirePerson | null;
  readonly created_on: string;
}

export interface WireAnnotationLayer extends WireAudit {
  readonly id: number;
  readonly name: string;
  readonly descr: string | null;
}

export interface WireAnnotation extends WireAudit {
  readonly id: number;
  readonly layer: { readonly id: number; readonly name: string };
  readonly short_descr: string;
  readonly long_descr: string | null;
  readonly start_dttm: string;
  readonly end_dttm: string;
  readonly json_metadata: string | null;
}

const tag = 'Annotation layers';
const read = { verb: 'can_read', view: 'Annotation' } as const;
const write = { verb: 'can_write', view: 'Annotation' } as const;
const path = '/api/v1/annotation_layer/';
const onePath = `${path}:id` as const;
const annotationsPath = `${onePath}/annotation/` as const;
const annotationPath = `${annotationsPath}:annotationId` as const;
const AnnotationParams = Type.Object({ id: Type.String(), annotationId: Type.String() });

export const annotationLayerEndpoints = {
  list: defineEndpoint({
    id: 'annotation_layer.list',
    method: 'GET',
    path,
    summary: 'Annotation layers',
    tag,
    access: read,
    query: QParameter,
  }),
  info: defineEndpoint({
    id: 'annotation_layer.info',
    method: 'GET',
    path: `${path}_info`,
    summary: 'What the caller may do with annotation layers',
    tag,
    access: read,
    query: QParameter,
  }),
  related: defineEndpoint({
    id: 'annotation_layer.related',
    method: 'GET',
    path: `${path}related/:column`,
    summary: 'Values of a relation, for filters',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  get: defineEndpoint({
    id: 'annotation_layer.get',
    method: 'GET',
    path: onePath,
    summary: 'One annotation layer',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
  }),
  create: defineEndpoint({
    id: 'annotation_layer.create',
    method: 'POST',
    path,
    summary: 'Creates an annotation layer',
    tag,
    access: write,
    body: AnnotationLayerPost,
    status: 201,
  }),
  update: defineEndpoint({
    id: 'annotation_layer.update',
    method: 'PUT',
    path: onePath,
    summary: 'Changes an annotation layer',
    tag,
    access: write,
    params: IdParams,
    body: AnnotationLayerPut,
  }),
  delete: defineEndpoint({
    id: 'annotation_layer.delete',
    method: 'DELETE',
    path: onePath,
    summary: 'Deletes an annotation layer without annotations',
    tag,
    access: write,
    params: IdParams,
  }),
  bulkDelete: defineEndpoint({
    id: 'annotation_layer.bulk_delete',
    method: 'DELETE',
    path,
    summary: 'Deletes several annotation layers without annotations',
    tag,
    access: write,
    query: QParameter,
  }),
} as const;

export const annotationEndpoints = {
  list: defineEndpoint({
    id: 'annotation.list',
    method: 'GET',
    path: annotationsPath,
    summary: 'Annotations of a layer',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
  }),
  get: defineEndpoint({
    id: 'annotation.get',
    method: 'GET',
    path: annotationPath,
    summary: 'One annotation',
    tag,
    access: read,
    params: AnnotationParams,
    query: QParameter,
  }),
  create: defineEndpoint({
    id: 'annotation.create',
    method: 'POST',
    path: annotationsPath,
    summary: 'Adds an annotation to a layer',
    tag,
    access: write,
    params: IdParams,
    body: AnnotationPost,
    status: 201,
  }),
  update: defineEndpoint({
    id: 'annotation.update',
    method: 'PUT',
    path: annotationPath,
    summary: 'Changes an annotation',
    tag,
    access: write,
    params: AnnotationParams,
    body: AnnotationPut,
  }),
  delete: defineEndpoint({
    id: 'annotation.delete',
    method: 'DELETE',
    path: annotationPath,
    summary: 'Deletes an annotation',
    tag,
    access: write,
    params: AnnotationParams,
  }),
  bulkDelete: defineEndpoint({
    id: 'annotation.bulk_delete',
    method: 'DELETE',
    path: annotationsPath,
    summary: 'Deletes several annotations of a layer',
    tag,
    access: write,
    params: IdParams,
    query: QParameter,
  }),
} as const;
