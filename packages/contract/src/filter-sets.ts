import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { IdParams } from './lists.ts';
import { givenName } from './names.ts';

const name = givenName(500);
const description = Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()]));
/** JSON text with a map `nativeFilters` and perhaps a map `dataMask`. */
const filterDocument = Type.String({ maxLength: 1_000_000 });
const ownerType = Type.Union([Type.Literal('Dashboard'), Type.Literal('User')]);

export const FilterSetPost = Type.Object(
  {
    name,
    description,
    json_metadata: filterDocument,
    owner_type: ownerType,
    owner_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
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
    /** What the caller last read or saved (epoch seconds); when somebody saved since, the answer is 409. */
    last_modified_time: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  },
  { additionalProperties: false },
);
export type FilterSetPut = Static<typeof FilterSetPut>;

/** A named state of a dashboard's filters, of one person or of the dashboard itself. */
export interface WireFilterSet {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly owner_type: 'Dashboard' | 'User';
  readonly owner_id: number;
  readonly dashboard_id: number;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface WireFilterSetRow extends WireFilterSet {
  readonly created_on: string;
  readonly changed_on: string;
  readonly created_by_fk: number | null;
  readonly changed_by_fk: number | null;
  /** `changed_on` in epoch seconds. */
  readonly last_modified_time: number;
}

const tag = 'Filter sets';
const read = { verb: 'can_read', view: 'FilterSets' } as const;
const write = { verb: 'can_write', view: 'FilterSets' } as const;
const path = '/api/v1/dashboard/:id/filtersets';
const onePath = `${path}/:filterSetId` as const;
const OneParams = Type.Object({ id: Type.String(), filterSetId: Type.String() });

export const filterSetEndpoints = {
  list: defineEndpoint({
    id: 'filter_set.list',
    method: 'GET',
    path,
    summary: 'Filter sets of a dashboard that the caller may use',
    tag,
    access: read,
    params: IdParams,
  }),
  create: defineEndpoint({
    id: 'filter_set.post',
    method: 'POST',
    path,
    summary: 'Saves the state of a dashboard’s filters under a name',
    tag,
    access: write,
    params: IdParams,
    body: FilterSetPost,
    status: 201,
  }),
  update: defineEndpoint({
    id: 'filter_set.put',
    method: 'PUT',
    path: onePath,
    summary: 'Renames or overwrites a filter set',
    tag,
    access: write,
    params: OneParams,
    body: FilterSetPut,
  }),
  delete: defineEndpoint({
    id: 'filter_set.delete',
    method: 'DELETE',
    path: onePath,
    summary: 'Deletes a filter set; one that is gone already is no error',
    tag,
    access: write,
    params: OneParams,
  }),
} as const;
