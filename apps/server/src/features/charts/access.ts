import { canEdit, findVisibleChart, loadDataScope, type User, visibleCharts } from '../../access/index.ts';
import { forbidden, notFound } from '../../http/index.ts';
import { loadOwners } from '../../lists/index.ts';
import type { Row, Store } from '../../metadata/index.ts';

/** The chart, when the user may see it. */
export async function getVisibleChart(store: Store, user: User, id: number): Promise<Row<'charts'>> {
  const row = await findVisibleChart(store, user, id);
  if (!row) throw notFound();
  return row;
}

/** Charts that the user may change; 404 when one of them is not to be seen, 403 when one is somebody else's. */
export async function getEditableCharts(
  store: Store,
  user: User,
  ids: readonly number[],
): Promise<readonly Row<'charts'>[]> {
  const scope = await loadDataScope(store, user);
  const wanted = [...new Set(ids)];
  const rows = await store
    .selectFrom('charts')
    .selectAll()
    .where('id', 'in', wanted)
    .where(() => visibleCharts(user, scope))
    .execute();
  if (rows.length !== wanted.length) throw notFound();
  const owners = await loadOwners(store, 'chart', wanted);
  const canEditAll = wanted.every((id) =>
    canEdit(
      user,
      'Chart',
      (owners.get(id) ?? []).map((owner) => owner.id),
    ),
  );
  if (!canEditAll) throw forbidden();
  return rows;
}
