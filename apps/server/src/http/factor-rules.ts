import type { DescribedEndpoint } from '@powerset/contract';
import type { Accounts, User } from '../access/index.ts';
import { AppError } from './app-error.ts';

/** What it takes to set a second factor up, or to leave. */
const allowed =
  /^(me\.(second_factor(_post|_put)?|passkeys(_begin|_post)?)|bootstrap\.get|security\.(sign_out|csrf_token))$/;

/** As whom somebody calls: who came by a password alone where that is not enough is a visitor wherever those may call. */
export async function checkFactorGiven(
  { id, access }: Pick<DescribedEndpoint, 'id' | 'access'>,
  user: User,
  accounts: Pick<Accounts, 'anonymous'>,
): Promise<User> {
  if (!user.lacksFactor || allowed.test(id)) return user;
  if (access === 'public') return accounts.anonymous();
  throw new AppError('SECOND_FACTOR_REQUIRED_ERROR');
}
