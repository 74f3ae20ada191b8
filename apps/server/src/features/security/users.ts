import { type NewUserBody, type UserChangeBody, userEndpoints, type WireAccount } from '@powerset/contract';
import { findPasswordProblem, hashPassword, type User } from '../../access/index.ts';
import { fieldError, notFound, parseId, type Router } from '../../http/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

/** Users as administrators make and change them; the built-in roles are there from the start. */
export function registerUsers(router: Router, services: Services): void {
  const { store } = services;
  router.route(userEndpoints.roles, async () => {
    const result = await store.selectFrom('roles').select(['id', 'name']).orderBy('id').execute();
    return { count: result.length, ids: result.map(({ id }) => id), result };
  });
  router.route(userEndpoints.list, async () => {
    const result = await loadAccounts(store);
    return { count: result.length, ids: result.map(({ id }) => id), result };
  });
  router.route(userEndpoints.create, async ({ body, reply }) => {
    const id = await createUser(services, body);
    return reply.code(201).send({ id, result: (await loadAccounts(store, id))[0] });
  });
  router.route(userEndpoints.change, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await changeUser(services, { by: user, id, body });
    return { id, result: (await loadAccounts(store, id))[0] };
  });
}

async function loadAccounts(store: Store, id?: number): Promise<readonly WireAccount[]> {
  const users = store.selectFrom('users').selectAll().orderBy('username');
  const rows = await (id === undefined ? users : users.where('id', '=', id)).execute();
  const roles = await store
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_roles.user_id', 'roles.id', 'roles.name'])
    .orderBy('roles.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    active: row.is_active === 1,
    last_login: row.last_login ?? null,
    roles: roles.filter((role) => role.user_id === row.id).map((role) => ({ id: role.id, name: role.name })),
  }));
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

async function changeUser({ store, accounts, sessions, now }: Services, { by, id, body }: UserChange): Promise<void> {
  const row = await store.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  // Somebody must be left who can give access back.
  if (by.id === id && (body.roles || body.active === false))
    throw fieldError({
      [body.roles ? 'roles' : 'active']: ['Your own access can only be changed by another administrator.'],
    });
  if (body.password !== undefined) checkPassword(body.password, row.username);
  const roles = body.roles ? await readRoles(store, body.roles) : null;
  const values = {
    ...(body.first_name === undefined ? {} : { first_name: body.first_name }),
    ...(body.last_name === undefined ? {} : { last_name: body.last_name }),
    ...(body.email === undefined ? {} : { email: body.email }),
    ...(body.active === undefined ? {} : { is_active: body.active ? 1 : 0 }),
    ...(body.password === undefined ? {} : { password_hash: await hashPassword(body.password) }),
    changed_on: now().toISOString(),
  };
  await store.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set(values).where('id', '=', id).execute();
    if (roles) {
      await transaction.deleteFrom('user_roles').where('user_id', '=', id).execute();
      const given = roles.map((role) => ({ user_id: id, role_id: role.id }));
      await transaction.insertInto('user_roles').values(given).execute();
    }
  });
  // Whoever is signed in by the old password, or may no longer be, is signed out.
  if (body.password !== undefined || body.active === false) await sessions.endAllOf(id);
  accounts.forget();
}
