import { sql } from 'kysely';
import { isAdmin, type User } from '../../access/index.ts';
import { commandError, fieldError } from '../../http/index.ts';
import { laterThan } from '../../lists/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { changesAdministrator, findAdministrators } from './administrators.ts';
import { assertAdministrator } from './user-deletion.ts';

/** What joins people, groups and roles, seen from one of the two sides. */
const pairings = {
  'roles of user': { table: 'user_roles', own: 'user_id', other: 'role_id', owner: 'users', others: 'roles' },
  'users of role': { table: 'user_roles', own: 'role_id', other: 'user_id', owner: 'roles', others: 'users' },
  'groups of user': { table: 'user_groups', own: 'user_id', other: 'group_id', owner: 'users', others: 'groups' },
  'users of group': { table: 'user_groups', own: 'group_id', other: 'user_id', owner: 'groups', others: 'users' },
  'roles of group': { table: 'group_roles', own: 'group_id', other: 'role_id', owner: 'groups', others: 'roles' },
  'groups of role': { table: 'group_roles', own: 'role_id', other: 'group_id', owner: 'roles', others: 'groups' },
} as const;
export type Pairing = keyof typeof pairings;

const absent = {
  users: (id: number) => `There is no user ${id}.`,
  groups: (id: number) => `There is no group ${id}.`,
  roles: (id: number) => `There is no role ${id}.`,
};

/** Ids in a statement, however many there are. */
export const idsOf = (ids: readonly number[]) =>
  sql<number>`(select cast(value as integer) from json_each(${JSON.stringify(ids)}))`;

export interface Members {
  readonly id: number;
  readonly wanted: readonly number[];
  /** The field of the call that named them. */
  readonly field: string;
}

/** Says anew what is joined to one thing; whoever has the other side open meanwhile is told before saving over it. */
export async function setMembers(
  store: Store,
  pairing: Pairing,
  { id, wanted, field, by, now }: Members & { readonly by: Pick<User, 'id'>; readonly now: Date },
): Promise<void> {
  const { table, own, other, others } = pairings[pairing];
  const ids = [...new Set(wanted)];
  await assertThere(store, others, { ids, field });
  const { rows } = await sql<{ readonly id: number }>`
    select ${sql.ref(other)} as id from ${sql.table(table)} where ${sql.ref(own)} = ${id}`.execute(store);
  const had = new Set(rows.map((row) => row.id));
  const kept = new Set(ids);
  const [added, removed] = [ids.filter((one) => !had.has(one)), [...had].filter((one) => !kept.has(one))];
  await sql`
    delete from ${sql.table(table)}
    where ${sql.ref(own)} = ${id} and ${sql.ref(other)} in ${idsOf(removed)}`.execute(store);
  await sql`
    insert into ${sql.table(table)} (${sql.ref(own)}, ${sql.ref(other)})
    select cast(${id} as integer), cast(value as integer) from json_each(${JSON.stringify(added)})`.execute(store);
  await touch(store, others, { ids: [...added, ...removed], by, now });
}

async function assertThere(
  store: Store,
  table: keyof typeof absent,
  { ids, field }: { readonly ids: readonly number[]; readonly field: string },
): Promise<void> {
  const rows = await store.selectFrom(table).select('id').where('id', 'in', idsOf(ids)).execute();
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw fieldError({ [field]: [absent[table](missing)] });
}

async function touch(
  store: Store,
  table: keyof typeof absent,
  { ids, by, now }: { readonly ids: readonly number[]; readonly by: Pick<User, 'id'>; readonly now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const { last } = await store
    .selectFrom(table)
    .select(({ fn }) => fn.max('changed_on').as('last'))
    .where('id', 'in', idsOf(ids))
    .executeTakeFirstOrThrow();
  const stamp = { changed_on: laterThan(last, now), changed_by_fk: by.id };
  await store.updateTable(table).set(stamp).where('id', 'in', idsOf(ids)).execute();
}

/**
 * Changes who holds which role. Nobody reaches further by it: administrators are made and unmade by administrators, and others do
 * not add to their own roles. An administrator is left, and is one who may not have meant to stop being one.
 */
export async function changeAccess(
  { store, accounts }: Pick<Services, 'store' | 'accounts'>,
  by: User,
  change: (transaction: Store) => Promise<void>,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const before = await readStanding(transaction, by);
    await change(transaction);
    await assertAdministrator(transaction);
    assertAllowed(by, before, await readStanding(transaction, by));
  });
  accounts.forget();
}

interface Standing {
  readonly ownRoles: ReadonlySet<number>;
  readonly administrators: ReadonlySet<number>;
}

async function readStanding(store: Store, by: User): Promise<Standing> {
  const own = await store.selectFrom('held_roles').select('role_id').where('user_id', '=', by.id).execute();
  return {
    ownRoles: new Set(own.map(({ role_id }) => role_id)),
    administrators: await findAdministrators(store),
  };
}

function assertAllowed(by: User, before: Standing, after: Standing): void {
  const isOwnKept = isAdmin(by)
    ? after.administrators.has(by.id)
    : [...after.ownRoles].every((role) => before.ownRoles.has(role));
  if (!isOwnKept) throw commandError('Your own access can only be changed by another administrator.');
  if (!isAdmin(by) && [...after.administrators].some((id) => !before.administrators.has(id)))
    throw commandError('Only an administrator can make somebody an administrator.');
  if (!isAdmin(by) && [...before.administrators].some((id) => !after.administrators.has(id)))
    throw changesAdministrator();
}
