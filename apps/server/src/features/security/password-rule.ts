import type { Config } from '../../config.ts';
import { AppError } from '../../http/index.ts';

type Rule = Pick<Config, 'takesPasswords' | 'oidc' | 'saml'>;

/** Where people sign in at the provider alone no password opens anything, and none is chosen. */
export function checkTakesPasswords({ takesPasswords, oidc, saml }: Rule): void {
  const name = oidc?.label ?? saml?.label ?? '';
  if (!takesPasswords) throw new AppError('PASSWORD_SIGN_IN_ERROR', { params: { name } });
}
