import { type NewRow, rightsVersion, type Store } from '../metadata/index.ts';
import { hashPassword } from './passwords.ts';
import { builtInRoles, permissionKey } from './permissions.ts';
import { isAdmin, type User } from './policy.ts';
import { createRolePermissions, type RolePermissions } from './role-permissions.ts';

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly roles: readonly string[];
}

/** What an administrator is called who gave no name: a user name is nobody's to read. */
export const unnamedAdmin = { firstName: 'Admin', lastName: 'User' } as const;

/** Of whom a second factor is asked. */
export type RequiredFactor = 'nobody' | 'admins' | 'everybody';

/** Users with their roles and permissions. Remembers them until something of that is written, here or by another process, or `forget` is called, as after a transaction. */
export interface Accounts {
  findUser(id: number): Promise<User | undefined>;
  anonymous(): Promise<User>;
  /** A visitor who holds this role alone. */
  visitorsLike(roleName: string): Promise<User>;
  hasUsers(): Promise<boolean>;
  /** Creates the built-in roles and brings their permissions up to date. */
  syncRoles(): Promise<void>;
  create(account: NewAccount): Promise<number>;
  forget(): void;
}

interface AccountsOptions {
  readonly store: Store;
  readonly now: () => Date;
  readonly publicRoleLike: string | null;
  /** Of whom a second factor is asked besides the password. */
  readonly requiredFactor: RequiredFactor;
}

export function createAccounts({ store, now, publicRoleLike, requiredFactor }: AccountsOptions): Accounts {
  const known = new Map<number | string, Promise<User | undefined>>();
  const permissions = createRolePermissions(store);
  let version = rightsVersion(store);
  const forget = () => {
    known.clear();
    permissions.forget();
  };
  /** What is remembered, unless somebody wrote meanwhile, in whichever process. */
  const remembered = () => {
    const latest = rightsVersion(store);
    if (latest !== version || known.size >= mostKnown) forget();
    version = latest;
    return known;
  };
  return {
    findUser: (id) => remember(remembered(), id, () => loadUser(store, id, { permissions, requiredFactor })),
    anonymous: async () => (await remember(remembered(), 0, () => loadAnonymous(store, publicRoleLike))) as User,
    visitorsLike: async (name) => (await remember(remembered(), name, () => loadVisitor(store, [name]))) as User,
    hasUsers: async () => (await store.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined,
    syncRoles: async () => {
      await syncRoles(store);
      forget();
    },
    create: async (account) => {
      const id = await createAccount(store, account, now());
      forget();
      return id;
    },
    forget,
  };
}

function remember<K, T>(known: Map<K, Promise<T>>, id: K, load: () => Promise<T>): Promise<T> {
  const found = known.get(id);
  if (found) return found;
  const loading = load();
  known.set(id, loading);
  loading.catch(() => known.delete(id));
  return loading;
}

/** More people than this are forgotten together. */
const mostKnown = 20_000;

interface UserLoading {
  readonly permissions: RolePermissions;
  readonly requiredFactor: RequiredFactor;
}

async function loadUser(
  store: Store,
  id: number,
  { permissions, requiredFactor }: UserLoading,
): Promise<User | undefined> {
  const row = await store
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .executeTakeFirst();
  if (!row) return undefined;
  const roles = await store
    .selectFrom('held_roles')
    .innerJoin('roles', 'roles.id', 'held_roles.role_id')
    .select(['roles.id', 'roles.name'])
    .where('held_roles.user_id', '=', id)
    .orderBy('roles.id')
    .execute();
  const user: User = {
    id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isAnonymous: false,
    tokenEpoch: row.token_epoch,
    roles,
    permissions: await permissions.of(roles.map((role) => role.id)),
  };
  return { ...user, needsFactor: isFactorRequired(requiredFactor, user) && !(await hasFactor(store, id)) };
}

/** Whether the settings ask a second factor of this person. */
export function isFactorRequired(required: RequiredFactor, user: User): boolean {
  return required === 'everybody' || (required === 'admins' && isAdmin(user));
}

/** Whether a person has something to show besides the password: an authenticator app, or a passkey. */
export async function hasFactor(store: Store, userId: number): Promise<boolean> {
  return (await findWithFactor(store, [userId])).has(userId);
}

/** Those of these people who have something to show besides the password. */
export async function findWithFactor(store: Store, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await store
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .where('confirmed_on', 'is not', null)
    .union(
      store
        .selectFrom('passkeys')
        .select('user_id')
        .where('user_id', 'in', [...userIds]),
    )
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

async function loadAnonymous(store: Store, publicRoleLike: string | null): Promise<User> {
  const visitor = await loadVisitor(store, publicRoleLike ? ['Public', publicRoleLike] : ['Public']);
  return { ...visitor, roles: visitor.roles.filter((role) => role.name === 'Public') };
}

async function loadVisitor(store: Store, names: readonly string[]): Promise<User> {
  const roles = await store
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('name', 'in', [...names])
    .execute();
  return {
    id: 0,
    username: '',
    firstName: '',
    lastName: '',
    email: '',
    isAnonymous: true,
    tokenEpoch: 0,
    roles,
    permissions: await createRolePermissions(store).of(roles.map((role) => role.id)),
  };
}

async function syncRoles(store: Store): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    for (const [name, permissions] of Object.entries(builtInRoles)) {
      const found = await transaction.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst();
      const role =
        found ?? (await transaction.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow());
      const rows = await transaction
        .selectFrom('role_permissions')
        .select(['permission', 'view'])
        .where('role_id', '=', role.id)
        .execute();
      const present = new Set(rows.map(permissionKey));
      const missing = permissions.filter((pair) => !present.has(permissionKey(pair)));
      if (missing.length > 0) {
        const values: NewRow<'role_permissions'>[] = missing.map((pair) => ({ role_id: role.id, ...pair }));
        await transaction.insertInto('role_permissions').values(values).execute();
      }
    }
  });
}

