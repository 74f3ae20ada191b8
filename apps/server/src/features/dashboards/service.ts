import { randomUUID } from 'node:crypto';
import type { DashboardPost, DashboardPut } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { refuseWithReports } from '../../catalog/index.ts';
import { fieldError } from '../../http/index.ts';
import {
  dashboardResource,
  deleteBelongings,
  laterThan,
  madeBy,
  readOwners,
  readTags,
  readUuid,
  refuseStale,
  saveOwners,
  saveTags,
  staleError,
  toEpochSeconds,
} from '../../lists/index.ts';
import { parseDocument, type RowChange, type Store, toSlug } from '../../metadata/index.ts';
import { putInTrash } from '../../trash/index.ts';
import { keepVersion } from '../../versions/index.ts';
import { type DashboardServices, getEditableDashboards, isRoleBased } from './access.ts';
import { linkCharts, type PlacedChange, readPlacedChange } from './chart-links.ts';
import { placedCharts, readMetadata, readPositions } from './documents.ts';
import { assertReadableTargets } from './filter-targets.ts';
import { findDashboardTheme } from './store.ts';

export interface SavedDashboard {
  readonly id: number;
  /** Epoch seconds. */
  readonly lastModifiedTime: number;
}

export interface DashboardService {
  create(user: User, body: DashboardPost): Promise<SavedDashboard>;
  update(user: User, id: number, body: DashboardPut): Promise<SavedDashboard>;
  delete(user: User, ids: readonly number[]): Promise<void>;
}

export function createDashboardService(services: DashboardServices): DashboardService {
  return {
    create: (user, body) => createDashboard(services, user, body),
    update: (user, id, body) => updateDashboard(services, user, { id, body }),
    delete: (user, ids) => deleteDashboards(services, user, ids),
  };
}

const emptyLayout = JSON.stringify({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
});

async function createDashboard(services: DashboardServices, user: User, body: DashboardPost): Promise<SavedDashboard> {
  const { store, now } = services;
  const documents = readDocuments(body);
  const slug = toSlug(body.slug);
  await checkSlug(store, slug, undefined);
  const ownerIds =
    (await readOwners(services, user, { asked: body.owners, isNew: true, resource: dashboardResource })) ?? [];
  const roleIds = await readRoles(services, body.roles);
  await assertReadableTargets(services, user, { metadata: documents.metadata });
  await checkTheme(store, body.theme_id);
  const placed = await readPlacedChange(services, user, { placed: documents.placed, dashboardId: undefined });
  const uuid = await readUuid(store, 'dashboards', { asked: body.uuid });
  const stamp = now().toISOString();
  return store.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('dashboards')
      .values({
        uuid: randomUUID(),
        ...uuid,
        dashboard_title: '',
        css: '',
        position_json: emptyLayout,
        json_metadata: '{}',
        ...toPlainFields(body),
        ...documents.fields(placed),
        slug,
        ...madeBy(user, stamp),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveOwners(transaction, { type: 'dashboard', id }, ownerIds);
    if (roleIds) await saveRoles(transaction, id, roleIds);
    if (placed) await linkCharts(transaction, id, placed);
    await keepVersion(transaction, { type: 'dashboard', id });
    return { id, lastModifiedTime: toEpochSeconds(stamp) };
  });
}

interface DashboardChange {
  readonly id: number;
  readonly body: DashboardPut;
  /** Unless it is false, the dashboard tells when it was changed, and by whom. */
  readonly isMarked?: boolean;
  /** The `json_metadata` that the change was made of: another one is a conflict. */
  readonly madeOf?: string;
  /** The number of the version that is brought back. */
  readonly restoredFrom?: number;
}

/** Changes what the body names; a later save of somebody else than the body knows of is a conflict. */
export async function updateDashboard(
  services: DashboardServices,
  user: User,
  { id, body, isMarked = true, madeOf, restoredFrom }: DashboardChange,
): Promise<SavedDashboard> {
  const { store } = services;
  const [row] = await getEditableDashboards(services, user, [id]);
  if (!row) throw new Error('An editable dashboard has a row.');
  const documents = readDocuments(body);
  const slug = body.slug === undefined ? row.slug : toSlug(body.slug);
  await checkSlug(store, slug, id);
  const ownerIds = await readOwners(services, user, { asked: body.owners, isNew: false, resource: dashboardResource });
  const tagIds = await readTags(store, user, { asked: body.tags, type: 'dashboard', id });
  const roleIds = await readRoles(services, body.roles, id);
  await assertReadableTargets(services, user, {
    metadata: documents.metadata,
    before: parseDocument(row.json_metadata),
  });
  if (body.theme_id !== row.theme_id) await checkTheme(store, body.theme_id);
  const placed = await readPlacedChange(services, user, { placed: documents.placed, dashboardId: id, before: row });
  const uuid = await readUuid(store, 'dashboards', { asked: body.uuid, ownId: id });
  const stamp = isMarked ? laterThan(row.changed_on, services.now()) : row.changed_on;
  const change = {
    ...toPlainFields(body),
    ...documents.fields(placed),
    ...uuid,
    slug,
    ...(isMarked ? { changed_on: stamp, changed_by_fk: user.id } : {}),
  };
  const saved = { what: 'dashboard', ...row };
  await refuseStale(store, saved, body.last_modified_time);
  await store.transaction().execute(async (transaction) => {
    if (isMarked) await keepVersion(transaction, { type: 'dashboard', id });
    const update = transaction.updateTable('dashboards').set(change).where('id', '=', id);
    const isGuarded = typeof body.last_modified_time === 'number';
    const { numUpdatedRows } = await update
      .$if(isGuarded, (guarded) => guarded.where('changed_on', '=', row.changed_on))
      .$if(madeOf !== undefined, (guarded) => guarded.where('json_metadata', '=', madeOf ?? ''))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw staleError(saved);
    if (ownerIds) await saveOwners(transaction, { type: 'dashboard', id }, ownerIds);
    if (roleIds) await saveRoles(transaction, id, roleIds);
    if (tagIds) await saveTags(transaction, { type: 'dashboard', id }, { tagIds, user, time: stamp });
    if (placed) await linkCharts(transaction, id, placed);
    if (isMarked) await keepVersion(transaction, { type: 'dashboard', id }, restoredFrom);
  });
  return { id, lastModifiedTime: toEpochSeconds(stamp) };
}

