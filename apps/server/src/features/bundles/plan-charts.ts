import { can, canEdit, loadDataScope, visibleCharts } from '../../access/index.ts';
import { loadOwners } from '../../lists/index.ts';
import { chartUuidsOf } from './layouts.ts';
import { existsText, isOwnKind, orNone, type PlannedKind, type PlannedWrite, type Planning } from './plan.ts';
import { findReadableDatasets } from './plan-datasets.ts';
import type { BundleItem } from './read-bundle.ts';
import type { ChartFile, DatasetFile } from './shapes.ts';

export interface PlannedCharts extends PlannedKind<ChartFile> {
  /** Datasets that charts and filters stand on and that are not in the bundle. */
  readonly datasets: ReadonlyMap<string, number>;
}

interface FoundChart {
  readonly id: number;
  readonly isEditable: boolean;
}

export async function planCharts(planning: Planning, datasets: PlannedKind<DatasetFile>): Promise<PlannedCharts> {
  const { charts, dashboards } = planning.bundle;
  const found = await findCharts(planning, [
    ...charts.map(({ value }) => value.uuid),
    ...dashboards.flatMap(({ value }) => chartUuidsOf(value.position ?? {})),
  ]);
  const outside = await findReadableDatasets(
    planning,
    charts.flatMap(({ value }) => (value.dataset_uuid ? [value.dataset_uuid.toLowerCase()] : [])),
  );
  const inBundle = new Set([...datasets.known.keys(), ...datasets.writes.map((write) => write.uuid)]);
  const writes: PlannedWrite<ChartFile>[] = [];
  for (const item of charts) {
    const one = found.get(item.value.uuid);
    const uuid = item.value.dataset_uuid?.toLowerCase();
    if (uuid && !inBundle.has(uuid) && !outside.has(uuid))
      planning.problems.add(item.file, { dataset_uuid: ['Dataset does not exist'] });
    if (isWritten(planning, item, one)) writes.push({ uuid: item.value.uuid, id: one?.id, value: item.value });
  }
  return { known: new Map([...found].map(([uuid, chart]) => [uuid, chart.id])), writes, datasets: outside };
}

/** Charts that are here; one that the person may not see is not there. */
async function findCharts({ services: { store }, request }: Planning, uuids: readonly string[]) {
  const { user } = request;
  const scope = await loadDataScope(store, user);
  const rows = await store
    .selectFrom('charts')
    .select(['id', 'uuid'])
    .where('uuid', 'in', orNone(uuids, ''))
    .where(() => visibleCharts(user, scope))
    .execute();
  const ids = rows.map((row) => row.id);
  const owners = await loadOwners(store, 'chart', ids);
  const toFound = (id: number): FoundChart => {
    const ownerIds = (owners.get(id) ?? []).map((owner) => owner.id);
    return { id, isEditable: canEdit(user, 'Chart', ownerIds) };
  };
  return new Map(rows.map((row) => [row.uuid, toFound(row.id)]));
}

function isWritten(
  { request, problems }: Planning,
  { file }: BundleItem<ChartFile>,
  found: FoundChart | undefined,
): boolean {
  if (found && !isOwnKind(request, 'chart')) return false;
  if (found && !request.mayOverwrite) {
    problems.add(file, existsText('Chart'));
    return false;
  }
  if (found ? !found.isEditable : !can(request.user, 'can_write', 'Chart')) {
    const text = found
      ? "A chart already exists and user doesn't have permissions to overwrite it"
      : "Chart doesn't exist and user doesn't have permission to create charts";
    problems.refuse(file, text);
    return false;
  }
  return true;
}