async function createAccount(store: Store, account: NewAccount, now: Date): Promise<number> {
  const passwordHash = await hashPassword(account.password);
  return store.transaction().execute(async (transaction) => {
    const isFirst = !(await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst());
    const id = await insertUser(transaction, { ...account, passwordHash, now });
    const roles = await transaction
      .selectFrom('roles')
      .select('id')
      .where('name', 'in', [...account.roles])
      .execute();
    for (const role of roles)
      await transaction.insertInto('user_roles').values({ user_id: id, role_id: role.id }).execute();
    if (isFirst) await adoptDashboards(transaction, id);
    return id;
  });
}

/** Dashboards that were there before anybody, the examples, belong to the first who comes. */
async function adoptDashboards(store: Store, userId: number): Promise<void> {
  // By the store itself: a list of thousands has more values than one statement takes.
  await store
    .insertInto('owners')
    .columns(['object_type', 'object_id', 'user_id'])
    .expression((rows) =>
      rows
        .selectFrom('dashboards')
        .select(({ val, lit }) => [val('dashboard').as('object_type'), 'id as object_id', lit(userId).as('user_id')]),
    )
    .execute();
}

interface NewUser extends Omit<NewAccount, 'password' | 'roles'> {
  readonly passwordHash: string;
  readonly now: Date;
  readonly isActive?: boolean;
}

/** A user who holds no role yet. */
export async function insertUser(store: Store, user: NewUser): Promise<number> {
  const stamp = user.now.toISOString();
  const { id } = await store
    .insertInto('users')
    .values({
      username: user.username,
      first_name: user.firstName ?? user.username,
      last_name: user.lastName ?? '',
      email: user.email ?? '',
      password_hash: user.passwordHash,
      is_active: user.isActive === false ? 0 : 1,
      created_on: stamp,
      changed_on: stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
