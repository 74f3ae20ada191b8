import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { emailPattern, singleLinePattern } from './names.ts';

export const Credentials = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 256 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
});
export type Credentials = Static<typeof Credentials>;

export const LoginBody = Type.Object({
  ...Credentials.properties,
  provider: Type.Optional(Type.Union([Type.Literal('db'), Type.Literal('ldap')])),
  refresh: Type.Optional(Type.Boolean()),
});
export type LoginBody = Static<typeof LoginBody>;

/** Names stand in addresses and lists, and are typed by hand. */
export const userNamePattern = '^[^\\s/\\\\]+$';

export const SetUpBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 256 }),
  username: Type.String({ minLength: 1, maxLength: 64, pattern: userNamePattern }),
  password: Type.String({ maxLength: 1024 }),
  first_name: Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern })),
  last_name: Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern })),
  email: Type.Optional(Type.String({ maxLength: 320, pattern: emailPattern })),
});
export type SetUpBody = Static<typeof SetUpBody>;

/** The signed-in user as the interface needs it: roles as a map from name to permission pairs. */
export interface WireUser {
  readonly userId: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isAnonymous: boolean;
  readonly isActive: boolean;
  readonly roles: Readonly<Record<string, readonly (readonly [permission: string, view: string])[]>>;
  readonly permissions: Readonly<Record<string, readonly string[]>>;
}

/** Everything a page needs before its first drawing. */
export interface Bootstrap {
  readonly user: WireUser | null;
  readonly needsSetUp: boolean;
  readonly csrfToken: string | null;
  readonly featureFlags: Readonly<Record<string, boolean>>;
  readonly conf: Readonly<Record<string, string | number | null | Readonly<Record<string, string>>>>;
  readonly locale: string;
  readonly version: string;
}

const tag = 'Security';

export const securityEndpoints = {
  login: defineEndpoint({
    id: 'security.login',
    method: 'POST',
    path: '/api/v1/security/login',
    summary: 'Exchanges a user name and password for bearer tokens',
    tag,
    access: 'public',
    body: LoginBody,
    isCsrfExempt: true,
  }),
  refresh: defineEndpoint({
    id: 'security.refresh',
    method: 'POST',
    path: '/api/v1/security/refresh',
    summary: 'Exchanges a refresh token (as bearer) for a new access token',
    tag,
    access: 'public',
    isCsrfExempt: true,
  }),
  csrfToken: defineEndpoint({
    id: 'security.csrf_token',
    method: 'GET',
    path: '/api/v1/security/csrf_token/',
    summary: 'The CSRF token of this session',
    tag,
    access: 'session',
  }),
  setUp: defineEndpoint({
    id: 'security.set_up',
    method: 'POST',
    path: '/api/v1/security/set_up',
    summary: 'Creates the first administrator with the one-time token',
    tag,
    access: 'public',
    body: SetUpBody,
    isCsrfExempt: true,
  }),
  signIn: defineEndpoint({
    id: 'security.sign_in',
    method: 'POST',
    path: '/api/v1/security/sign_in',
    summary: 'Starts a browser session',
    tag,
    access: 'public',
    body: Credentials,
    isCsrfExempt: true,
  }),
  signOut: defineEndpoint({
    id: 'security.sign_out',
    method: 'POST',
    path: '/api/v1/security/sign_out',
    summary: 'Ends this browser session and all bearer tokens of the person',
    tag,
    access: 'session',
  }),
  me: defineEndpoint({
    id: 'me.get',
    method: 'GET',
    path: '/api/v1/me/',
    summary: 'The signed-in user',
    tag: 'Current user',
    access: 'session',
  }),
  myRoles: defineEndpoint({
    id: 'me.roles',
    method: 'GET',
    path: '/api/v1/me/roles/',
    summary: 'The signed-in user with roles and permissions',
    tag: 'Current user',
    access: 'session',
  }),
  bootstrap: defineEndpoint({
    id: 'bootstrap.get',
    method: 'GET',
    path: '/api/v1/bootstrap',
    summary: 'What a page needs before its first drawing',
    tag: 'System',
    access: 'public',
  }),
} as const;
