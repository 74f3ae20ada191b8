import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';
import { emailPattern, singleLinePattern } from './names.ts';
import { userNamePattern } from './security.ts';

const personName = Type.Optional(Type.String({ maxLength: 64, pattern: singleLinePattern }));
const described = {
  first_name: personName,
  last_name: personName,
  email: Type.Optional(Type.String({ maxLength: 320, pattern: emailPattern })),
  active: Type.Optional(Type.Boolean()),
};
const RoleIds = Type.Array(Type.Integer(), { minItems: 1, maxItems: 50 });

export const NewUserBody = Type.Object({
  ...described,
  username: Type.String({ minLength: 1, maxLength: 64, pattern: userNamePattern }),
  password: Type.String({ maxLength: 1024 }),
  /** Ids of roles. */
  roles: RoleIds,
});
export type NewUserBody = Static<typeof NewUserBody>;

/** What is left out stays as it is. */
export const UserChangeBody = Type.Object({
  ...described,
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  roles: Type.Optional(RoleIds),
  /** When the caller read the user, as the list says; without it, he overwrites what others saved since. */
  last_modified_time: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});
export type UserChangeBody = Static<typeof UserChangeBody>;

/** A user as it stands inside other objects. */
export interface WirePerson {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
}

/** A user as administrators see one. */
export interface WireAccount {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly active: boolean;
  readonly last_login: string | null;
  readonly last_modified_time: number;
  /** Null while it is the one that the user was made with. */
  readonly credentials_changed_on: string | null;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
}

/** How much a user owns. */
export interface WireBelongings {
  /** Nobody else owns them: only administrators could change them. */
  readonly charts: { readonly count: number };
  readonly dashboards: { readonly count: number };
  readonly datasets: { readonly count: number };
  /** Theirs alone: deleted with them. */
  readonly saved_queries: { readonly count: number };
}

const tag = 'Users';

export const userEndpoints = {
  list: defineEndpoint({
    id: 'user.list',
    method: 'GET',
    path: '/api/v1/security/users/',
    summary: 'Users with their roles',
    tag,
    access: { verb: 'can_read', view: 'User' },
    query: QParameter,
  }),
  info: defineEndpoint({
    id: 'user.info',
    method: 'GET',
    path: '/api/v1/security/users/_info',
    summary: 'What the caller may do with users',
    tag,
    access: { verb: 'can_read', view: 'User' },
    query: QParameter,
  }),
  related: defineEndpoint({
    id: 'user.related',
    method: 'GET',
    path: '/api/v1/security/users/related/:column',
    summary: 'Roles, for pickers',
    tag,
    access: { verb: 'can_read', view: 'User' },
    params: ColumnParams,
    query: QParameter,
  }),
  create: defineEndpoint({
    id: 'user.create',
    method: 'POST',
    path: '/api/v1/security/users/',
    summary: 'Creates a user',
    tag,
    access: { verb: 'can_write', view: 'User' },
    body: NewUserBody,
  }),
  change: defineEndpoint({
    id: 'user.change',
    method: 'PUT',
    path: '/api/v1/security/users/:id',
    summary: 'Changes a user: names, password, roles, whether signing in is allowed',
    tag,
    access: { verb: 'can_write', view: 'User' },
    params: IdParams,
    body: UserChangeBody,
  }),
  delete: defineEndpoint({
    id: 'user.delete',
    method: 'DELETE',
    path: '/api/v1/security/users/:id',
    summary: 'Deletes a user with all that is theirs alone; what others use too stays, without them as its owner',
    tag,
    access: { verb: 'can_write', view: 'User' },
    params: IdParams,
  }),
  relatedObjects: defineEndpoint({
    id: 'user.related_objects',
    method: 'GET',
    path: '/api/v1/security/users/:id/related_objects/',
    summary: 'How much a user owns: what stays without an owner, and what would be deleted with them',
    tag,
    access: { verb: 'can_write', view: 'User' },
    params: IdParams,
  }),
} as const;
