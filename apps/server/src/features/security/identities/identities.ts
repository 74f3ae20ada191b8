import { emailPattern, singleLinePattern, userNamePattern } from '@powerset/contract';
import { createToken, hashPassword, insertUser } from '../../../access/index.ts';
import type { Row, Store } from '../../../metadata/index.ts';
import type { Services } from '../../../services.ts';
import type { Claims, IdentityRules } from './claims.ts';
import { namesIn, rolesOf, setRoles } from './roles.ts';

/** Why somebody who is known at the provider does not come in. */
export type Refusal =
  | 'no_name'
  | 'name_taken'
  | 'unknown'
  | 'no_role'
  | 'inactive'
  | 'connected_elsewhere'
  | 'other_connected';
export type Found = { readonly userId: number } | { readonly refusal: Refusal };

export interface IdentityDeps extends Pick<Services, 'store' | 'accounts' | 'sessions' | 'now' | 'log'> {
  readonly settings: IdentityRules;
}

/**
 * The person of ours who somebody is at the provider: by the provider's own name for him (`sub`) and by nothing else that he
 * could have changed. Names, address and roles are brought up to date.
 */
export async function findByIdentity(deps: IdentityDeps, claims: Claims): Promise<Found> {
  const { store, accounts } = deps;
  // A password that nobody knows; whoever has an account keeps his own.
  const newHash = (await readIdentity(store, claims)) ? '' : await hashPassword(createToken(48));
  const found = await store.transaction().execute(async (transaction) => {
    const known = await readIdentity(transaction, claims);
    const owner = known ?? (await findOrMake({ ...deps, store: transaction }, claims, newHash));
    if ('refusal' in owner) return owner;
    return bringUpToDate({ ...deps, store: transaction }, owner, claims);
  });
  accounts.forget();
  return found;
}

async function readIdentity(store: Store, { issuer, subject }: Claims) {
  return store
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

type Owner = Row<'users'> | { readonly refusal: Refusal };

async function findOrMake(deps: IdentityDeps, claims: Claims, passwordHash: string): Promise<Owner> {
  const { store, settings, now } = deps;
  const username = userNameOf(claims, settings);
  if (username === null) return { refusal: 'no_name' };
  const named = await store.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();
  if (named && !settings.trustsUserNames) return { refusal: 'name_taken' };
  if (named && (await hasIdentity(store, named.id, claims))) return { refusal: 'name_taken' };
  if (!named && !settings.createsUsers) return { refusal: 'unknown' };
  // Whoever would hold no role afterwards is not made.
  const roles = await rolesOf(deps, claims);
  if (!named && roles.length === 0) return { refusal: 'no_role' };
  const id = named?.id ?? (await insertUser(store, { username, passwordHash, now: now() }));
  await connect({ store, now }, id, claims);
  if (!named) await setRoles({ store, now: now() }, id, roles);
  return store.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function hasIdentity(store: Store, userId: number, { issuer }: Claims): Promise<boolean> {
  const row = await store
    .selectFrom('user_identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

async function connect({ store, now }: Pick<IdentityDeps, 'store' | 'now'>, userId: number, claims: Claims) {
  const { issuer, subject } = claims;
  const values = { issuer, subject, user_id: userId, created_on: now().toISOString() };
  await store.insertInto('user_identities').values(values).execute();
}

async function bringUpToDate(deps: IdentityDeps, owner: Row<'users'>, claims: Claims): Promise<Found> {
  const { store, settings, sessions, now } = deps;
  if (owner.is_active !== 1) return { refusal: 'inactive' };
  const { id } = owner;
  const roles = settings.rolesClaim !== null && settings.syncsRoles ? await rolesOf(deps, claims) : null;
  if (!(await holdsRoles({ store, sessions, now }, id, roles))) return { refusal: 'no_role' };
  const facts = factsOf(claims);
  if (Object.keys(facts).length > 0) await store.updateTable('users').set(facts).where('id', '=', id).execute();
  return { userId: id };
}

/** Gives the roles, unless they are given here, and answers whether the person holds one then. */
async function holdsRoles(
  { store, sessions, now }: Pick<IdentityDeps, 'store' | 'sessions' | 'now'>,
  id: number,
  roles: readonly number[] | null,
): Promise<boolean> {
  if (roles) await setRoles({ store, now: now() }, id, roles);
  const held = await store.selectFrom('held_roles').select('role_id').where('user_id', '=', id).executeTakeFirst();
  // What the provider no longer lets in is not left signed in elsewhere.
  if (!held) await sessions.endAllOf(id, store);
  return held !== undefined;
}

/** Brings the roles of somebody up to date who is not signing in. */
export async function followGroups(
  deps: Pick<IdentityDeps, 'store' | 'sessions' | 'now'>,
  userId: number,
  roles: readonly number[],
): Promise<void> {
  await deps.store.transaction().execute((store) => holdsRoles({ ...deps, store }, userId, roles));
}

/** Who is signed in already says who he is at the provider. */
export async function connectIdentity(deps: IdentityDeps, userId: number, claims: Claims): Promise<Found> {
  const { store, now } = deps;
  return store.transaction().execute(async (transaction): Promise<Found> => {
    const known = await readIdentity(transaction, claims);
    if (known && known.id !== userId) return { refusal: 'connected_elsewhere' };
    if (known) return { userId };
    if (await hasIdentity(transaction, userId, claims)) return { refusal: 'other_connected' };
    await connect({ store: transaction, now }, userId, claims);
    return { userId };
  });
}

const maxUserName = 64;

function userNameOf({ values }: Claims, { userNameClaim }: IdentityRules): string | null {
  const [name] = namesIn(values, userNameClaim);
  return name !== undefined && name.length <= maxUserName && new RegExp(userNamePattern).test(name) ? name : null;
}

/** What of a person's facts the provider tells in a form that is taken here; an address only where it was looked at. */
function factsOf({ values }: Claims) {
  const line = (value: unknown) =>
    typeof value === 'string' && value !== '' && value.length <= 64 && new RegExp(singleLinePattern).test(value)
      ? value
      : undefined;
  const [first, last] = [line(values.given_name) ?? line(values.name), line(values.family_name)];
  const { email, email_verified: isVerified } = values;
  const isAddress = typeof email === 'string' && email.length <= 320 && new RegExp(emailPattern).test(email);
  return {
    ...(first === undefined ? {} : { first_name: first }),
    ...(last === undefined ? {} : { last_name: last }),
    ...(isAddress && email !== '' && isVerified !== false ? { email } : {}),
  };
}
