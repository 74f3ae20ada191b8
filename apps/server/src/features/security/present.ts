import type { WireMe, WireUser } from '@powerset/contract';
import type { Permission, User } from '../../access/index.ts';

/** The user as pages and clients see it. */
export function toWireUser(user: User, permissionsByRole: Readonly<Record<string, readonly Permission[]>>): WireUser {
  const roles = Object.fromEntries(
    Object.entries(permissionsByRole).map(([name, list]) => [
      name,
      list.map(({ permission, view }) => [permission, view] as const),
    ]),
  );
  const grouped: Record<string, string[]> = {};
  for (const key of user.permissions) {
    const [permission = ''] = key.split(' on ', 1);
    const view = key.slice(permission.length + ' on '.length);
    if (!view.startsWith('[')) continue;
    grouped[permission] ??= [];
    grouped[permission].push(view);
  }
  return {
    userId: user.id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isAnonymous: user.isAnonymous,
    isActive: !user.isAnonymous,
    roles,
    permissions: grouped,
  };
}

/** Who looks without an account: a guest, or nobody, as long as visitors may read nothing. */
export function toVisitor(user: User): WireUser | null {
  const pairs = [...user.permissions].map((key) => {
    const [permission = ''] = key.split(' on ', 1);
    return { permission, view: key.slice(permission.length + ' on '.length) };
  });
  if (user.guest) return toWireUser(user, { Guest: pairs });
  return pairs.some(({ permission }) => permission === 'can_read') ? toWireUser(user, { Public: pairs }) : null;
}

/** The reference's answer of `/api/v1/me/`. */
export function toMe(user: User, loginCount: number): WireMe {
  return {
    id: user.id,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    is_active: true,
    is_anonymous: user.isAnonymous,
    login_count: loginCount,
  };
}
