import { type NewUserBody, type UserChangeBody, userEndpoints } from '@powerset/contract';
import { findPasswordProblem, hashPassword, type User } from '../../access/index.ts';
import { fieldError, notFound, parseId, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { laterThan, pickRelated, refuseStale, textOperators, toEnvelope, toInfo } from '../../lists/index.ts';
import type { Row, RowChange, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { assertAdministrator, deleteUser, type EndRuns, findRelatedObjects } from './user-deletion.ts';
import { getUser, listUsers, userOrder } from './user-list.ts';

/** Users as administrators make and change them; the built-in roles are there from the start. */
export function registerUsers(router: Router, services: Services, endRunsOf: EndRuns): void {
  const { store } = services;
  registerReads(router, store);
  router.route(userEndpoints.create, async ({ body }) => {
    const id = await createUser(services, body);
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
        addColumns: ['username', 'first_name', 'last_name', 'email', 'active', 'password', 'roles'],
        editColumns: ['first_name', 'last_name', 'email', 'active', 'password', 'roles'],
        filters: { username: ['user_all_text', ...textOperators], active: ['eq'], roles: ['rel_m_m'] },
      },
      parseQ(query),
    ),
  );
  router.route(userEndpoints.related, async ({ params, query }) => {
    if (params.column !== 'roles') throw notFound();
    const roles = await store.selectFrom('roles').selectAll().orderBy('name').execute();
    return pickRelated(
      roles.map(({ id, name }) => ({ text: name, value: id, extra: {} })),
      parseListQuery(query),
    );
  });
}

async function createUser({ store, accounts }: Services, body: NewUserBody): Promise<number> {
  const taken = await store.selectFrom('users').select('id').where('username', '=', body.username).executeTakeFirst();
  if (taken) throw fieldError({ username: ['Somebody else has this name. Choose another one.'] });
  checkPassword(body.password, body.username);
  const roles = await readRoles(store, body.roles);
  const id = await accounts.create({
    username: body.username,
    password: body.password,
    firstName: body.first_name,
    lastName: body.last_name,
    email: body.email,
    roles: roles.map(({ name }) => name),
  });
  if (body.active === false) await store.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute();
  accounts.forget();
  return id;
}

function checkPassword(password: string, username: string): void {
  const problem = findPasswordProblem(password, username);
  if (problem) throw fieldError({ password: [problem] });
}

async function readRoles(store: Store, ids: readonly number[]): Promise<readonly Pick<Row<'roles'>, 'id' | 'name'>[]> {
  const roles = await store
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  const missing = ids.find((id) => !roles.some((role) => role.id === id));
  if (missing !== undefined) throw fieldError({ roles: [`There is no role ${missing}.`] });
  return roles;
}

interface UserChange {
  readonly by: User;
  readonly id: number;
  readonly body: UserChangeBody;
}

async function changeUser(services: Services, { by, id, body }: UserChange): Promise<void> {
  const { store, accounts, sessions, now } = services;
  const known = await store.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst();
  if (!known) throw notFound();
  // Somebody must be left who can give access back.
  if (by.id === id && (body.roles || body.active === false))
    throw fieldError({
      [body.roles ? 'roles' : 'active']: ['Your own access can only be changed by another administrator.'],
    });
  if (body.password !== undefined) checkPassword(body.password, known.username);
  const roles = body.roles ? await readRoles(store, body.roles) : null;
  const described = await toColumns(body, now);
  await store.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    await refuseStale(transaction, { what: 'user', ...row }, body.last_modified_time);
    const stamp = { changed_on: laterThan(row.changed_on, now()), changed_by_fk: by.id };
    await transaction
      .updateTable('users')
      .set({ ...described, ...stamp })
      .where('id', '=', id)
      .execute();
    if (roles) {
      await transaction.deleteFrom('user_roles').where('user_id', '=', id).execute();
      const given = roles.map((role) => ({ user_id: id, role_id: role.id }));
      await transaction.insertInto('user_roles').values(given).execute();
    }
    await assertAdministrator(transaction);
    // Whoever is signed in by the old password, or may no longer be, is signed out.
    if (body.password !== undefined || body.active === false) await sessions.endAllOf(id, transaction);
  });
  accounts.forget();
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
