import { useBootstrapQuery } from '../../api/index.ts';

/** Whether names and passwords sign in here; where they do not, the identity provider alone does. */
export function useTakesPasswords(): boolean {
  return useBootstrapQuery().data?.conf.PASSWORD_SIGN_IN !== 0;
}
