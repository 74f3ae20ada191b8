import type { Config } from '../../config.ts';
import { AppError } from '../../http/index.ts';

/** Where people sign in at the provider alone no password opens anything, and none is chosen. */
export function checkTakesPasswords({
  takesPasswords,
  oidc,
  saml,
}: Pick<Config, 'takesPasswords' | 'oidc' | 'saml'>): void {
  if (!takesPasswords)
    throw new AppError('PASSWORD_SIGN_IN_ERROR', { params: { name: oidc?.label ?? saml?.label ?? '' } });
}
