import Type, { type Static } from 'typebox';
import type { Operations, Wire } from '../endpoints.ts';
import { emailPattern, singleLinePattern, userNamePattern } from '../names.ts';
import { identityKinds, passwordLinkPurposes } from '../words.ts';
import { Done, empty, Message, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import { WireChartPlugin, WireRefusedPlugin } from './chart-plugins.ts';
import { nullable } from './fields.ts';
import { samlSignIn } from './saml-sign-in.ts';
import { ScheduleForm } from './saved-queries.ts';

/** Of an authenticator, or for recovery. */
export const FactorCode = Type.String({ minLength: 1, maxLength: 64 });

export const Credentials = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 256 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    /** Powerset's own: of whoever has a second factor. */
    code: Type.Optional(FactorCode),
  },
  { additionalProperties: false },
);
export type Credentials = Static<typeof Credentials>;

export const LinkToken = Type.String({ minLength: 20, maxLength: 100, pattern: '^[\\w-]+$' });

export const PasswordResetBody = Type.Object(
  {
    /** A user name or an e-mail address. */
    name: Type.String({ minLength: 1, maxLength: 320, pattern: singleLinePattern }),
    /** The language of the mail. */
    locale: Type.Optional(Type.String({ maxLength: 20 })),
  },
  { additionalProperties: false },
);
export type PasswordResetBody = Static<typeof PasswordResetBody>;

export const WirePasswordLink = Type.Object({
  purpose: Type.Enum(passwordLinkPurposes),
  username: Type.String(),
  first_name: Type.String(),
});
export type WirePasswordLink = Wire<typeof WirePasswordLink>;

export const LoginBody = Type.Object(
  {
    ...Credentials.properties,
    provider: Type.Optional(Type.Union([Type.Literal('db'), Type.Literal('ldap')])),
    refresh: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type LoginBody = Static<typeof LoginBody>;

export const SetUpBody = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 256 }),
    username: Type.String({ minLength: 1, maxLength: 64, pattern: userNamePattern }),
    password: Type.String({ maxLength: 1024 }),
    first_name: Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern })),
    last_name: Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern })),
    email: Type.Optional(Type.String({ maxLength: 320, pattern: emailPattern })),
  },
  { additionalProperties: false },
);
export type SetUpBody = Static<typeof SetUpBody>;

/** The signed-in user as the interface needs it: roles as a map from name to permission pairs. */
export const WireUser = Type.Object({
  userId: Type.Number(),
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  isAnonymous: Type.Boolean(),
  isActive: Type.Boolean(),
  roles: Type.Record(Type.String(), Type.Array(Type.Tuple([Type.String(), Type.String()]))),
  permissions: Type.Record(Type.String(), Type.Array(Type.String())),
});
export type WireUser = Wire<typeof WireUser>;

/** Everything a page needs before its first drawing. */
export const Bootstrap = Type.Object({
  user: nullable(WireUser),
  /** The user name of the administrator who sees what `user` sees; absent where people see what is theirs. */
  viewedBy: Type.Optional(Type.String()),
  /** Nothing is open to this session before a second factor is set up; absent where it is. */
  needsSecondFactor: Type.Optional(Type.Boolean()),
  needsSetUp: Type.Boolean(),
  csrfToken: nullable(Type.String()),
  featureFlags: Type.Record(Type.String(), Type.Boolean()),
  conf: Type.Record(
    Type.String(),
    Type.Union([
      Type.String(),
      Type.Number(),
      Type.Null(),
      Type.Array(Type.String()),
      Type.Record(Type.String(), Type.String()),
    ]),
  ),
  /** How queries are scheduled here; null where they are not. */
  scheduleForm: nullable(ScheduleForm),
  /** Whether the server runs schedules itself. */
  runsSchedules: Type.Boolean(),
  /** Chart types of the folder of plugins; absent where there are none. */
  chartPlugins: Type.Optional(Type.Array(WireChartPlugin)),
  /** Those that are not offered, and why; who may not read the server's figures sees those that charts may name. */
  refusedPlugins: Type.Optional(Type.Array(WireRefusedPlugin)),
  /** The looks of the product, as documents of themes; absent where it has its own. */
  theme: Type.Optional(Type.Object({ default: nullable(anyObject), dark: nullable(anyObject) })),
  locale: Type.String(),
  version: Type.String(),
});
export type Bootstrap = Wire<typeof Bootstrap>;

