import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { itemOf, listOf, Message, shownOf } from './answers.ts';
import { lastRead, nullable, optionalText } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';
import { infoOperation, relatedOperation } from './resource-operations.ts';

const described = { label: optionalText(150), description: optionalText(512) };
const members = {
  /** Ids of the roles that all members hold. */
  roles: Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 })),
  /** Ids of the users who are members. */
  users: Type.Optional(Type.Array(Type.Integer(), { maxItems: 10_000 })),
};

export const NewGroupBody = Type.Object(
  { name: givenName(100), ...described, ...members },
  { additionalProperties: false },
);
export type NewGroupBody = Static<typeof NewGroupBody>;

/** What is left out stays as it is. */
export const GroupChangeBody = Type.Object(
  { name: Type.Optional(givenName(100)), ...described, ...members, ...lastRead },
  { additionalProperties: false },
);
export type GroupChangeBody = Static<typeof GroupChangeBody>;

/** A group of people who hold the same roles. */
export const WireGroup = Type.Object({
  id: Type.Number(),
  name: Type.String(),
  label: nullable(Type.String()),
  description: nullable(Type.String()),
  roles: Type.Array(Type.Object({ id: Type.Number(), name: Type.String() })),

  /** In a list the first hundred by name. */
  users: Type.Array(
    Type.Object({
      id: Type.Number(),
      username: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
    }),
  ),
  user_count: Type.Number(),
  last_modified_time: Type.Number(),
});
export type WireGroup = Wire<typeof WireGroup>;

const tag = 'Groups';
const read = { verb: 'can_read', view: 'Group' } as const;
const write = { verb: 'can_write', view: 'Group' } as const;

export const groupOperations = {
  list: {
    id: 'group.list',
    summary: 'Groups with their roles and members',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireGroup) },
  },
  info: infoOperation({ id: 'group.info', summary: 'What the caller may do with groups', tag, access: read }),
  related: relatedOperation({ id: 'group.related', summary: 'Users and roles, for pickers', tag, access: read }),
  get: {
    id: 'group.get',
    summary: 'One group with all its members',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireGroup) },
  },
  create: {
    id: 'group.create',
    summary: 'Makes a group, whose members hold its roles from the next request on',
    tag,
    access: write,
    body: NewGroupBody,
    answers: { 201: itemOf(WireGroup) },
  },
  change: {
    id: 'group.change',
    summary: 'Changes a group: its names, its roles, its members',
    tag,
    access: write,
    params: IdParams,
    body: GroupChangeBody,
    answers: { 200: itemOf(WireGroup) },
  },
  delete: {
    id: 'group.delete',
    summary: 'Deletes a group; its members keep the roles that they hold otherwise',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
} as const satisfies Operations;
