import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { accessObjectTypes, accessRequestStates } from '../words.ts';
import { itemOf, listOf, Message, resultOf } from './answers.ts';
import { nullable, optionalText } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { WireUserSummary } from './users.ts';

const words = optionalText(500);
const objectType = Type.Enum(accessObjectTypes);
/** As the address of its page has it: an id, or a dashboard's uuid or slug. */
const object = Type.String({ minLength: 1, maxLength: 255 });

export const AccessRequestPost = Type.Object(
  { object_type: objectType, object, message: words },
  { additionalProperties: false },
);
export type AccessRequestPost = Static<typeof AccessRequestPost>;

export const AccessRequestAnswer = Type.Object({ answer: words }, { additionalProperties: false });
export type AccessRequestAnswer = Static<typeof AccessRequestAnswer>;

/** The role that is given; none to who sees the object by now. */
export const AccessGrant = Type.Object(
  { role_id: Type.Optional(nullable(Type.Integer())) },
  { additionalProperties: false },
);
export type AccessGrant = Static<typeof AccessGrant>;

/** A request, as who made it is told of it: nothing says whether there is such an object before somebody has answered. */
export const WireOwnAccessRequest = Type.Object({
  id: Type.Integer(),
  object_type: objectType,
  object: Type.String(),
  message: nullable(Type.String()),
  state: Type.Enum(accessRequestStates),
  created_on: Type.String(),
  decided_on: nullable(Type.String()),
  /** What who declined has to say. */
  answer: nullable(Type.String()),
  /** The object's name and address, once the caller sees it. */
  title: nullable(Type.String()),
  url: nullable(Type.String()),
});
export type WireOwnAccessRequest = Wire<typeof WireOwnAccessRequest>;

/** An open request, as those see it who may answer it. */
export const WireAccessRequest = Type.Object({
  id: Type.Integer(),
  object_type: objectType,
  object_id: Type.Integer(),
  title: Type.String(),
  url: Type.String(),
  /** Only its owners see it, whatever role somebody has. */
  is_draft: Type.Boolean(),
  user: WireUserSummary,
  message: nullable(Type.String()),
  created_on: Type.String(),
  /** The owner who is for it. */
  passed_on_by: nullable(WireUserSummary),
  /** The person has come to see it by another way. */
  has_access: Type.Boolean(),
  /** Whether the caller can give a role; others pass it on. */
  is_grantable: Type.Boolean(),
});
export type WireAccessRequest = Wire<typeof WireAccessRequest>;

/** A role that would open what is asked for, and what else it opens. */
export const WireOpeningRole = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  is_built_in: Type.Boolean(),
  user_count: Type.Integer(),
  sees_all_data: Type.Boolean(),
  /** Grants on data, and what the first of them are on. */
  data_grants: Type.Object({ count: Type.Integer(), names: Type.Array(Type.String()) }),
  /** How many of the datasets under the object can be read then, of how many. */
  readable_datasets: Type.Integer(),
  datasets: Type.Integer(),
});
export type WireOpeningRole = Wire<typeof WireOpeningRole>;

const withWhom = {
  object_type: objectType,
  object_id: Type.Integer(),
  /** The person, or the group, one of the two. */
  user_id: Type.Optional(Type.Integer()),
  group_id: Type.Optional(Type.Integer()),
};

/** What is shared, and with whom. */
export const AccessSharing = Type.Object(withWhom);
export type AccessSharing = Static<typeof AccessSharing>;

/** Lets a person or a group in by a role, or says as an owner that an administrator should. */
export const AccessSharePost = Type.Object(
  { ...withWhom, role_id: Type.Optional(nullable(Type.Integer())), message: words },
  { additionalProperties: false },
);
export type AccessSharePost = Static<typeof AccessSharePost>;

/** Whether somebody sees an object, and what would let them in. */
export const WireSight = Type.Object({
  /** Of a group: whether its roles alone open it. */
  has_access: Type.Boolean(),
  is_draft: Type.Boolean(),
  /** Whether the caller can give a role; owners who cannot pass it on. */
  is_grantable: Type.Boolean(),
  /** For who can give them, the narrowest first. */
  roles: Type.Array(WireOpeningRole),
});
export type WireSight = Wire<typeof WireSight>;

const tag = 'Access Requests';
const decide = { verb: 'can_write', view: 'User' } as const;

export const accessRequestOperations = {
  list: {
    id: 'access_request.list',
    summary: 'Open requests for what the caller owns; administrators see all',
    tag,
    access: 'session',
    query: QParameter,
    answers: { 200: listOf(WireAccessRequest) },
  },
  own: {
    id: 'access_request.own',
    summary: 'The caller’s own last requests, the newest first; of one object, or those with news',
    tag,
    access: 'session',
    query: Type.Object({
      object_type: Type.Optional(objectType),
      object: Type.Optional(object),
      has_news: Type.Optional(Type.Boolean()),
    }),
    answers: { 200: resultOf(Type.Array(WireOwnAccessRequest)) },
  },
  create: {
    id: 'access_request.post',
    summary: 'Asks to be let see an object; the answer is the same whether it is there or not',
    tag,
    access: 'session',
    body: AccessRequestPost,
    answers: { 201: itemOf(WireOwnAccessRequest) },
    errors: [409, 429],
  },
  sight: {
    id: 'access_request.sight',
    summary: 'Whether a person or a group sees an object; for its owners and administrators',
    tag,
    access: 'session',
    query: AccessSharing,
    answers: { 200: resultOf(WireSight) },
    errors: [404],
  },
  share: {
    id: 'access_request.share',
    summary: 'Shares an object with a person or a group: by a role, or by a request that its owner is for',
    tag,
    access: 'session',
    body: AccessSharePost,
    answers: { 200: Message },
    errors: [404, 429],
  },
  delete: {
    id: 'access_request.delete',
    summary: 'Takes an own request back, or puts what became of it aside',
    tag,
    access: 'session',
    params: IdParams,
    answers: { 200: Message },
  },
  passOn: {
    id: 'access_request.pass_on',
    summary: 'Says as an owner that somebody should be let in, which an administrator does',
    tag,
    access: 'session',
    params: IdParams,
    answers: { 200: Message },
  },
  decline: {
    id: 'access_request.decline',
    summary: 'Declines a request, with a word to who asked',
    tag,
    access: 'session',
    params: IdParams,
    body: AccessRequestAnswer,
    answers: { 200: Message },
  },
  roles: {
    id: 'access_request.roles',
    summary: 'Roles that would open what is asked for, the narrowest first',
    tag,
    access: decide,
    params: IdParams,
    answers: { 200: resultOf(Type.Array(WireOpeningRole)) },
  },
  grant: {
    id: 'access_request.grant',
    summary: 'Lets somebody in by giving a role that opens what is asked for',
    tag,
    access: decide,
    params: IdParams,
    body: AccessGrant,
    answers: { 200: Message },
  },
} as const satisfies Operations;
