import type { ActivationBody, RegistrationBody } from '@powerset/contract';
import { createToken, hashPassword, hashToken, insertUser } from '../../../access/index.ts';
import { AppError, fieldError, notFound, tooMany } from '../../../http/index.ts';
import type { Row, Store } from '../../../metadata/index.ts';
import type { Services } from '../../../services.ts';
import { setMembers } from '../membership.ts';
import { checkPassword } from '../password-check.ts';
import { freeUserName, suggestUserName } from './user-names.ts';

type Deps = Pick<Services, 'store' | 'now'>;
type MakeDeps = Pick<Services, 'store' | 'now' | 'accounts' | 'config'>;

const hourMs = 3_600_000;
const lifeMs = 24 * hourMs;
/** Nobody's letter box is filled by whoever knows an address. */
const pauseMs = 300_000;
/** Who waits at once, and who asks within an hour, wherever they come from: what an installation of any size has in a day. */
const mostPending = 1000;
const mostHourly = 200;

/** Refuses while more ask than people would; says nothing of anybody. */
export async function checkRoom({ store, now }: Deps): Promise<void> {
  const time = now();
  await store.deleteFrom('registrations').where('expires_on', '<=', time.toISOString()).execute();
  const since = new Date(time.getTime() - hourMs).toISOString();
  const { pending, recent } = await store
    .selectFrom('registrations')
    .select(({ fn, eb }) => [
      fn.countAll<number | bigint>().as('pending'),
      fn.sum<number | bigint | null>(eb.case().when('created_on', '>', since).then(1).else(0).end()).as('recent'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(pending) >= mostPending || Number(recent ?? 0) >= mostHourly) throw tooMany(hourMs);
}

/** What a mail says: a link that makes an account, or whose the address is already. */
export type Notice =
  | { readonly kind: 'link'; readonly token: string }
  | { readonly kind: 'known'; readonly user: Row<'users'> };

/** Notes who asked; null where no mail goes, as one did a moment ago or the account may not be used. */
export async function noteRegistration({ store, now }: Deps, body: RegistrationBody): Promise<Notice | null> {
  const time = now();
  const key = body.email.toLowerCase();
  const token = createToken();
  const owners = await findOwners(store, key);
  const isNoted = await store.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('registrations')
      .where('address_key', '=', key)
      .where('created_on', '<=', new Date(time.getTime() - pauseMs).toISOString())
      .execute();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('registrations')
      .values({
        ...{ address_key: key, token_hash: hashToken(token), is_known: owners.length > 0 ? 1 : 0 },
        ...{ username: suggestUserName(key), email: body.email },
        ...{ first_name: body.first_name, last_name: body.last_name ?? '' },
        created_on: time.toISOString(),
        expires_on: new Date(time.getTime() + (owners.length > 0 ? pauseMs : lifeMs)).toISOString(),
      })
      .onConflict((conflict) => conflict.column('address_key').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  });
  if (!isNoted) return null;
  if (owners.length === 0) return { kind: 'link', token };
  const user = owners.find(({ is_active: isActive }) => isActive === 1);
  return user ? { kind: 'known', user } : null;
}

/** Who has the address, whether or not they may sign in: whoever was switched off comes back by no new account. */
const findOwners = (store: Store, key: string) =>
  store
    .selectFrom('users')
    .selectAll()
    .where(({ fn, eb }) => eb(fn<string>('lower', ['email']), '=', key))
    .orderBy('id')
    .limit(5)
    .execute();

/** Whom a link that holds is for. */
export async function getByToken({ store, now }: Deps, token: string): Promise<Row<'registrations'>> {
  const row = await store
    .selectFrom('registrations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('is_known', '=', 0)
    .where('expires_on', '>', now().toISOString())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Makes the account of a link, which holds no longer then. */
export async function activate(deps: MakeDeps, body: ActivationBody): Promise<number> {
  const row = await getByToken(deps, body.token);
  checkPassword(body.password, body.username);
  const passwordHash = await hashPassword(body.password);
  return makeAccount(deps, row, async (transaction) => {
    const taken = await transaction
      .selectFrom('users')
      .select('id')
      // Who would be taken for somebody else is refused too.
      .where(({ fn, eb }) => eb(fn<string>('lower', ['username']), '=', body.username.toLowerCase()))
      .executeTakeFirst();
    if (taken) throw fieldError({ username: ['Somebody else has this name. Choose another one.'] });
    return {
      ...{ username: body.username, passwordHash, changedOn: true },
      ...{ firstName: body.first_name, lastName: body.last_name ?? '' },
    };
  });
}

/** Makes the account before its owner has shown that the address is his; nobody knows its password. */
export async function letIn(deps: MakeDeps, id: number): Promise<number> {
  const row = await getPending(deps, id);
  const passwordHash = await hashPassword(createToken(48));
  return makeAccount(deps, row, async (transaction) => ({
    ...{ username: await freeUserName(transaction, row.username), passwordHash, changedOn: false },
    ...{ firstName: row.first_name, lastName: row.last_name },
  }));
}

export async function getPending({ store, now }: Deps, id: number): Promise<Row<'registrations'>> {
  const row = await store
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .where('is_known', '=', 0)
    .where('expires_on', '>', now().toISOString())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

interface Chosen {
  readonly username: string;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Whether the owner chose the password. */
  readonly changedOn: boolean;
}

async function makeAccount(
  { store, now, accounts, config }: MakeDeps,
  row: Row<'registrations'>,
  choose: (transaction: Store) => Promise<Chosen>,
): Promise<number> {
  const made = await store.transaction().execute(async (transaction) => {
    const time = now();
    // Of two who use one link at the same moment only one finds it.
    const { numDeletedRows } = await transaction
      .deleteFrom('registrations')
      .where('token_hash', '=', row.token_hash)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    // Made by an administrator meanwhile.
    if ((await findOwners(transaction, row.address_key)).length > 0) throw notFound();
    const { changedOn, ...chosen } = await choose(transaction);
    const id = await insertUser(transaction, { ...chosen, email: row.email, now: time });
    const wanted = await rolesOfNewcomers(transaction, config.registration?.roles ?? []);
    await setMembers(transaction, 'roles of user', { id, wanted, field: 'roles', by: { id }, now: time });
    if (changedOn)
      await transaction
        .updateTable('users')
        .set({ credentials_changed_on: time.toISOString() })
        .where('id', '=', id)
        .execute();
    return id;
  });
  accounts.forget();
  return made;
}

async function rolesOfNewcomers(store: Store, names: readonly string[]): Promise<readonly number[]> {
  const rows =
    names.length === 0 ? [] : await store.selectFrom('roles').select('id').where('name', 'in', names).execute();
  if (rows.length > 0) return rows.map(({ id }) => id);
  throw new AppError('CONFLICT_ERROR', {
    params: { message: 'There is no role for those who register. Tell whoever runs this server.' },
  });
}