/** What people change of themselves; a new password takes the one that it follows. */
export const OwnAccountChange = Type.Object(
  {
    first_name: Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern })),
    last_name: Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern })),
    password: Type.Optional(Type.String({ maxLength: 1024 })),
    /** Powerset's own: whoever finds a browser signed in does not know it. */
    current_password: Type.Optional(Type.String({ maxLength: 1024 })),
  },
  { additionalProperties: false },
);
export type OwnAccountChange = Static<typeof OwnAccountChange>;

/** The signed-in user as clients of the reference know one. */
export const WireMe = Type.Object({
  id: Type.Number(),
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  is_active: Type.Boolean(),
  is_anonymous: Type.Boolean(),
  login_count: Type.Integer(),
});
export type WireMe = Wire<typeof WireMe>;

/** A browser in which somebody is signed in. */
const WireOwnSession = Type.Object({
  id: Type.String(),
  created_on: Type.String(),
  /** To a quarter of an hour. */
  last_used_on: Type.String(),
  user_agent: nullable(Type.String()),
  address: nullable(Type.String()),
  is_current: Type.Boolean(),
});
export type WireOwnSession = Wire<typeof WireOwnSession>;

const WireIdentity = Type.Object({
  /** An OpenID Connect or a SAML provider, or a directory in which the password is kept. */
  kind: Type.Enum(identityKinds),
  issuer: Type.String(),
  created_on: Type.String(),
});

const WireMeWithRoles = Type.Object({
  ...WireMe.properties,
  roles: WireUser.properties.roles,
  permissions: WireUser.properties.permissions,
});

const Tokens = Type.Object({ access_token: Type.String(), refresh_token: Type.Optional(Type.String()) });

const tag = 'Security';

