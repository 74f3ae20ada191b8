import type { OwnAccountChange } from '@powerset/contract';
import { hashPassword, type User } from '../../access/index.ts';
import { fieldError } from '../../http/index.ts';
import { laterThan } from '../../lists/index.ts';
import type { RowChange } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { checkKeepsPassword } from './directory/index.ts';
import { checkPassword } from './password-check.ts';

interface OwnChange {
  readonly user: User;
  readonly body: OwnAccountChange;
  /** Whether somebody’s password is this; who guesses is made to wait. */
  readonly confirm: (password: string) => Promise<boolean>;
}

/** Changes what people may change of themselves. With a new password all sessions and tokens end, and true is returned. */
export async function changeOwnAccount(services: Services, { user, body, confirm }: OwnChange): Promise<boolean> {
  const { store, accounts, sessions, now } = services;
  const { password, current_password: current, first_name: first, last_name: last } = body;
  if (password !== undefined) {
    await checkKeepsPassword(services, user.id);
    if (!current) throw fieldError({ current_password: ['Missing data for required field.'] });
    if (!(await confirm(current))) throw fieldError({ current_password: ['This is not your password.'] });
    checkPassword(password, user.username);
  }
  const credentials =
    password === undefined
      ? {}
      : { password_hash: await hashPassword(password), credentials_changed_on: now().toISOString() };
  const change: RowChange<'users'> = {
    ...(first === undefined ? {} : { first_name: first }),
    ...(last === undefined ? {} : { last_name: last }),
    ...credentials,
  };
  if (Object.keys(change).length === 0) return false;
  await store.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('users')
      .select('changed_on')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    const stamp = { changed_on: laterThan(row.changed_on, now()), changed_by_fk: user.id };
    await transaction
      .updateTable('users')
      .set({ ...change, ...stamp })
      .where('id', '=', user.id)
      .execute();
    if (password !== undefined) await sessions.endAllOf(user.id, transaction);
  });
  accounts.forget();
  return password !== undefined;
}
