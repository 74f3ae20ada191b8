import type { Credentials } from '@powerset/contract';
import { hashPassword, isOlderHash, isPasswordRight, type KnownBrowser, type TokenHolder } from '../../access/index.ts';
import { AppError } from '../../http/index.ts';
import { type Row, type Store, writeUnlessFull } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { createDirectoryPersons } from './directory/index.ts';
import { noteSignIn } from './note-sign-in.ts';
import { checkTakesPasswords } from './password-rule.ts';
import { checkFactor, type FactorServices } from './second-factor/index.ts';
import { createThrottle } from './throttle.ts';

/** A real hash of nothing anyone uses: an unknown user name takes as long to refuse as a wrong password. */
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Yk7dXrl3z1bYvGZQxN6uY2cR3b1nqkzJm8xk0yXx3sA';

/** Where somebody signs in from. */
export interface Origin {
  readonly address: string;
  readonly browser: KnownBrowser | undefined;
}

/** Checks credentials; who guesses is made to wait, without holding up whom he guesses at. */
export interface SignIn {
  check(credentials: Credentials, origin: Origin): Promise<TokenHolder>;
  /** Whether it is the person’s password, for somebody who is signed in. */
  confirm(credentials: Credentials, origin: Origin): Promise<boolean>;
  /** Whose password it is, who has something to show besides: counted as failed until that was right. */
  checkPassword(credentials: Credentials, origin: Origin): Promise<TokenHolder>;
  /** Counts a try without a password as failed, or refuses it; the answer takes it back when it was right. */
  begin(person: { readonly username: string; readonly id?: number }, origin: Origin): () => void;
}

type SignInServices = FactorServices & Pick<Services, 'config' | 'shared' | 'accounts' | 'sessions' | 'log'>;

export function createSignIn(services: SignInServices): SignIn {
  const { store, now, shared, config } = services;
  const throttle = createThrottle({ now, shared, door: 'signing in' });
  const ofDirectory = createThrottle({ now, shared, door: 'signing in by the directory' });
  const persons = config.ldap && createDirectoryPersons(services, config.ldap);
  /** The person, if the password is right, and what says that the attempt was no guess. */
  const find = async ({ username, password }: Credentials, { address, browser }: Origin) => {
    const row = await store.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();
    const browserId = row && browser?.userIds.includes(row.id) ? browser.id : undefined;
    // Counted before the password is looked at, so that tries which come all at once are counted too.
    const begun = [throttle.begin({ username, address, browserId })];
    const takeBack = () => {
      for (const take of begun) take();
    };
    const found = (subject: string) => {
      begun.push(ofDirectory.begin({ username: subject, address, browserId }));
    };
    const isOfDirectory = row !== undefined && ((await persons?.has(row.id)) ?? false);
    const isKept = row?.is_active === 1 && !isOfDirectory;
    // Both are always waited for: how long it takes says of nobody where he is known.
    const [here, there] = await Promise.allSettled([
      isRightAmongAll(store, isKept ? row.password_hash : decoyHash, password),
      persons?.ask({ username, password }, { isKept: row !== undefined && !isOfDirectory, found }),
    ]);
    if (here.status === 'rejected') throw here.reason;
    if (here.value && isKept) return { row, takeBack, isKept };
    if (there.status === 'rejected') {
      // Whose password could not be looked at has not guessed.
      if (!(there.reason instanceof AppError)) takeBack();
      throw persons?.toAnswer(there.reason);
    }
    if (!persons || !there.value) return undefined;
    return { row: await persons.enter(there.value, takeBack), takeBack, isKept: false };
  };
  const prove = async (credentials: Credentials, origin: Origin) => {
    checkTakesPasswords(services.config);
    const found = await find(credentials, origin);
    if (!found) throw new AppError('UNAUTHENTICATED_ERROR', { extra: { reason: 'Invalid login. Please try again.' } });
    return found;
  };
  return {
    begin: ({ username, id }, { address, browser }) => {
      const isKnown = id !== undefined && browser?.userIds.includes(id) === true;
      return throttle.begin({ username, address, browserId: isKnown ? browser.id : undefined });
    },
    checkPassword: async (credentials, origin) => {
      const { row } = await prove(credentials, origin);
      return { id: row.id, tokenEpoch: row.token_epoch };
    },
    confirm: async (credentials, origin) => {
      const found = await find(credentials, origin);
      found?.takeBack();
      return found?.row.username === credentials.username;
    },
    check: async (credentials, origin) => {
      const { row, takeBack, isKept } = await prove(credentials, origin);
      // A code that is missing or wrong counts like a wrong password until a right one comes, also while nothing can be written.
      await checkFactor(services, row.id, credentials.code);
      takeBack();
      if (isKept && isOlderHash(row.password_hash)) await renewHash(store, row, credentials.password);
      await noteSignIn(services, row.id);
      return { id: row.id, tokenEpoch: row.token_epoch };
    },
  };
}

/**
 * As long as somebody has a hash of another kind still, every password is looked at in both ways: how long that takes says of
 * nobody that he is there, or when he signed in first.
 */
async function isRightAmongAll(store: Store, passwordHash: string, password: string): Promise<boolean> {
  const isRight = await isPasswordRight(passwordHash, password);
  const other = isOlderHash(passwordHash) ? decoyHash : await findOlderHash(store);
  if (other !== undefined) await isPasswordRight(other, password);
  return isRight;
}

async function findOlderHash(store: Store): Promise<string | undefined> {
  const row = await store
    .selectFrom('users')
    .select('password_hash')
    .where((where) =>
      where.or([where('password_hash', 'like', 'scrypt:%'), where('password_hash', 'like', 'pbkdf2:%')]),
    )
    .limit(1)
    .executeTakeFirst();
  return row?.password_hash;
}

/** Whoever was moved over has a hash of our own kind from the first time on that the password is known; nobody is signed out. */
async function renewHash(store: Store, { id, password_hash: older }: Row<'users'>, password: string): Promise<void> {
  const change = { password_hash: await hashPassword(password) };
  await writeUnlessFull(() =>
    store.updateTable('users').set(change).where('id', '=', id).where('password_hash', '=', older).execute(),
  );
}
