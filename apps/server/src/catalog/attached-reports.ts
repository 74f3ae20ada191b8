import { commandError } from '../http/index.ts';
import type { Store } from '../metadata/index.ts';

interface Attached {
  readonly column: 'chart_id' | 'dashboard_id' | 'database_id' | 'dataset_id';
  readonly ids: readonly number[];
}

/** Refuses to delete what reports are made of, in the reference's words. */
export async function refuseWithReports(store: Store, { column, ids }: Attached): Promise<void> {
  if (ids.length === 0) return;
  const reports = await store
    .selectFrom('reports')
    .select('name')
    .where(column, 'in', [...ids])
    .orderBy('name')
    .execute();
  if (reports.length === 0) return;
  throw commandError(`There are associated alerts or reports: ${reports.map(({ name }) => name).join(', ')}`);
}
