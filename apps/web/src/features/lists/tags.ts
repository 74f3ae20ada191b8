import { useSession } from '../../shell/index.ts';

/** Whether tags are on, and the user may read them. */
export function useHasTags(): boolean {
  const { isFeatureEnabled, can } = useSession();
  return isFeatureEnabled('TAGGING_SYSTEM') && can('can_read', 'Tag');
}
