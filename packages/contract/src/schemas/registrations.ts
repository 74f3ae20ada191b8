import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { newAddressPattern, singleLinePattern, userNamePattern } from '../names.ts';
import { Done, itemOf, listOf, Message, resultOf, shownOf } from './answers.ts';
import { nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { distinctOperation, infoOperation, relatedOperation } from './resource-operations.ts';
import { LinkToken } from './security.ts';

const firstName = Type.String({ minLength: 1, maxLength: 64, pattern: singleLinePattern });
const lastName = Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern }));

export const RegistrationBody = Type.Object(
  {
    first_name: firstName,
    last_name: lastName,
    email: Type.String({ minLength: 3, maxLength: 254, pattern: newAddressPattern }),
    /** The language of the mail. */
    locale: Type.Optional(Type.String({ maxLength: 20 })),
  },
  { additionalProperties: false },
);
export type RegistrationBody = Static<typeof RegistrationBody>;

export const ActivationBody = Type.Object(
  {
    token: LinkToken,
    username: Type.String({ minLength: 1, maxLength: 64, pattern: userNamePattern }),
    first_name: firstName,
    last_name: lastName,
    password: Type.String({ maxLength: 1024 }),
  },
  { additionalProperties: false },
);
export type ActivationBody = Static<typeof ActivationBody>;

/** Somebody who asked for an account and has not used the link yet. */
export const WireRegistration = Type.Object({
  id: Type.Number(),
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  registration_date: Type.String(),
  /** The link is the person's alone: none is told. */
  registration_hash: Type.Null(),
  expires_on: Type.String(),
});
export type WireRegistration = Wire<typeof WireRegistration>;

/** What the reference takes of one: its number, which nobody chooses. */
const NumberBody = Type.Object({ id: Type.Integer() }, { additionalProperties: false });

const tag = 'Registrations';
const read = { verb: 'can_read', view: 'User' } as const;
const write = { verb: 'can_write', view: 'User' } as const;

export const registrationOperations = {
  ask: {
    id: 'registration.ask',
    summary:
      'Mails a link by which an account is made to an address; says of nobody whether he has one. 404 where people do not register',
    tag,
    access: 'public',
    body: RegistrationBody,
    answers: { 200: Message },
    errors: [404, 429],
  },
  read: {
    id: 'registration.read',
    summary: 'For whom a link makes an account',
    tag,
    access: 'public',
    body: Type.Object({ token: LinkToken }, { additionalProperties: false }),
    answers: {
      200: resultOf(Type.Pick(WireRegistration, ['username', 'first_name', 'last_name', 'email'])),
    },
    errors: [404],
  },
  activate: {
    id: 'registration.activate',
    summary: 'Makes the account that a link is for, once, with the user name and password that its owner chooses',
    tag,
    access: 'public',
    body: ActivationBody,
    answers: { 200: Done },
    errors: [404, 409],
  },
  list: {
    id: 'registration.list',
    summary: 'Who asked for an account and has not used the link yet',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireRegistration) },
  },
  info: infoOperation({
    id: 'registration.info',
    summary: 'What the caller may do with registrations',
    tag,
    access: read,
  }),
  distinct: distinctOperation({
    id: 'registration.distinct',
    summary: 'Names and addresses of those who asked for an account',
    tag,
    access: read,
  }),
  related: relatedOperation({
    id: 'registration.related',
    summary: 'Nothing: a registration is related to no other object',
    tag,
    access: read,
  }),
  create: {
    id: 'registration.create',
    summary: 'Refused: people ask for accounts themselves',
    tag,
    access: write,
    body: NumberBody,
    answers: { 201: itemOf(NumberBody) },
    errors: [422],
  },
  change: {
    id: 'registration.update',
    summary: 'Refused: what somebody wrote of himself is changed by nobody else',
    tag,
    access: write,
    params: IdParams,
    body: NumberBody,
    answers: { 200: resultOf(NumberBody) },
    errors: [422],
  },
  get: {
    id: 'registration.get',
    summary: 'One who asked for an account',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: shownOf(WireRegistration) },
  },
  delete: {
    id: 'registration.delete',
    summary: 'Forgets who asked for an account: the link holds no longer',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  letIn: {
    id: 'registration.let_in',
    summary:
      'Makes the account before its owner has used the link, and mails a link by which the password is chosen; the answer holds it where the mail did not go',
    tag,
    access: write,
    needsPerson: true,
    params: IdParams,
    body: Type.Object({ locale: Type.Optional(Type.String({ maxLength: 20 })) }, { additionalProperties: false }),
    answers: {
      200: resultOf(
        Type.Object({
          username: Type.String(),
          is_mailed: Type.Boolean(),
          url: nullable(Type.String()),
          expires_on: Type.String(),
        }),
      ),
    },
    errors: [409],
  },
} as const satisfies Operations;
