import { useBootstrapQuery } from '../../api/index.ts';
import { hasAuthenticators } from './authenticators.ts';

/** Whether passkeys sign in here: the server has them at this address, and so has this browser. */
export function usePasskeys(): boolean {
  return useBootstrapQuery().data?.conf.PASSKEYS === 1 && hasAuthenticators();
}
