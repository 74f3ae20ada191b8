import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { rowLevelRuleKinds } from '../words.ts';
import { itemOf, listOf, Message, resultOf, shownOf } from './answers.ts';
import { nullable, optionalText } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { bulkDeleteOperation, infoOperation, relatedOperation } from './resource-operations.ts';
import { WireValue } from './result-tables.ts';
import { WireUserSummary } from './users.ts';

const ids = (minItems: number) => Type.Array(Type.Integer(), { minItems, maxItems: 1000 });

export const RowLevelRulePost = Type.Object(
  {
    name: givenName(255),
    description: optionalText(10_000),
    filter_type: Type.Enum(rowLevelRuleKinds),
    /** Ids of datasets. */
    tables: ids(1),
    roles: ids(0),
    /** Rules of one key are alternatives. */
    group_key: optionalText(255),
    /** SQL that is true for the rows that are shown. */
    clause: Type.String({ minLength: 1, maxLength: 10_000 }),
  },
  { additionalProperties: false },
);
export const RowLevelRulePut = Type.Partial(RowLevelRulePost, { additionalProperties: false });
export type RowLevelRulePost = Static<typeof RowLevelRulePost>;
export type RowLevelRulePut = Static<typeof RowLevelRulePut>;

/** Whose rows are looked at, and a rule that takes the place of the saved one, or that nobody has saved. */
export const RowPreviewPost = Type.Object(
  {
    user_id: Type.Integer(),
    dataset_id: Type.Integer(),
    rule: Type.Optional(
      Type.Object(
        { ...RowLevelRulePost.properties, id: nullable(Type.Integer()), name: Type.String({ maxLength: 255 }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type RowPreviewPost = Static<typeof RowPreviewPost>;

/** What somebody sees of a dataset. */
export const WireRowPreview = Type.Object({
  /** Those that bind the person; the id is null for one that nobody has saved. */
  rules: Type.Array(Type.Object({ id: nullable(Type.Number()), name: Type.String(), clause: Type.String() })),
  /** Whether the person may read the dataset at all, on its own. */
  is_readable: Type.Boolean(),
  /** Null where it may not be read. */
  count: nullable(Type.Number()),
  /** As many rows as the caller sees. */
  all_count: Type.Number(),
  colnames: Type.Array(Type.String()),
  /** The first rows. */
  data: Type.Array(Type.Record(Type.String(), WireValue)),
});
export type WireRowPreview = Wire<typeof WireRowPreview>;

export const WireRowLevelRule = Type.Object({
  id: Type.Number(),
  name: Type.String(),
  description: nullable(Type.String()),
  filter_type: Type.Enum(rowLevelRuleKinds),
  tables: Type.Array(Type.Object({ id: Type.Number(), table_name: Type.String(), schema: nullable(Type.String()) })),
  roles: Type.Array(Type.Object({ id: Type.Number(), name: Type.String() })),
  group_key: nullable(Type.String()),
  clause: Type.String(),
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  created_by: nullable(WireUserSummary),
  created_on: Type.String(),
});
export type WireRowLevelRule = Wire<typeof WireRowLevelRule>;

const tag = 'Row-level security';
const read = { verb: 'can_read', view: 'Row Level Security' } as const;
const write = { verb: 'can_write', view: 'Row Level Security' } as const;

export const rowLevelRuleOperations = {
  list: {
    id: 'row_level_rule.list',
    summary: 'Row-level rules',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireRowLevelRule) },
  },
  info: infoOperation({
    id: 'row_level_rule.info',
    summary: 'What the caller may do with row-level rules',
    tag,
    access: read,
  }),
  related: relatedOperation({
    id: 'row_level_rule.related',
    summary: 'Datasets, roles and people, for pickers and filters',
    tag,
    access: read,
  }),
  get: {
    id: 'row_level_rule.get',
    summary: 'One row-level rule',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireRowLevelRule) },
  },
  create: {
    id: 'row_level_rule.create',
    summary: 'Makes a row-level rule, which binds from the next query on',
    tag,
    access: write,
    body: RowLevelRulePost,
    answers: { 201: itemOf(RowLevelRulePost) },
  },
  update: {
    id: 'row_level_rule.update',
    summary: 'Changes a row-level rule',
    tag,
    access: write,
    params: IdParams,
    body: RowLevelRulePut,
    answers: { 200: itemOf(RowLevelRulePut) },
  },
  preview: {
    id: 'row_level_rule.preview',
    summary: 'What a person sees of a dataset, under the rules that are saved or with one that is tried',
    tag,
    access: write,
    body: RowPreviewPost,
    answers: { 200: resultOf(WireRowPreview) },
  },
  delete: {
    id: 'row_level_rule.delete',
    summary: 'Deletes a row-level rule: whom it bound sees all rows that others leave',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  bulkDelete: bulkDeleteOperation({
    id: 'row_level_rule.bulk_delete',
    summary: 'Deletes several row-level rules',
    tag,
    access: write,
  }),
} as const satisfies Operations;
