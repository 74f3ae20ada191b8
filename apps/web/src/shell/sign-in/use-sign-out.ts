import { securityEndpoints } from '@powerset/contract';
import { useNavigate } from 'react-router';
import { api, deletions, useReloadSession } from '../../api/index.ts';
import { addresses } from '../navigation.ts';
import { tellTabs } from './signed-out.ts';

/** Signs out in all tabs of this browser, and where the session began; what was deleted and could still be taken back is deleted. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const reload = useReloadSession();
  return async () => {
    await deletions.flush();
    const { redirect } = await api.callEndpoint(securityEndpoints.signOut);
    tellTabs('signed-out');
    if (redirect !== undefined) {
      window.location.assign(redirect);
      return;
    }
    await reload();
    await navigate(addresses.signIn);
  };
}
