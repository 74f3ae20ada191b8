import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { itemOf, listOf, Message, raw, resultOf, shownOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { bulkDeleteOperation, infoOperation, relatedOperation } from './resource-operations.ts';
import { WireUserSummary } from './users.ts';

/** A page of a list answers a hundred of them whole. */
export const maxThemeDocument = 100_000;

export const ThemePost = Type.Object(
  {
    theme_name: givenName(250),
    /** JSON text of a look as the reference writes it: `token`, `algorithm`, and what else it holds. */
    json_data: Type.String({ minLength: 2, maxLength: maxThemeDocument }),
  },
  { additionalProperties: false },
);
export const ThemePut = Type.Partial(ThemePost, { additionalProperties: false });
export type ThemePost = Static<typeof ThemePost>;
export type ThemePut = Static<typeof ThemePut>;

export const WireTheme = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  theme_name: Type.String(),
  json_data: Type.String(),
  /** Whether it comes with the product and cannot be changed: none does. */
  is_system: Type.Boolean(),
  is_system_default: Type.Boolean(),
  is_system_dark: Type.Boolean(),
  changed_by: nullable(WireUserSummary),
  changed_by_name: Type.String(),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  created_by: nullable(WireUserSummary),
  created_on: Type.String(),
});
export type WireTheme = Wire<typeof WireTheme>;

const ThemeFile = Type.Object({ name: Type.String(), url: Type.String(), media_type: Type.String() });
export type WireThemeFile = Wire<typeof ThemeFile>;

const tag = 'Themes';
const read = { verb: 'can_read', view: 'Theme' } as const;
const write = { verb: 'can_write', view: 'Theme' } as const;
const wasSet = Type.Object({ id: Type.Integer(), result: Type.String() });

export const themeOperations = {
  list: {
    id: 'theme.list',
    summary: 'Themes',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireTheme) },
  },
  info: infoOperation({ id: 'theme.info', summary: 'What the caller may do with themes', tag, access: read }),
  related: relatedOperation({ id: 'theme.related', summary: 'Values of a relation, for filters', tag, access: read }),
  get: {
    id: 'theme.get',
    summary: 'One theme',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireTheme) },
  },
  create: {
    id: 'theme.create',
    summary: 'Creates a theme',
    tag,
    access: write,
    body: ThemePost,
    answers: { 201: itemOf(ThemePost) },
  },
  update: {
    id: 'theme.update',
    summary: 'Changes a theme; one of the whole product is changed by administrators alone',
    tag,
    access: write,
    params: IdParams,
    body: ThemePut,
    answers: { 200: itemOf(ThemePut) },
  },
  delete: {
    id: 'theme.delete',
    summary: 'Deletes a theme; dashboards that named it take the usual look. One of the whole product is not deleted',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
    errors: [422],
  },
  bulkDelete: {
    ...bulkDeleteOperation({ id: 'theme.bulk_delete', summary: 'Deletes several themes', tag, access: write }),
    errors: [422],
  },
  setSystemDefault: {
    id: 'theme.set_system_default',
    summary: 'Makes a theme the light look of the whole product; for administrators',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: wasSet },
  },
  setSystemDark: {
    id: 'theme.set_system_dark',
    summary: 'Makes a theme the dark look of the whole product; for administrators',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: wasSet },
  },
  unsetSystemDefault: {
    id: 'theme.unset_system_default',
    summary: 'Gives the product its own light look again; for administrators',
    tag,
    access: write,
    answers: { 200: resultOf(Type.String()) },
  },
  unsetSystemDark: {
    id: 'theme.unset_system_dark',
    summary: 'Gives the product its own dark look again; for administrators',
    tag,
    access: write,
    answers: { 200: resultOf(Type.String()) },
  },
  uploadFile: {
    id: 'theme.files_post',
    summary: 'Keeps a picture or a font that themes may show, and says under which address',
    tag,
    access: write,
    bodyKind: 'multipart',
    answers: { 201: resultOf(ThemeFile) },
    errors: [413, 422],
  },
  getFile: {
    id: 'theme.file_get',
    summary: 'A picture or a font of themes',
    tag,
    access: 'public',
    isForGuests: true,
    params: Type.Object({ name: Type.String() }),
    answers: { 200: raw('application/octet-stream', 'The file, under its own media type') },
  },
} as const satisfies Operations;
