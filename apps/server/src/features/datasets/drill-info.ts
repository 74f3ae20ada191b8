import type { WireDrillInfo, WireUserSummary } from '@powerset/contract';
import { canAccessData, type User } from '../../access/index.ts';
import { mayDrillOnDashboard } from '../../answers/index.ts';
import { type Dataset, loadDataset, toDataObject } from '../../catalog/index.ts';
import { notFound } from '../../http/index.ts';
import { loadUsers, toTimeAgo, toWireUserSummary } from '../../lists/index.ts';
import { isDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

/** What somebody who drills is told of a dataset: one that he reads, or whose rows a dashboard opens to him. */
export async function readDrillInfo(
  services: Services,
  user: User,
  { id, q }: { readonly id: number; readonly q: unknown },
): Promise<WireDrillInfo> {
  const dataset = await loadDataset(services.store, id);
  if (!dataset || !(await isOpen(services, user, { dataset, q }))) throw notFound();
  const { row } = dataset;
  // Guests are told no names.
  const users = user.guest ? new Map() : await loadUsers(services.store, [row.created_by_fk, row.changed_by_fk]);
  const now = services.now();
  const nameOf = (userId: number | null) => toName(toWireUserSummary(users.get(userId ?? 0)));
  return {
    id: row.id,
    table_name: row.table_name,
    columns: dataset.columns
      .filter((column) => column.groupby === 1)
      .map(({ column_name, verbose_name }) => ({ column_name, verbose_name })),
    owners: (user.guest ? [] : dataset.owners).flatMap((owner) => toName(owner) ?? []),
    created_by: nameOf(row.created_by_fk),
    created_on_humanized: toTimeAgo(row.created_on, now),
    changed_by: nameOf(row.changed_by_fk),
    changed_on_humanized: toTimeAgo(row.changed_on, now),
  };
}

async function isOpen(
  services: Services,
  user: User,
  { dataset, q }: { readonly dataset: Dataset; readonly q: unknown },
): Promise<boolean> {
  if (canAccessData(user, toDataObject(dataset))) return true;
  const dashboardId = isDocument(q) ? q.dashboard_id : undefined;
  return mayDrillOnDashboard(services, user, { dashboardId, datasetId: dataset.row.id });
}

/** People are named, and nothing else is told of them. */
const toName = (person: Pick<WireUserSummary, 'first_name' | 'last_name'> | null) =>
  person && { first_name: person.first_name, last_name: person.last_name };
