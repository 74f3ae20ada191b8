import type { ApiKeyScope } from '@powerset/contract';
import { type Row, type Store, writeUnlessFull } from '../metadata/index.ts';
import type { Accounts } from './accounts.ts';
import { toNetwork } from './networks.ts';
import type { User } from './policy.ts';
import { createToken, hashToken } from './secrets.ts';

/** How every key begins: it tells keys from other bearer tokens, and those who look for leaked secrets what they found. */
export const apiKeyPrefix = 'ps_';

export interface NewApiKey {
  readonly userId: number;
  readonly name: string;
  readonly scopes: ApiKeyScope;
  readonly expiresOn: Date;
}

/** Keys with which programs call as a person, with that person's rights of the moment. */
export interface ApiKeys {
  /** The key is in the answer and nowhere else. */
  create(key: NewApiKey): Promise<{ readonly row: Row<'api_keys'>; readonly key: string }>;
  /** Who calls by a key; undefined for one that is wrong or has ended, and the wait in seconds for who guesses. */
  read(key: string, address: string): Promise<User | number | undefined>;
}

interface ApiKeysOptions {
  readonly store: Store;
  readonly accounts: Pick<Accounts, 'findUser'>;
  readonly now: () => Date;
}

const keyLength = apiKeyPrefix.length + 43;
const shownLength = 10;
const useEveryMs = 60_000;
const maxRemembered = 5000;

export function createApiKeys(options: ApiKeysOptions): ApiKeys {
  const { store, accounts, now } = options;
  const guesses = createGuessCounter(now);
  // Keys that were right lately: guessing from one's network does not hold them up.
  const uses = new Map<string, number>();
  const users = new WeakMap<User, Map<number, User>>();
  return {
    create: (given) => createKey(options, given),
    read: async (key, address) => {
      const hash = hashToken(key);
      const wait = uses.has(hash) ? 0 : guesses.waitOf(address);
      if (wait > 0) return wait;
      const row = key.length === keyLength ? await findLiving(store, hash, now()) : undefined;
      const owner = row && (await accounts.findUser(row.user_id));
      if (!row || !owner) {
        uses.delete(hash);
        guesses.add(address);
        return undefined;
      }
      await noteUse({ store, uses, now: now() }, hash);
      return withKey(users, owner, row);
    },
  };
}

async function createKey({ store, now }: ApiKeysOptions, { userId, name, scopes, expiresOn }: NewApiKey) {
  const key = `${apiKeyPrefix}${createToken()}`;
  const row = await store
    .insertInto('api_keys')
    .values({
      user_id: userId,
      name,
      key_prefix: key.slice(0, shownLength),
      key_hash: hashToken(key),
      scopes,
      created_on: now().toISOString(),
      expires_on: expiresOn.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, key };
}

/** One look by an index, whatever the key and however many there are. */
function findLiving(store: Store, hash: string, now: Date): Promise<Row<'api_keys'> | undefined> {
  return store
    .selectFrom('api_keys')
    .selectAll()
    .where('key_hash', '=', hash)
    .where('revoked_on', 'is', null)
    .where('expires_on', '>', now.toISOString())
    .executeTakeFirst();
}

interface Use {
  readonly store: Store;
  readonly uses: Map<string, number>;
  readonly now: Date;
}

/** Written once a minute, so that a busy program costs no write a call. */
async function noteUse({ store, uses, now }: Use, hash: string): Promise<void> {
  if (now.getTime() - (uses.get(hash) ?? 0) < useEveryMs) return;
  if (uses.size >= maxRemembered) uses.clear();
  uses.set(hash, now.getTime());
  const change = { last_used_on: now.toISOString() };
  await writeUnlessFull(() => store.updateTable('api_keys').set(change).where('key_hash', '=', hash).execute());
}

/** The same person as long as the rights stay as they are, since answers are remembered by who asks. */
function withKey(users: WeakMap<User, Map<number, User>>, owner: User, { id, scopes }: Row<'api_keys'>): User {
  const known = users.get(owner) ?? new Map<number, User>();
  users.set(owner, known);
  const found = known.get(id);
  if (found) return found;
  // What is not known reads only: a row of a newer version gives no more than it says.
  const user: User = { ...owner, apiKey: { id, scope: scopes === 'all' ? 'all' : 'read' } };
  known.set(id, user);
  return user;
}

const windowMs = 60_000;
const maxGuesses = 40;
const maxNetworks = 20_000;

function createGuessCounter(now: () => Date) {
  const times = new Map<string, readonly number[]>();
  const recent = (network: string) => (times.get(network) ?? []).filter((at) => now().getTime() - at < windowMs);
  return {
    /** Seconds until a network may try again. */
    waitOf: (address: string): number => {
      const [first, ...others] = recent(toNetwork(address));
      if (first === undefined || others.length + 1 < maxGuesses) return 0;
      return Math.max(1, Math.ceil((windowMs - (now().getTime() - first)) / 1000));
    },
    add: (address: string): void => {
      const network = toNetwork(address);
      const tries = [...recent(network), now().getTime()];
      if (times.size >= maxNetworks) times.clear();
      times.set(network, tries);
    },
  };
}
