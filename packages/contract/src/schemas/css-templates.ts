import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { itemOf, listOf, Message, shownOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { bulkDeleteOperation, infoOperation, relatedOperation } from './resource-operations.ts';
import { WireUserSummary } from './users.ts';

/** A page of a list answers a hundred of them whole. */
const maxCss = 100_000;

export const CssTemplatePost = Type.Object(
  { template_name: givenName(250), css: Type.Optional(nullable(Type.String({ maxLength: maxCss }))) },
  { additionalProperties: false },
);
export const CssTemplatePut = Type.Partial(CssTemplatePost, { additionalProperties: false });
export type CssTemplatePost = Static<typeof CssTemplatePost>;
export type CssTemplatePut = Static<typeof CssTemplatePut>;

export const WireCssTemplate = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  template_name: Type.String(),
  css: Type.String(),
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  created_by: nullable(WireUserSummary),
  created_on: Type.String(),
});
export type WireCssTemplate = Wire<typeof WireCssTemplate>;

const tag = 'CSS templates';
const read = { verb: 'can_read', view: 'CssTemplate' } as const;
const write = { verb: 'can_write', view: 'CssTemplate' } as const;

export const cssTemplateOperations = {
  list: {
    id: 'css_template.list',
    summary: 'CSS templates',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireCssTemplate) },
  },
  info: infoOperation({
    id: 'css_template.info',
    summary: 'What the caller may do with CSS templates',
    tag,
    access: read,
  }),
  related: relatedOperation({
    id: 'css_template.related',
    summary: 'Values of a relation, for filters',
    tag,
    access: read,
  }),
  get: {
    id: 'css_template.get',
    summary: 'One CSS template',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireCssTemplate) },
  },
  create: {
    id: 'css_template.create',
    summary: 'Creates a CSS template',
    tag,
    access: write,
    body: CssTemplatePost,
    answers: { 201: itemOf(CssTemplatePost) },
  },
  update: {
    id: 'css_template.update',
    summary: 'Changes a CSS template; dashboards that it was loaded into keep their CSS',
    tag,
    access: write,
    params: IdParams,
    body: CssTemplatePut,
    answers: { 200: itemOf(CssTemplatePut) },
  },
  delete: {
    id: 'css_template.delete',
    summary: 'Deletes a CSS template; dashboards that it was loaded into keep their CSS',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({
    id: 'css_template.bulk_delete',
    summary: 'Deletes several CSS templates',
    tag,
    access: write,
  }),
} as const satisfies Operations;
