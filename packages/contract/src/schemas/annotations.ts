import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { chosenOf, itemOf, listOf, Message, shownOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { bulkDeleteOperation, infoOperation, relatedOperation } from './resource-operations.ts';
import { WireUserSummary } from './users.ts';

const text = nullable(Type.String({ maxLength: 1_000_000 }));
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

const WireAudit = Type.Object({
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  created_by: nullable(WireUserSummary),
  created_on: Type.String(),
});

export const WireAnnotationLayer = Type.Object({
  ...WireAudit.properties,

  id: Type.Number(),
  name: Type.String(),
  descr: nullable(Type.String()),
});
export type WireAnnotationLayer = Wire<typeof WireAnnotationLayer>;

export const WireAnnotation = Type.Object({
  ...WireAudit.properties,

  id: Type.Number(),
  layer: Type.Object({ id: Type.Number(), name: Type.String() }),
  short_descr: Type.String(),
  long_descr: nullable(Type.String()),
  start_dttm: Type.String(),
  end_dttm: Type.String(),
  json_metadata: nullable(Type.String()),
});
export type WireAnnotation = Wire<typeof WireAnnotation>;

const tag = 'Annotation layers';
const read = { verb: 'can_read', view: 'Annotation' } as const;
const write = { verb: 'can_write', view: 'Annotation' } as const;
const AnnotationParams = Type.Object({ id: Type.String(), annotationId: Type.String() });

export const annotationLayerOperations = {
  list: {
    id: 'annotation_layer.list',
    summary: 'Annotation layers',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireAnnotationLayer) },
  },
  info: infoOperation({
    id: 'annotation_layer.info',
    summary: 'What the caller may do with annotation layers',
    tag,
    access: read,
  }),
  related: relatedOperation({
    id: 'annotation_layer.related',
    summary: 'Values of a relation, for filters',
    tag,
    access: read,
  }),
  get: {
    id: 'annotation_layer.get',
    summary: 'One annotation layer',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireAnnotationLayer) },
  },
  create: {
    id: 'annotation_layer.create',
    summary: 'Creates an annotation layer',
    tag,
    access: write,
    body: AnnotationLayerPost,
    answers: { 201: itemOf(AnnotationLayerPost) },
  },
  update: {
    id: 'annotation_layer.update',
    summary: 'Changes an annotation layer',
    tag,
    access: write,
    params: IdParams,
    body: AnnotationLayerPut,
    answers: { 200: itemOf(AnnotationLayerPut) },
  },
  delete: {
    id: 'annotation_layer.delete',
    summary: 'Deletes an annotation layer without annotations',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({
    id: 'annotation_layer.bulk_delete',
    summary: 'Deletes several annotation layers without annotations',
    tag,
    access: write,
  }),
} as const satisfies Operations;

export const annotationOperations = {
  list: {
    id: 'annotation.list',
    summary: 'Annotations of a layer',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: listOf(WireAnnotation) },
  },
  get: {
    id: 'annotation.get',
    summary: 'One annotation',
    tag,
    access: read,
    params: AnnotationParams,
    query: QParameter,
    answers: { 200: itemOf(chosenOf(WireAnnotation)) },
  },
  create: {
    id: 'annotation.create',
    summary: 'Adds an annotation to a layer',
    tag,
    access: write,
    params: IdParams,
    body: AnnotationPost,
    answers: { 201: itemOf(AnnotationPost) },
  },
  update: {
    id: 'annotation.update',
    summary: 'Changes an annotation',
    tag,
    access: write,
    params: AnnotationParams,
    body: AnnotationPut,
    answers: { 200: itemOf(AnnotationPut) },
  },
  delete: {
    id: 'annotation.delete',
    summary: 'Deletes an annotation',
    tag,
    access: write,
    params: AnnotationParams,
    answers: { 200: Message },
  },
  bulkDelete: {
    id: 'annotation.bulk_delete',
    summary: 'Deletes several annotations of a layer',
    tag,
    access: write,
    params: IdParams,
    query: QParameter,
    answers: { 200: Message },
  },
} as const satisfies Operations;
