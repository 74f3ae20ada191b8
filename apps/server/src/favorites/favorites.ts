import type { Services } from '../services.ts';

export interface Favorites {
  add(userId: number, objectId: number): Promise<void>;
  remove(userId: number, objectId: number): Promise<void>;
  /** For each asked id whether the user starred it, in the order asked. */
  statusOf(userId: number, objectIds: readonly number[]): Promise<readonly { id: number; value: boolean }[]>;
}

export function createFavorites(
  { store, now }: Pick<Services, 'store' | 'now'>,
  objectType: 'chart' | 'dashboard' | 'saved_query' | 'tag',
): Favorites {
  return {
    add: async (userId, objectId) => {
      await store
        .insertInto('favorites')
        .values({ object_type: objectType, object_id: objectId, user_id: userId, created_on: now().toISOString() })
        .onConflict((conflict) => conflict.columns(['user_id', 'object_type', 'object_id']).doNothing())
        .execute();
    },
    remove: async (userId, objectId) => {
      await store
        .deleteFrom('favorites')
        .where('object_type', '=', objectType)
        .where('object_id', '=', objectId)
        .where('user_id', '=', userId)
        .execute();
    },
    statusOf: async (userId, objectIds) => {
      const rows = await store
        .selectFrom('favorites')
        .select('object_id')
        .where('object_type', '=', objectType)
        .where('user_id', '=', userId)
        .where('object_id', 'in', objectIds.length > 0 ? [...objectIds] : [-1])
        .execute();
      const starred = new Set(rows.map((row) => row.object_id));
      return objectIds.map((id) => ({ id, value: starred.has(id) }));
    },
  };
}
