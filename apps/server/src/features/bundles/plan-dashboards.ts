import { DashboardMetadata } from '@powerset/contract/schemas';
import { can, canEdit, loadDataScope, visibleDashboards } from '../../access/index.ts';
import { AppError, compileReader } from '../../http/index.ts';
import { loadOwners } from '../../lists/index.ts';
import { type Document, toSlug } from '../../metadata/index.ts';
import { filterDatasetUuidsOf } from './dashboard-metadata.ts';
import { existsText, isOwnKind, orNone, type PlannedKind, type PlannedWrite, type Planning } from './plan.ts';
import { findReadableDatasets } from './plan-datasets.ts';
import type { BundleItem } from './read-bundle.ts';
import type { DashboardFile } from './shapes.ts';

export interface PlannedDashboards extends PlannedKind<DashboardFile> {
  /** Datasets of filters that are not in the bundle. */
  readonly datasets: ReadonlyMap<string, number>;
}

type Item = BundleItem<DashboardFile>;

export async function planDashboards(planning: Planning): Promise<PlannedDashboards> {
  const items = planning.bundle.dashboards;
  const found = await findDashboards(
    planning,
    items.map(({ value }) => value.uuid),
  );
  const writes: PlannedWrite<DashboardFile>[] = [];
  const slugs = new Set<string>();
  for (const item of items) {
    const one = found.get(item.value.uuid);
    if (!isWritten(planning, item, one)) continue;
    const value = await withFreeSlug(planning, { item, id: one?.id, slugs });
    writes.push({ uuid: value.uuid, id: one?.id, value: { ...value, metadata: readMetadata(planning, item) } });
  }
  const datasets = await findReadableDatasets(
    planning,
    items.flatMap(({ value }) => filterDatasetUuidsOf(value.metadata ?? {})),
  );
  return { known: new Map(), writes, datasets };
}

interface FoundDashboard {
  readonly id: number;
  readonly isEditable: boolean;
}

/** Dashboards that are here; one that the person may not see is not there. */
async function findDashboards({ services: { store, config }, request: { user } }: Planning, uuids: readonly string[]) {
  const scope = await loadDataScope(store, user);
  const rows = await store
    .selectFrom('dashboards')
    .select(['id', 'uuid'])
    .where('uuid', 'in', orNone(uuids, ''))
    .where(() => visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true))
    .execute();
  const ids = rows.map((row) => row.id);
  const owners = await loadOwners(store, 'dashboard', ids);
  const isEditable = (id: number) =>
    canEdit(
      user,
      'Dashboard',
      (owners.get(id) ?? []).map((owner) => owner.id),
    );
  return new Map(
    rows.map((row): [string, FoundDashboard] => [row.uuid, { id: row.id, isEditable: isEditable(row.id) }]),
  );
}

function isWritten({ request, problems }: Planning, { file }: Item, found: FoundDashboard | undefined): boolean {
  if (found && isOwnKind(request, 'dashboard') && !request.mayOverwrite) {
    problems.add(file, existsText('Dashboard'));
    return false;
  }
  if (found ? found.isEditable : can(request.user, 'can_write', 'Dashboard')) return true;
  const text = found
    ? "A dashboard already exists and user doesn't have permissions to overwrite it"
    : "Dashboard doesn't exist and user doesn't have permission to create dashboards";
  problems.refuse(file, text);
  return false;
}

interface SlugQuestion {
  readonly item: Item;
  readonly id: number | undefined;
  readonly slugs: Set<string>;
}

/** An address that another dashboard has is left out: the dashboard is worth more than its address. */
async function withFreeSlug(planning: Planning, { item, id, slugs }: SlugQuestion): Promise<DashboardFile> {
  const slug = toSlug(item.value.slug);
  if (slug === null) return { ...item.value, slug };
  const { store } = planning.services;
  const row = await store.selectFrom('dashboards').select('id').where('slug', '=', slug).executeTakeFirst();
  const isTaken = slugs.has(slug) || (row !== undefined && row.id !== id);
  slugs.add(slug);
  if (!isTaken) return { ...item.value, slug };
  planning.problems.warn(`${item.file}: the slug ${slug} belongs to another dashboard and was left out.`);
  return { ...item.value, slug: null };
}

const readShape = compileReader(DashboardMetadata, 'json');
const knownKeys = new Set(Object.keys(DashboardMetadata.properties));
const dropped = new Set(['positions', 'show_native_filters']);

/** Keys that no dashboard here has are left out and told; those that it has must be of their types. */
function readMetadata({ problems }: Planning, { file, value }: Item): Document {
  const entries = Object.entries(value.metadata ?? {});
  for (const [key, item] of entries)
    if (!knownKeys.has(key) && !dropped.has(key) && item !== null)
      problems.warn(`${file}: \`metadata.${key.slice(0, 100)}\` is not known here and was left out.`);
  const kept = Object.fromEntries(entries.filter(([key]) => knownKeys.has(key) && !dropped.has(key)));
  try {
    readShape(kept);
  } catch (error) {
    if (!(error instanceof AppError) || !error.options.fields) throw error;
    const fields = Object.entries(error.options.fields).map(([key, texts]) => [`metadata.${key}`, texts] as const);
    problems.add(file, Object.fromEntries(fields));
  }
  return kept;
}
