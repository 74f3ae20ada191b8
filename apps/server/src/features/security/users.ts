import { type NewUserBody, type UserChangeBody, userEndpoints } from '@powerset/contract';
import { NewUserBody as NewUserForm, UserChangeBody as UserChangeForm } from '@powerset/contract/schemas';
import { hashPassword, insertUser, type User } from '../../access/index.ts';
import { fieldError, notFound, parseId, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { laterThan, refuseStale, textOperators, toEnvelope, toInfo, toShown } from '../../lists/index.ts';
import type { RowChange, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { refuseAdministrator } from './administrators.ts';
import { checkKeepsPassword } from './directory/index.ts';
import { findRelatedNamed } from './group-list.ts';
import { changeAccess, setMembers } from './membership.ts';
import { checkPassword } from './password-check.ts';
import { deleteUser, type EndRuns, findRelatedObjects } from './user-deletion.ts';
import { getUser, listUsers, userOrder } from './user-list.ts';

/** Users as administrators make and change them; the built-in roles are there from the start. */
export function registerUsers(router: Router, services: Services, endRunsOf: EndRuns): void {
  const { store } = services;
  registerReads(router, store);
  router.route(userEndpoints.create, async ({ user, body }) => {
    const id = await createUser(services, user, body);
    return { id, result: await getUser(store, id) };
  });
  router.route(userEndpoints.change, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await changeUser(services, { by: user, id, body });
    return { id, result: await getUser(store, id) };
  });
  router.route(userEndpoints.delete, async ({ user, params }) => {
    await deleteUser(services, { by: user, id: parseId(params.id), endRunsOf });
    return { message: 'OK' };
  });
  router.route(userEndpoints.relatedObjects, ({ params }) => findRelatedObjects(store, parseId(params.id)));
}

function registerReads(router: Router, store: Store): void {
  router.route(userEndpoints.list, async ({ query }) => {
    const asked = parseListQuery(query);
    const found = await listUsers(store, asked);
    return toEnvelope({ query: asked, ...found, title: 'List Users', orderColumns: Object.keys(userOrder) });
  });
  router.route(userEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'User',
        verbs: ['can_read', 'can_write'],
        title: 'User',
        addForm: NewUserForm,
        editForm: UserChangeForm,
        unique: ['username'],
        filters: {
          username: ['user_all_text', ...textOperators],
          active: ['eq'],
          roles: ['rel_m_m'],
          groups: ['rel_m_m'],
        },
      },
      parseQ(query),
    ),
  );
  router.route(userEndpoints.get, async ({ params, query }) => {
    const id = parseId(params.id);
    return toShown({ id, row: await getUser(store, id), query: parseListQuery(query), title: 'Show User' });
  });
  router.route(userEndpoints.picture, async ({ params, reply }) => {
    const known = await store.selectFrom('users').select('id').where('id', '=', parseId(params.id)).executeTakeFirst();
    if (!known) throw notFound();
    return reply.code(204).send();
  });
  router.route(userEndpoints.related, async ({ params, query }) => {
    const { column } = params;
    if (column !== 'roles' && column !== 'groups') throw notFound();
    return findRelatedNamed(store, column, parseListQuery(query));
  });
}

async function createUser(services: Services, by: User, body: NewUserBody): Promise<number> {
  const { store, now } = services;
  const taken = await store.selectFrom('users').select('id').where('username', '=', body.username).executeTakeFirst();
  if (taken) throw fieldError({ username: ['Somebody else has this name. Choose another one.'] });
  checkPassword(body.password, body.username);
  if ((body.roles ?? []).length + (body.groups ?? []).length === 0) throw fieldError({ roles: [needsAccess] });
  const passwordHash = await hashPassword(body.password);
  let made = 0;
  await changeAccess(services, by, async (transaction) => {
    made = await insertUser(transaction, {
      username: body.username,
      passwordHash,
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email,
      isActive: body.active,
      now: now(),
    });
    await setAccess(transaction, { by, id: made, body, now: now() });
  });
  return made;
}

/** Whoever is in a group needs no role besides. */
const needsAccess = 'Choose a role or a group.';

interface GivenAccess {
  readonly by: User;
  readonly id: number;
  readonly body: Pick<UserChangeBody, 'roles' | 'groups'>;
  readonly now: Date;
}

async function setAccess(store: Store, { by, id, body: { roles, groups }, now }: GivenAccess): Promise<void> {
  if (roles) await setMembers(store, 'roles of user', { id, wanted: roles, field: 'roles', by, now });
  if (groups) await setMembers(store, 'groups of user', { id, wanted: groups, field: 'groups', by, now });
}

interface UserChange {
  readonly by: User;
  readonly id: number;
  readonly body: UserChangeBody;
}

async function changeUser(services: Services, { by, id, body }: UserChange): Promise<void> {
  const { store, sessions, now } = services;
  const known = await store.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst();
  if (!known) throw notFound();
  await refuseAdministrator(store, by, id);
  refuseOwnAccess(by, id, body);
  if (body.password !== undefined) {
    await checkKeepsPassword(services, id);
    checkPassword(body.password, known.username);
  }
  const described = await toColumns(body, now);
  await changeAccess(services, by, async (transaction) => {
    const row = await transaction.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    await refuseStale(transaction, { what: 'user', ...row }, body.last_modified_time);
    const stamp = { changed_on: laterThan(row.changed_on, now()), changed_by_fk: by.id };
    await transaction
      .updateTable('users')
      .set({ ...described, ...stamp })
      .where('id', '=', id)
      .execute();
    await setAccess(transaction, { by, id, body, now: now() });
    if (body.roles ?? body.groups) await refuseWithoutAccess(transaction, id, body);
    // Whoever is signed in by the old password, or may no longer be, is signed out.
    if (body.password !== undefined || body.active === false) await sessions.endAllOf(id, transaction);
  });
}

/** Somebody must be left who can give access back. */
function refuseOwnAccess(by: User, id: number, body: UserChangeBody): void {
  const field = (['roles', 'groups'] as const).find((name) => body[name]) ?? (body.active === false && 'active');
  if (by.id === id && field)
    throw fieldError({ [field]: ['Your own access can only be changed by another administrator.'] });
}

async function refuseWithoutAccess(store: Store, id: number, body: UserChangeBody): Promise<void> {
  const hasOne = async (table: 'user_roles' | 'user_groups') =>
    (await store.selectFrom(table).select('user_id').where('user_id', '=', id).limit(1).executeTakeFirst()) !==
    undefined;
  if (!((await hasOne('user_roles')) || (await hasOne('user_groups'))))
    throw fieldError({ [body.roles ? 'roles' : 'groups']: [needsAccess] });
}

async function toColumns(body: UserChangeBody, now: Services['now']): Promise<RowChange<'users'>> {
  return {
    ...(body.first_name === undefined ? {} : { first_name: body.first_name }),
    ...(body.last_name === undefined ? {} : { last_name: body.last_name }),
    ...(body.email === undefined ? {} : { email: body.email }),
    ...(body.active === undefined ? {} : { is_active: body.active ? 1 : 0 }),
    ...(body.password === undefined
      ? {}
      : { password_hash: await hashPassword(body.password), credentials_changed_on: now().toISOString() }),
  };
}
