import type { Store } from '../metadata/index.ts';
import { permissionKey } from './permissions.ts';

/** What roles permit together. Each role is read once, and people who hold the same roles share what these come to. */
export interface RolePermissions {
  of(roleIds: readonly number[]): Promise<ReadonlySet<string>>;
  forget(): void;
}

export function createRolePermissions(store: Store): RolePermissions {
  const byRole = new Map<number, Promise<readonly string[]>>();
  const together = new Map<string, Promise<ReadonlySet<string>>>();
  const keysOf = (roleId: number) => remember(byRole, roleId, () => loadKeys(store, roleId));
  const join = async (roleIds: readonly number[]) => new Set((await Promise.all(roleIds.map(keysOf))).flat());
  return {
    of: (roleIds) => remember(together, [...roleIds].sort((a, b) => a - b).join(' '), () => join(roleIds)),
    forget: () => {
      byRole.clear();
      together.clear();
    },
  };
}

async function loadKeys(store: Store, roleId: number): Promise<readonly string[]> {
  const rows = await store
    .selectFrom('role_permissions')
    .select(['permission', 'view'])
    .where('role_id', '=', roleId)
    .execute();
  return rows.map(permissionKey);
}

function remember<Key, Value>(known: Map<Key, Promise<Value>>, key: Key, load: () => Promise<Value>): Promise<Value> {
  const found = known.get(key);
  if (found) return found;
  const loading = load();
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading;
}
