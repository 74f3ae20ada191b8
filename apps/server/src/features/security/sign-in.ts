import type { Credentials } from '@powerset/contract';
import { isPasswordRight } from '../../access/index.ts';
import { AppError } from '../../http/index.ts';
import type { Services } from '../../services.ts';

/** A real hash of nothing anyone uses: an unknown user name takes as long to refuse as a wrong password. */
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Yk7dXrl3z1bYvGZQxN6uY2cR3b1nqkzJm8xk0yXx3sA';

/** Many people may share one address, so it is given more room than one name. */
const maxFailures = { name: 8, address: 40 } as const;
const windowMs = 60_000;

/** Checks credentials; many failures for one name or address within a minute are made to wait. */
export interface SignIn {
  check(credentials: Credentials, address: string): Promise<number>;
}

export function createSignIn({ store, now }: Pick<Services, 'store' | 'now'>): SignIn {
  const failures = new Map<string, readonly number[]>();
  const recent = (key: string) => (failures.get(key) ?? []).filter((time) => now().getTime() - time < windowMs);
  return {
    check: async ({ username, password }, address) => {
      const keys = [`name ${username.toLowerCase()}`, `address ${address}`] as const;
      forgetOld(failures, now().getTime());
      const isBlocked = [maxFailures.name, maxFailures.address].map(
        (limit, index) => recent(keys[index]!).length >= limit,
      );
      const oldest = recent(keys[isBlocked[0] ? 0 : 1])[0];
      if (oldest !== undefined && isBlocked.includes(true)) throw tooMany(windowMs - (now().getTime() - oldest));
      // Counted before the password is looked at, so that tries which come all at once are counted too.
      const time = now().getTime();
      for (const key of keys) failures.set(key, [...recent(key), time]);
      const row = await store
        .selectFrom('users')
        .selectAll()
        .where('username', '=', username)
        .where('is_active', '=', 1)
        .executeTakeFirst();
      const isRight = await isPasswordRight(row?.password_hash ?? decoyHash, password);
      if (!row || !isRight)
        throw new AppError('UNAUTHENTICATED_ERROR', { extra: { reason: 'Invalid login. Please try again.' } });
      failures.delete(keys[0]);
      failures.set(keys[1], withoutOne(recent(keys[1]), time));
      const login = { last_login: now().toISOString(), login_count: row.login_count + 1 };
      await store.updateTable('users').set(login).where('id', '=', row.id).execute();
      return row.id;
    },
  };
}

function withoutOne(times: readonly number[], time: number): readonly number[] {
  const index = times.indexOf(time);
  return times.filter((_, position) => position !== index);
}

function tooMany(waitMs: number): AppError {
  return new AppError('TOO_MANY_ATTEMPTS_ERROR', { params: { seconds: Math.max(1, Math.ceil(waitMs / 1000)) } });
}

function forgetOld(failures: Map<string, readonly number[]>, nowMs: number): void {
  for (const [key, times] of failures) if (times.every((time) => nowMs - time >= windowMs)) failures.delete(key);
}