async function deleteDashboards(services: DashboardServices, user: User, ids: readonly number[]): Promise<void> {
  await getEditableDashboards(services, user, ids);
  const wanted = [...new Set(ids)];
  await refuseWithReports(services.store, { column: 'dashboard_id', ids: wanted });
  await services.store.transaction().execute(async (transaction) => {
    await putInTrash(transaction, services, { type: 'dashboard', ids: wanted, user });
    await transaction.deleteFrom('dashboard_charts').where('dashboard_id', 'in', wanted).execute();
    await transaction.deleteFrom('dashboard_roles').where('dashboard_id', 'in', wanted).execute();
    await transaction.deleteFrom('embedded_dashboards').where('dashboard_id', 'in', wanted).execute();
    await deleteBelongings(transaction, 'dashboard', wanted);
    await transaction.deleteFrom('dashboards').where('id', 'in', wanted).execute();
  });
}

/** The documents of a body: what is to be stored, and which charts they place. */
function readDocuments(body: Pick<DashboardPut, 'json_metadata' | 'position_json'>) {
  const metadata = body.json_metadata ? readMetadata(body.json_metadata) : undefined;
  const { positions: given, ...kept } = metadata ?? {};
  const positions = given ?? (body.position_json ? readPositions(body.position_json) : undefined);
  const placed = positions && { charts: placedCharts(positions), positions, isWhole: given !== undefined };
  return {
    placed,
    metadata,
    fields: (change: PlacedChange | undefined): RowChange<'dashboards'> => ({
      ...(metadata ? { json_metadata: JSON.stringify(kept) } : {}),
      ...(body.json_metadata === '' ? { json_metadata: '{}' } : {}),
      ...(change ? { position_json: JSON.stringify(change.positions) } : {}),
    }),
  };
}

export function toPlainFields(body: DashboardPut): RowChange<'dashboards'> {
  const { is_managed_externally: managed } = body;
  return {
    ...(body.dashboard_title === undefined ? {} : { dashboard_title: body.dashboard_title ?? '' }),
    ...(body.css === undefined ? {} : { css: body.css ?? '' }),
    ...(typeof body.published === 'boolean' ? { published: body.published ? 1 : 0 } : {}),
    ...(body.certified_by === undefined ? {} : { certified_by: body.certified_by || null }),
    ...(body.certification_details === undefined ? {} : { certification_details: body.certification_details || null }),
    ...(typeof managed === 'boolean' ? { is_managed_externally: managed ? 1 : 0 } : {}),
    ...(body.external_url === undefined ? {} : { external_url: body.external_url }),
    ...(body.theme_id === undefined ? {} : { theme_id: body.theme_id }),
  };
}

async function checkSlug(store: Store, slug: string | null, ownId: number | undefined): Promise<void> {
  if (slug === null) return;
  const row = await store.selectFrom('dashboards').select('id').where('slug', '=', slug).executeTakeFirst();
  if (row && row.id !== ownId) throw fieldError({ slug: ['Must be unique'] });
}

async function checkTheme(store: Store, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  if ((await findDashboardTheme(store, id)) === null) throw fieldError({ theme_id: ['Theme does not exist'] });
}

/** Roles are attached where role-based access is on; elsewhere those that are attached already may stay or go. */
async function readRoles(
  services: DashboardServices,
  asked: readonly number[] | undefined,
  dashboardId?: number,
): Promise<readonly number[] | undefined> {
  if (asked === undefined) return undefined;
  const { store } = services;
  const wanted = [...new Set(asked)];
  const found =
    wanted.length > 0 ? await store.selectFrom('roles').select('id').where('id', 'in', wanted).execute() : [];
  if (found.length !== wanted.length) throw fieldError({ roles: ['Some roles do not exist'] });
  if (isRoleBased(services)) return wanted;
  const attached = await loadRoleIds(store, dashboardId);
  if (wanted.some((id) => !attached.has(id)))
    throw fieldError({ roles: ['Roles can be attached only while role-based access (DASHBOARD_RBAC) is on'] });
  return wanted;
}

async function loadRoleIds(store: Store, dashboardId: number | undefined): Promise<ReadonlySet<number>> {
  if (dashboardId === undefined) return new Set();
  const rows = await store
    .selectFrom('dashboard_roles')
    .select('role_id')
    .where('dashboard_id', '=', dashboardId)
    .execute();
  return new Set(rows.map((row) => row.role_id));
}

async function saveRoles(store: Store, dashboardId: number, roleIds: readonly number[]): Promise<void> {
  await store.deleteFrom('dashboard_roles').where('dashboard_id', '=', dashboardId).execute();
  const values = roleIds.map((roleId) => ({ dashboard_id: dashboardId, role_id: roleId }));
  if (values.length > 0) await store.insertInto('dashboard_roles').values(values).execute();
}
