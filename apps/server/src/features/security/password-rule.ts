import type { Config } from '../../config.ts';
import { AppError } from '../../http/index.ts';

/** Where people sign in at the provider alone no password opens anything, and none is chosen. */
export function checkTakesPasswords({ takesPasswords, oidc }: Pick<Config, 'takesPasswords' | 'oidc'>): void {
  if (!takesPasswords) throw new AppError('PASSWORD_SIGN_IN_ERROR', { params: { name: oidc?.label ?? '' } });
}
