import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { emailPattern, singleLinePattern, userNamePattern } from '../names.ts';
import { empty, itemOf, listOf, Message, raw, resultOf, shownOf } from './answers.ts';
import { lastRead, nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { infoOperation, relatedOperation } from './resource-operations.ts';

const personName = Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern }));
const described = {
  first_name: personName,
  last_name: personName,
  email: Type.Optional(Type.String({ maxLength: 320, pattern: emailPattern })),
  active: Type.Optional(Type.Boolean()),
};
const RoleIds = Type.Array(Type.Integer(), { maxItems: 50 });
const GroupIds = Type.Array(Type.Integer(), { maxItems: 50 });

export const NewUserBody = Type.Object(
  {
    ...described,
    username: Type.String({ minLength: 1, maxLength: 64, pattern: userNamePattern }),
    password: Type.String({ maxLength: 1024 }),
    /** Ids of roles and of groups: one of either is needed. */
    roles: Type.Optional(RoleIds),
    groups: Type.Optional(GroupIds),
  },
  { additionalProperties: false },
);
export type NewUserBody = Static<typeof NewUserBody>;

/** What is left out stays as it is. */
export const UserChangeBody = Type.Object(
  {
    ...described,
    password: Type.Optional(Type.String({ maxLength: 1024 })),
    roles: Type.Optional(RoleIds),
    groups: Type.Optional(GroupIds),
    ...lastRead,
  },
  { additionalProperties: false },
);
export type UserChangeBody = Static<typeof UserChangeBody>;

/** A user as it stands inside other objects. */
export const WireUserSummary = Type.Object({
  id: Type.Number(),
  first_name: Type.String(),
  last_name: Type.String(),
});
export type WireUserSummary = Wire<typeof WireUserSummary>;

/** Somebody who owns an object; the address is for administrators. */
export const WireOwner = Type.Object({ ...WireUserSummary.properties, email: Type.Optional(Type.String()) });
export type WireOwner = Wire<typeof WireOwner>;

/** A user as administrators see one. */
export const WireAccount = Type.Object({
  id: Type.Number(),
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  active: Type.Boolean(),
  last_login: nullable(Type.String()),
  login_count: Type.Integer(),
  /** Wrong passwords are counted for a minute and not kept. */
  fail_login_count: Type.Null(),
  created_on: Type.String(),
  created_by: Type.Null(),
  changed_on: Type.String(),
  changed_by: nullable(Type.Object({ id: Type.Integer() })),
  last_modified_time: Type.Number(),

  /** Null while it is the one that the user was made with. */
  credentials_changed_on: nullable(Type.String()),

  /** Whether signing in with the password asks for a code as well. */
  has_second_factor: Type.Boolean(),

  /** Those that the person was given; those of their groups come with the groups. */
  roles: Type.Array(Type.Object({ id: Type.Number(), name: Type.String() })),
  groups: Type.Array(Type.Object({ id: Type.Number(), name: Type.String() })),
});
export type WireAccount = Wire<typeof WireAccount>;

/** How much a user owns. */
export const WireUserRelatedObjects = Type.Object({
  /** Nobody else owns them: only administrators could change them. */
  charts: Type.Object({ count: Type.Number() }),
  dashboards: Type.Object({ count: Type.Number() }),
  datasets: Type.Object({ count: Type.Number() }),

  /** Theirs alone: deleted with them. */
  saved_queries: Type.Object({ count: Type.Number() }),
});
export type WireUserRelatedObjects = Wire<typeof WireUserRelatedObjects>;

/** Of pages that are read by programs. */
export const pageNumber = Type.Optional(Type.Integer({ minimum: 0 }));
export const pageSize = Type.Optional(Type.Integer({ minimum: 1 }));

const tag = 'Users';

export const userOperations = {
  list: {
    id: 'user.list',
    summary: 'Users with their roles and groups',
    tag,
    access: { verb: 'can_read', view: 'User' },
    query: QParameter,
    answers: { 200: listOf(WireAccount) },
  },
  page: {
    id: 'user.page',
    summary: 'Users as a plain table, for programs that read it from the page',
    tag,
    access: { verb: 'can_read', view: 'User' },
    isPageToo: true,
    isLegacy: true,
    query: Type.Object(
      {
        page_UserDBModelView: pageNumber,
        psize_UserDBModelView: pageSize,
        _flt_3_username: Type.Optional(Type.String({ maxLength: 64 })),
      },
      { additionalProperties: true },
    ),
    answers: { 200: raw('text/html', 'A table') },
  },
  info: infoOperation({
    id: 'user.info',
    summary: 'What the caller may do with users',
    tag,
    access: { verb: 'can_read', view: 'User' },
  }),
  related: relatedOperation({
    id: 'user.related',
    summary: 'Roles and groups, for pickers',
    tag,
    access: { verb: 'can_read', view: 'User' },
  }),
  get: {
    id: 'user.get',
    summary: 'One user with roles and groups',
    tag,
    access: { verb: 'can_read', view: 'User' },
    params: IdParams,
    query: QParameter,
    answers: { 200: shownOf(WireAccount) },
  },
  create: {
    id: 'user.create',
    summary: 'Creates a user',
    tag,
    access: { verb: 'can_write', view: 'User' },
    body: NewUserBody,
    answers: { 201: itemOf(WireAccount) },
  },
  change: {
    id: 'user.change',
    summary: 'Changes a user: names, password, roles, groups, whether signing in is allowed',
    tag,
    access: { verb: 'can_write', view: 'User' },
    params: IdParams,
    body: UserChangeBody,
    answers: { 200: itemOf(WireAccount) },
  },
  delete: {
    id: 'user.delete',
    summary: 'Deletes a user with all that is theirs alone; what others use too stays, without them as its owner',
    tag,
    access: { verb: 'can_write', view: 'User' },
    params: IdParams,
    answers: { 200: Message },
  },
  makePasswordLink: {
    id: 'user.password_link',
    summary:
      'Makes a link by which a person chooses the own password, once and within a week, and mails it where that is asked for',
    tag,
    access: { verb: 'can_write', view: 'User' },
    needsPerson: true,
    params: IdParams,
    body: Type.Object(
      { is_mailed: Type.Boolean(), locale: Type.Optional(Type.String({ maxLength: 20 })) },
      { additionalProperties: false },
    ),
    answers: {
      200: resultOf(Type.Object({ url: Type.String(), is_mailed: Type.Boolean(), expires_on: Type.String() })),
    },
  },
  removeSecondFactor: {
    id: 'user.second_factor_delete',
    summary: 'Takes the second factor from a person who lost it: the password alone signs in again',
    tag,
    access: { verb: 'can_write', view: 'User' },
    needsPerson: true,
    params: IdParams,
    answers: { 200: Message },
    errors: [422],
  },
  picture: {
    id: 'user.avatar',
    summary: 'The picture of a person; nobody has one here',
    tag,
    access: 'session',
    params: IdParams,
    answers: { 204: empty('The person has no picture') },
  },
  relatedObjects: {
    id: 'user.related_objects',
    summary: 'How much a user owns: what stays without an owner, and what would be deleted with them',
    tag,
    access: { verb: 'can_write', view: 'User' },
    params: IdParams,
    answers: { 200: WireUserRelatedObjects },
  },
} as const satisfies Operations;
