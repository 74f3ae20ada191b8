import type { PasswordLinkPurpose } from '@powerset/contract';
import { createToken, hashPassword, hashToken } from '../../../access/index.ts';
import { notFound } from '../../../http/index.ts';
import { laterThan } from '../../../lists/index.ts';
import type { Row, Store } from '../../../metadata/index.ts';
import type { Services } from '../../../services.ts';
import { checkKeepsPassword } from '../directory/index.ts';
import { checkPassword } from '../password-check.ts';

type Deps = Pick<Services, 'store' | 'now'>;

const lifeMs: Readonly<Record<PasswordLinkPurpose, number>> = { reset: 3_600_000, invitation: 7 * 86_400_000 };

export interface MadeLink {
  /** Of it only a hash is kept. */
  readonly token: string;
  readonly expiresOn: string;
}

/** Makes a link for a person; those made before for the same purpose no longer hold. */
export async function makePasswordLink(
  { store, now }: Deps,
  userId: number,
  purpose: PasswordLinkPurpose,
): Promise<MadeLink> {
  const token = createToken();
  const time = now();
  const expiresOn = new Date(time.getTime() + lifeMs[purpose]).toISOString();
  await store.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('password_links')
      .where((where) =>
        where.or([
          where.and([where('user_id', '=', userId), where('purpose', '=', purpose)]),
          where('expires_on', '<', time.toISOString()),
        ]),
      )
      .execute();
    await transaction
      .insertInto('password_links')
      .values({
        ...{ token_hash: hashToken(token), user_id: userId, purpose },
        ...{ created_on: time.toISOString(), expires_on: expiresOn },
      })
      .execute();
  });
  return { token, expiresOn };
}

export interface FoundLink {
  readonly purpose: PasswordLinkPurpose;
  readonly user: Row<'users'>;
}

/** The person of a link that holds: not used, not expired, not from before the password was changed in another way. */
export async function getPasswordLink({ store, now }: Deps, token: string): Promise<FoundLink> {
  const link = await store
    .selectFrom('password_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_on', '>', now().toISOString())
    .executeTakeFirst();
  const user =
    link &&
    (await store
      .selectFrom('users')
      .selectAll()
      .where('id', '=', link.user_id)
      .where('is_active', '=', 1)
      .executeTakeFirst());
  if (!link || !user || (user.credentials_changed_on ?? '') > link.created_on) throw notFound();
  // Only `makePasswordLink` writes it.
  return { purpose: link.purpose as PasswordLinkPurpose, user };
}

/** Sets the password; the link, its siblings and all sessions and tokens of the person end with it. */
export async function spendPasswordLink(
  services: Deps & Pick<Services, 'sessions' | 'accounts' | 'config'>,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<number> {
  const { store, sessions, accounts, now } = services;
  const { user } = await getPasswordLink(services, token);
  await checkKeepsPassword(services, user.id);
  checkPassword(password, user.username);
  const passwordHash = await hashPassword(password);
  const time = now().toISOString();
  await store.transaction().execute(async (transaction) => {
    await takeLink(transaction, token);
    await transaction.deleteFrom('password_links').where('user_id', '=', user.id).execute();
    await transaction
      .updateTable('users')
      .set({
        ...{ password_hash: passwordHash, credentials_changed_on: time },
        ...{ changed_on: laterThan(user.changed_on, now()), changed_by_fk: user.id },
      })
      .where('id', '=', user.id)
      .execute();
    await sessions.endAllOf(user.id, transaction);
  });
  accounts.forget();
  return user.id;
}

/** Of two who use one link at the same moment only one finds it. */
async function takeLink(transaction: Store, token: string): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('password_links')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound();
}
