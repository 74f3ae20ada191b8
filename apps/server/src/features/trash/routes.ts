import { type RestoredObject, type TrashType, trashEndpoints } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';
import { forbidden, notFound, parseId, parseIds, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { toEnvelope, toInfo } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { restoreObject, viewOfType } from '../../trash/index.ts';
import { deleteTrashed, getTrashed, listTrash, trashFilters, trashOrder } from './store.ts';

export function registerTrash(router: Router, services: Services): void {
  router.route(trashEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listTrash(services, user, asked);
    return toEnvelope({ query: asked, count, rows, title: 'List Trash', orderColumns: Object.keys(trashOrder) });
  });
  router.route(trashEndpoints.info, ({ user, query }) => {
    const given = { user, view: 'Trash', verbs: [], title: 'Trash', addForm: null, editForm: null };
    const info = toInfo({ ...given, filters: trashFilters }, parseQ(query));
    // Everybody has what he deleted himself.
    return 'permissions' in info ? { ...info, permissions: ['can_read', 'can_write'] } : info;
  });
  router.route(trashEndpoints.restore, async ({ user, params }) => ({
    result: await restore(services, user, parseId(params.id)),
  }));
  router.route(trashEndpoints.delete, async ({ user, params }) => {
    if ((await deleteTrashed(services, user, [parseId(params.id)])) === 0) throw notFound();
    return { message: 'OK' };
  });
  router.route(trashEndpoints.bulkDelete, async ({ user, query }) => {
    const count = await deleteTrashed(services, user, parseIds(query));
    if (count === 0) throw notFound();
    return { message: count === 1 ? 'Deleted 1 object for good' : `Deleted ${count} objects for good` };
  });
}

/** Who deleted something may have lost the right to make such things since. */
async function restore(services: Services, user: User, id: number): Promise<RestoredObject> {
  const entry = await getTrashed(services, user, id);
  // Only `putInTrash` writes it.
  const type = entry.object_type as TrashType;
  if (!can(user, 'can_write', viewOfType(type))) throw forbidden();
  const lost = await services.store.transaction().execute((transaction) => restoreObject(transaction, entry));
  // Who owns a dataset, and which rules hold for it, is known anew.
  services.accounts.forget();
  return { object_type: type, object_id: entry.object_id, lost };
}
