import type { Bootstrap, WireUser } from '@powerset/contract';
import { createContext, useCallback, useContext } from 'react';
import { hasPermission } from '../api/index.ts';
import type { FeatureRoute } from './feature-routes.ts';
import { findRoute } from './feature-routes.ts';

export interface Session {
  readonly bootstrap: Bootstrap;
  readonly user: WireUser | null;
  /** Whether the user's roles hold a pair, for example `can('can_write', 'Chart')`. */
  readonly can: (permission: string, view: string) => boolean;
  readonly isFeatureEnabled: (flag: string) => boolean;
  /** Whether some feature serves an address; what leads nowhere is not offered. */
  readonly hasRoute: (address: string) => boolean;
}

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function toSession(bootstrap: Bootstrap, routes: readonly FeatureRoute[]): Session {
  return {
    bootstrap,
    user: bootstrap.user,
    can: (permission, view) => hasPermission(bootstrap.user, permission, view),
    isFeatureEnabled: (flag) => bootstrap.featureFlags[flag] === true,
    hasRoute: (address) => findRoute(routes, address) !== undefined,
  };
}

/** The session in force; for components below the application's root. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs the SessionProvider above it.');
  return session;
}

/** Whether deleted charts, dashboards, datasets and saved queries wait to be brought back. */
export function hasTrash({ bootstrap, user }: Session): boolean {
  return user !== null && !user.isAnonymous && bootstrap.conf.TRASH_DAYS !== 0;
}

/** The signed-in user's numeric id, or null for an anonymous visitor. */
export function useUserId(): number | null {
  const { user } = useSession();
  return user && !user.isAnonymous ? user.userId : null;
}

/** Whether somebody may change what these people own: he is one of them, or an administrator. */
export function isOwnerOrAdmin(
  { userId, roles }: { readonly userId: number | null; readonly roles: readonly string[] },
  owners: readonly number[],
): boolean {
  return roles.some((name) => name.toLowerCase() === 'admin') || (userId !== null && owners.includes(userId));
}

/** Whether the user may change what these people own. */
export function useIsOwner(): (owners: readonly { readonly id: number }[] | undefined) => boolean {
  const { user } = useSession();
  const userId = useUserId();
  return useCallback(
    (owners = []) =>
      isOwnerOrAdmin(
        { userId, roles: Object.keys(user?.roles ?? {}) },
        owners.map((owner) => owner.id),
      ),
    [user, userId],
  );
}
