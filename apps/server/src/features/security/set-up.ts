import type { SetUpBody } from '@powerset/contract';
import { findPasswordProblem, isSameToken, unnamedAdmin } from '../../access/index.ts';
import { AppError, fieldError } from '../../http/index.ts';
import type { Services } from '../../services.ts';

/** The first administrator: made once, by whoever reads the one-time token in the terminal. */
export interface SetUp {
  /** The token while there is no user yet. */
  readonly token: string | null;
  isNeeded(): Promise<boolean>;
  complete(body: SetUpBody): Promise<number>;
}

export async function createSetUp({ accounts, secrets }: Pick<Services, 'accounts' | 'secrets'>): Promise<SetUp> {
  // Of the installation and not of the process: behind a proxy the call may come to another one than told the address.
  const token = (await accounts.hasUsers()) ? null : secrets.setUpToken;
  return {
    token,
    isNeeded: async () => !(await accounts.hasUsers()),
    complete: async (body) => {
      if (await accounts.hasUsers())
        throw new AppError('CONFLICT_ERROR', {
          params: { message: 'Powerset has been set up already. Sign in instead.' },
        });
      if (!token || !isSameToken(body.token.trim(), token)) {
        throw fieldError(
          { token: ['This is not the set-up token that the terminal shows. Copy the address from there again.'] },
          403,
        );
      }
      const problem = findPasswordProblem(body.password, body.username);
      if (problem) throw fieldError({ password: [problem] });
      return accounts.create({
        username: body.username,
        password: body.password,
        ...(body.first_name || body.last_name
          ? { firstName: body.first_name ?? '', lastName: body.last_name ?? '' }
          : unnamedAdmin),
        email: body.email,
        roles: ['Admin'],
      });
    },
  };
}
