import { securityEndpoints } from '@powerset/contract';
import { useNavigate } from 'react-router';
import { api, deletions, useReloadSession } from '../../api/index.ts';
import { addresses } from '../navigation.ts';
import { tellTabs } from './signed-out.ts';

/** Signs out in all tabs of this browser; what was deleted and could still be taken back is deleted. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const reload = useReloadSession();
  return async () => {
    await deletions.flush();
    await api.callEndpoint(securityEndpoints.signOut);
    tellTabs('signed-out');
    await reload();
    await navigate(addresses.signIn);
  };
}
