import { useSession, useUserId } from '../../shell/index.ts';
import { type ExploreRights, type RightsInput, rightsOf } from './model/rights.ts';

export function useRights(slice: RightsInput['slice'], dataset: RightsInput['dataset']): ExploreRights {
  const { can, user } = useSession();
  const userId = useUserId();
  return rightsOf({ can, userId, roles: Object.keys(user?.roles ?? {}), slice, dataset });
}
