import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { anyObject } from './any-object.ts';
import { lastRead, nullable, optional } from './fields.ts';
import { IdParams } from './lists.ts';
import { givenName } from './names.ts';

const name = givenName(500);
const description = optional(Type.String({ maxLength: 1000 }));
/** JSON text with a map `nativeFilters` and perhaps a map `dataMask`. */
const filterDocument = Type.String({ maxLength: 1_000_000 });
const ownerType = Type.Union([Type.Literal('Dashboard'), Type.Literal('User')]);

export const FilterSetPost = Type.Object(
  {
    name,
    description,
    json_metadata: filterDocument,
    owner_type: ownerType,
    owner_id: optional(Type.Integer()),
  },
  { additionalProperties: false },
);
export type FilterSetPost = Static<typeof FilterSetPost>;

export const FilterSetPut = Type.Object(
  {
    name: Type.Optional(name),
    description,
    json_metadata: Type.Optional(filterDocument),
    owner_type: Type.Optional(Type.Literal('Dashboard')),
    ...lastRead,
  },
  { additionalProperties: false },
);
export type FilterSetPut = Static<typeof FilterSetPut>;

/** A named state of a dashboard's filters, of one person or of the dashboard itself. */
export const WireFilterSet = Type.Object({
  id: Type.Number(),
  name: Type.String(),
  description: nullable(Type.String()),
  owner_type: Type.Union([Type.Literal('Dashboard'), Type.Literal('User')]),
  owner_id: Type.Number(),
  dashboard_id: Type.Number(),
  params: anyObject,
});
export type WireFilterSet = Wire<typeof WireFilterSet>;

export const WireFilterSetRow = Type.Object({
  ...WireFilterSet.properties,

  created_on: Type.String(),
  changed_on: Type.String(),
  created_by_fk: nullable(Type.Number()),
  changed_by_fk: nullable(Type.Number()),

  /** `changed_on` in epoch seconds. */
  last_modified_time: Type.Number(),
});
export type WireFilterSetRow = Wire<typeof WireFilterSetRow>;

const tag = 'Filter sets';
const read = { verb: 'can_read', view: 'FilterSets' } as const;
const write = { verb: 'can_write', view: 'FilterSets' } as const;
const OneParams = Type.Object({ id: Type.String(), filterSetId: Type.String() });

export const filterSetOperations = {
  list: {
    id: 'filter_set.list',
    summary: 'Filter sets of a dashboard that the caller may use',
    tag,
    access: read,
    params: IdParams,
    answers: {
      200: Type.Object({
        count: Type.Integer(),
        ids: Type.Array(Type.Integer()),
        result: Type.Array(WireFilterSetRow),
      }),
    },
  },
  create: {
    id: 'filter_set.post',
    summary: 'Saves the state of a dashboard’s filters under a name',
    tag,
    access: write,
    params: IdParams,
    body: FilterSetPost,
    answers: { 201: WireFilterSet },
  },
  update: {
    id: 'filter_set.put',
    summary: 'Renames or overwrites a filter set',
    tag,
    access: write,
    params: OneParams,
    body: FilterSetPut,
    answers: { 200: WireFilterSetRow },
  },
  delete: {
    id: 'filter_set.delete',
    summary: 'Deletes a filter set; one that is gone already is no error',
    tag,
    access: write,
    params: OneParams,
    answers: { 200: Type.Object({ id: Type.Integer() }) },
  },
} as const satisfies Operations;
