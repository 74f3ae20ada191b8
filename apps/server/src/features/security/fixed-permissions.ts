import { permissionEndpoints } from '@powerset/contract';
import { commandError, notFound, parseId, type Router } from '../../http/index.ts';
import type { Store } from '../../metadata/index.ts';
import { listNamed, listPairs } from './permission-pairs.ts';

/** Calls of the reference that would make, change or remove what permissions are on: it follows from the product and its data. */
export function registerFixedPermissions(router: Router, store: Store): void {
  const refuse = (): never => {
    throw commandError(
      'Permissions and what they are on follow from the product and its data: none is made, changed or removed by hand.',
    );
  };
  const refuseOne = async (given: string, kind: 'resources' | 'pairs'): Promise<never> => {
    const asked = { filters: [{ col: 'id', opr: 'eq', value: parseId(given) }] };
    const { rows } = kind === 'pairs' ? await listPairs(store, asked) : await listNamed(store, asked, kind);
    if (rows.length === 0) throw notFound();
    return refuse();
  };
  router.route(permissionEndpoints.createResource, refuse);
  router.route(permissionEndpoints.changeResource, ({ params }) => refuseOne(params.id, 'resources'));
  router.route(permissionEndpoints.deleteResource, ({ params }) => refuseOne(params.id, 'resources'));
  router.route(permissionEndpoints.createPair, refuse);
  router.route(permissionEndpoints.changePair, ({ params }) => refuseOne(params.id, 'pairs'));
  router.route(permissionEndpoints.deletePair, ({ params }) => refuseOne(params.id, 'pairs'));
}
