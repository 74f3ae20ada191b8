import type { LdapSettings } from '../../../config.ts';
import { fieldError } from '../../../http/index.ts';
import type { Services } from '../../../services.ts';
import { directoryIssuer } from './directory.ts';

type Deps = Pick<Services, 'store' | 'config'>;

/** Whether the password of this account is the directory’s, of a directory that is asked. */
export async function isOfDirectory({ store, config }: Deps, userId: number): Promise<boolean> {
  return config.ldap !== null && isKnownThere(store, config.ldap, userId);
}

export async function isKnownThere(store: Deps['store'], settings: LdapSettings, userId: number): Promise<boolean> {
  const row = await store
    .selectFrom('user_identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', directoryIssuer(settings))
    .executeTakeFirst();
  return row !== undefined;
}

/** A password that is chosen here would open nothing. */
export async function checkKeepsPassword(deps: Deps, userId: number): Promise<void> {
  if (await isOfDirectory(deps, userId))
    throw fieldError({
      password: [`This password is kept in ${deps.config.ldap?.label ?? ''}, and is changed there.`],
    });
}