export const securityOperations = {
  login: {
    id: 'security.login',
    summary: 'Exchanges a user name and password for bearer tokens',
    tag,
    access: 'public',
    body: LoginBody,
    answers: { 200: Tokens },
    errors: [429],
  },
  refresh: {
    id: 'security.refresh',
    summary: 'Exchanges a refresh token (as bearer) for a new access token',
    tag,
    access: 'public',
    answers: { 200: Type.Pick(Tokens, ['access_token']) },
  },
  csrfToken: {
    id: 'security.csrf_token',
    summary: 'The CSRF token of this session',
    tag,
    access: 'session',
    answers: { 200: resultOf(Type.String()) },
  },
  setUp: {
    id: 'security.set_up',
    summary: 'Creates the first administrator with the one-time token',
    tag,
    access: 'public',
    body: SetUpBody,
    answers: { 200: Done },
    errors: [429],
  },
  signIn: {
    id: 'security.sign_in',
    summary: 'Starts a browser session',
    tag,
    access: 'public',
    body: Credentials,
    answers: { 200: Done },
    errors: [429],
  },
  askPasswordReset: {
    id: 'security.password_reset',
    summary:
      'Mails a link for a new password to whoever has this user name or e-mail address; says of nobody whether he is there. 404 where no mail is set up',
    tag,
    access: 'public',
    body: PasswordResetBody,
    answers: { 200: Message },
    errors: [404, 429],
  },
  readPasswordLink: {
    id: 'security.password_link_read',
    summary: 'Whose password a link changes',
    tag,
    access: 'public',
    body: Type.Object({ token: LinkToken }, { additionalProperties: false }),
    answers: { 200: resultOf(WirePasswordLink) },
    errors: [404],
  },
  usePasswordLink: {
    id: 'security.password_link_use',
    summary: 'Sets the password of the person that a link is for, once; all sessions and tokens of that person end',
    tag,
    access: 'public',
    body: Type.Object(
      { token: LinkToken, password: Type.String({ maxLength: 1024 }) },
      { additionalProperties: false },
    ),
    answers: { 200: Done },
    errors: [404],
  },
  signOut: {
    id: 'security.sign_out',
    summary:
      'Ends this browser session and all bearer tokens of the person; `redirect` is where the browser signs out at the provider that began it',
    tag,
    access: 'session',
    answers: { 200: Type.Object({ result: Type.String(), redirect: Type.Optional(Type.String()) }) },
  },
  startSingleSignOn: {
    id: 'security.oidc_start',
    summary:
      'Sends the browser to the identity provider, to sign in or, signed in, to connect the account; 404 without one',
    tag,
    access: 'public',
    query: Type.Object(
      { next: Type.Optional(Type.String()), connect: Type.Optional(Type.String()) },
      { additionalProperties: true },
    ),
    answers: { 302: empty('To the provider, or to the sign-in page with why not') },
    errors: [404],
  },
  finishSingleSignOn: {
    id: 'security.oidc_finish',
    summary: 'Where the identity provider sends the browser back',
    tag,
    access: 'public',
    params: Type.Object({ provider: Type.String() }),
    query: Type.Object(
      { state: Type.Optional(Type.String()), error: Type.Optional(Type.String()) },
      { additionalProperties: true },
    ),
    answers: { 302: empty('To where the person wanted to go, or to the sign-in page with why not') },
  },
  ...samlSignIn,
  ownSessions: {
    id: 'me.sessions',
    summary: 'Browsers in which the signed-in user is signed in, the last used first',
    tag: 'Current user',
    access: 'session',
    answers: { 200: resultOf(Type.Array(WireOwnSession)) },
  },
  endOwnSession: {
    id: 'me.sessions_delete',
    summary: 'Signs the user out of one browser',
    tag: 'Current user',
    access: 'session',
    needsPerson: true,
    params: Type.Object({ id: Type.String() }),
    answers: { 200: Message },
  },
  endOtherSessions: {
    id: 'me.sessions_bulk_delete',
    summary: 'Signs the user out of all browsers but the asking one',
    tag: 'Current user',
    access: 'session',
    needsPerson: true,
    answers: { 200: Message },
  },
  identities: {
    id: 'me.identities',
    summary: 'At which identity providers and in which directory the signed-in user is known',
    tag: 'Current user',
    access: 'session',
    answers: { 200: resultOf(Type.Array(WireIdentity)) },
  },
  disconnectIdentity: {
    id: 'me.identities_delete',
    summary: 'Forgets who the signed-in user is at the identity provider, or at that of one kind',
    tag: 'Current user',
    access: 'session',
    query: Type.Object({ kind: Type.Optional(Type.Enum(['provider', 'saml'])) }, { additionalProperties: true }),
    answers: { 200: Done },
  },
  viewAs: {
    id: 'security.view_as',
    summary:
      'Shows this browser what somebody else sees, and lets it change nothing; for administrators, and noted in the log',
    tag,
    access: 'session',
    needsPerson: true,
    body: Type.Object({ username: Type.String({ minLength: 1, maxLength: 256 }) }, { additionalProperties: false }),
    answers: { 200: Done },
    errors: [403, 404, 409, 422],
  },
  endViewAs: {
    id: 'security.view_as_delete',
    summary: 'Ends seeing what somebody else sees',
    tag,
    access: 'session',
    needsPerson: true,
    answers: { 200: Done },
    errors: [404],
  },
  me: {
    id: 'me.get',
    summary: 'The signed-in user',
    tag: 'Current user',
    access: 'session',
    answers: { 200: resultOf(WireMe) },
  },
  changeMe: {
    id: 'me.put',
    summary: 'Changes the signed-in user’s own name or password; a new password ends all other sessions and tokens',
    tag: 'Current user',
    access: 'session',
    body: OwnAccountChange,
    answers: { 200: resultOf(WireMe) },
    errors: [422, 429],
  },
  myRoles: {
    id: 'me.roles',
    summary: 'The signed-in user with roles and permissions',
    tag: 'Current user',
    access: 'session',
    answers: { 200: resultOf(WireMeWithRoles) },
  },
  bootstrap: {
    id: 'bootstrap.get',
    summary: 'What a page needs before its first drawing',
    tag: 'System',
    access: 'public',
    isForGuests: true,
    answers: { 200: Bootstrap },
  },
} as const satisfies Operations;
