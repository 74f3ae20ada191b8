import { randomUUID } from 'node:crypto';
import type { DashboardCopy } from '@powerset/contract';
import { loadDataScope, type User, visibleCharts } from '../../access/index.ts';
import { fieldError } from '../../http/index.ts';
import { madeBy, saveOwners, toEpochSeconds } from '../../lists/index.ts';
import { parseDocument, type Store } from '../../metadata/index.ts';
import { type DashboardServices, getVisibleDashboard } from './access.ts';
import { linkCharts, readPlacedChange } from './chart-links.ts';
import { placedCharts, readMetadata, withOtherCharts, withOtherChartsInMetadata } from './documents.ts';
import { assertReadableTargets } from './filter-targets.ts';
import type { SavedDashboard } from './service.ts';

interface CopyRequest {
  readonly id: string;
  readonly body: DashboardCopy;
}

/** Saves a dashboard's present state as a new one of the user's own, on the same charts or on copies of them. */
export async function copyDashboard(
  services: DashboardServices,
  user: User,
  { id, body }: CopyRequest,
): Promise<SavedDashboard> {
  const { store, now } = services;
  const original = await getVisibleDashboard(services, user, id);
  const { positions, ...metadata } = readMetadata(body.json_metadata);
  if (!positions) throw fieldError({ json_metadata: ['positions: Missing data for required field.'] }, 400);
  await assertReadableTargets(services, user, { metadata, before: parseDocument(original.json_metadata) });
  const charts = placedCharts(positions);
  const placed = await readPlacedChange(services, user, {
    placed: { positions, charts, isWhole: true },
    dashboardId: original.id,
  });
  if (!placed) throw new Error('Positions were given.');
  const stamp = now().toISOString();
  return store.transaction().execute(async (transaction) => {
    const copies = body.duplicate_slices
      ? await copyCharts(transaction, user, { ids: placed.chartIds, stamp })
      : new Map<number, number>();
    const { id: newId } = await transaction
      .insertInto('dashboards')
      .values({
        uuid: randomUUID(),
        dashboard_title: body.dashboard_title ?? original.dashboard_title,
        css: body.css ?? original.css,
        position_json: JSON.stringify(withOtherCharts(placed.positions, copies)),
        json_metadata: JSON.stringify(withOtherChartsInMetadata(metadata, copies)),
        theme_id: original.theme_id,
        slug: null,
        ...madeBy(user, stamp),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveOwners(transaction, { type: 'dashboard', id: newId }, [user.id]);
    const chartIds = placed.chartIds.map((chartId) => copies.get(chartId) ?? chartId);
    await linkCharts(transaction, newId, { ...placed, chartIds, names: [] });
    return { id: newId, lastModifiedTime: toEpochSeconds(stamp) };
  });
}

interface ChartsToCopy {
  readonly ids: readonly number[];
  readonly stamp: string;
}

/** Copies charts that the user may see; answers the copy of each. */
async function copyCharts(
  store: Store,
  user: User,
  { ids, stamp }: ChartsToCopy,
): Promise<ReadonlyMap<number, number>> {
  const scope = await loadDataScope(store, user);
  const rows = await store
    .selectFrom('charts')
    .selectAll()
    .where('id', 'in', ids.length > 0 ? [...ids] : [-1])
    .where(() => visibleCharts(user, scope))
    .execute();
  const copies = new Map<number, number>();
  for (const { id, ...row } of rows) {
    const copy = await store
      .insertInto('charts')
      .values({
        ...row,
        uuid: randomUUID(),
        ...madeBy(user, stamp),
        last_saved_at: stamp,
        last_saved_by_fk: user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveOwners(store, { type: 'chart', id: copy.id }, [user.id]);
    copies.set(id, copy.id);
  }
  return copies;
}
