import type { FilterSetPost, FilterSetPut } from '@powerset/contract';
import { canEdit, isAdmin, type User } from '../../access/index.ts';
import { fieldError, forbidden, notFound } from '../../http/index.ts';
import { laterThan, loadOwners, refuseStale, staleError } from '../../lists/index.ts';
import { isDocument, parseDocument, type Row, type Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

type FilterSet = Row<'filter_sets'>;
type Deps = Pick<Services, 'store' | 'now'>;

/** Who asks about which dashboard; that he may see it was checked. */
export interface Place {
  readonly user: User;
  readonly dashboardId: number;
}

/** The dashboard's own sets and those of the person, in the order in which they were made. */
export async function findFilterSets({ store }: Deps, { user, dashboardId }: Place): Promise<readonly FilterSet[]> {
  return store
    .selectFrom('filter_sets')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where((is) => is.or([is('owner_type', '=', 'Dashboard'), is('owner_id', '=', user.isAnonymous ? -1 : user.id)]))
    .orderBy('id')
    .execute();
}

export async function createFilterSet({ store, now }: Deps, place: Place, body: FilterSetPost): Promise<FilterSet> {
  const json = readDocument(body.json_metadata);
  const owner = await toOwner(store, place, body);
  await assertFree(store, { ...owner, dashboardId: place.dashboardId, name: body.name });
  const time = now().toISOString();
  return store
    .insertInto('filter_sets')
    .values({
      dashboard_id: place.dashboardId,
      owner_type: owner.type,
      owner_id: owner.id,
      name: body.name,
      description: body.description ?? null,
      json_metadata: json,
      created_on: time,
      changed_on: time,
      created_by_fk: place.user.id,
      changed_by_fk: place.user.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateFilterSet(
  { store, now }: Deps,
  place: Place,
  { id, body }: { readonly id: number; readonly body: FilterSetPut },
): Promise<FilterSet> {
  const known = await getOwnFilterSet(store, place, id);
  const moves = body.owner_type === 'Dashboard' && known.owner_type === 'User';
  if (moves) await assertEditor(store, place);
  const owner = moves ? dashboardOwner(place) : { type: known.owner_type, id: known.owner_id };
  const name = body.name ?? known.name;
  await assertFree(store, { ...owner, dashboardId: place.dashboardId, name }, id);
  const saved = { what: 'filter set', ...known };
  await refuseStale(store, saved, body.last_modified_time);
  const changed = await store
    .updateTable('filter_sets')
    .set({
      name,
      owner_type: owner.type,
      owner_id: owner.id,
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(body.json_metadata === undefined ? {} : { json_metadata: readDocument(body.json_metadata) }),
      changed_on: laterThan(known.changed_on, now()),
      changed_by_fk: place.user.id,
    })
    .where('id', '=', id)
    // Whoever saved between the reading above and now is not overwritten either.
    .where('changed_on', '=', known.changed_on)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw staleError(saved);
  return changed;
}

/** As the reference: a set that is not there, or is somebody else's and so not to be seen, is no error. */
export async function deleteFilterSet({ store }: Deps, place: Place, id: number): Promise<void> {
  if (!(await findFilterSet(store, place, id))) return;
  await getOwnFilterSet(store, place, id);
  await store.deleteFrom('filter_sets').where('id', '=', id).execute();
}

/** A set that the person may change: his own, or the dashboard's when he may edit that. */
async function getOwnFilterSet(store: Store, place: Place, id: number): Promise<FilterSet> {
  const row = await findFilterSet(store, place, id);
  if (!row) throw notFound();
  if (row.owner_type === 'Dashboard') await assertEditor(store, place);
  return row;
}

async function findFilterSet(store: Store, { user, dashboardId }: Place, id: number): Promise<FilterSet | undefined> {
  const row = await store
    .selectFrom('filter_sets')
    .selectAll()
    .where('id', '=', id)
    .where('dashboard_id', '=', dashboardId)
    .executeTakeFirst();
  const isSeen = row && (row.owner_type === 'Dashboard' || isAdmin(user) || row.owner_id === user.id);
  return isSeen ? row : undefined;
}

function dashboardOwner({ dashboardId }: Place) {
  return { type: 'Dashboard', id: dashboardId } as const;
}

async function toOwner(store: Store, place: Place, { owner_type, owner_id }: FilterSetPost) {
  if (owner_type === 'User') {
    if (owner_id == null) throw fieldError({ owner_id: ['owner_id is mandatory when owner_type is User'] }, 400);
    if (owner_id !== place.user.id || place.user.isAnonymous) throw forbidden();
    return { type: owner_type, id: owner_id } as const;
  }
  if (owner_id != null && owner_id !== place.dashboardId)
    throw fieldError({ owner_id: ['Must be the id of the dashboard when owner_type is Dashboard.'] }, 400);
  await assertEditor(store, place);
  return dashboardOwner(place);
}

/** What belongs to the dashboard is changed by those who may edit it. */
async function assertEditor(store: Store, { user, dashboardId }: Place): Promise<void> {
  const owners = (await loadOwners(store, 'dashboard', [dashboardId])).get(dashboardId) ?? [];
  const ownerIds = owners.map((owner) => owner.id);
  if (!canEdit(user, 'Dashboard', ownerIds)) throw forbidden();
}

interface Name {
  readonly dashboardId: number;
  readonly type: string;
  readonly id: number;
  readonly name: string;
}

async function assertFree(store: Store, { dashboardId, type, id, name }: Name, ownId?: number): Promise<void> {
  const taken = await store
    .selectFrom('filter_sets')
    .select('id')
    .where('dashboard_id', '=', dashboardId)
    .where('owner_type', '=', type)
    .where('owner_id', '=', id)
    .where('name', '=', name)
    .executeTakeFirst();
  if (taken && taken.id !== ownId) throw fieldError({ name: ['A filter set with this name already exists.'] });
}

function readDocument(text: string): string {
  const { nativeFilters, dataMask } = parseDocument(text) ?? {};
  const isGood = isDocument(nativeFilters) && (dataMask === undefined || isDocument(dataMask));
  if (!isGood) throw fieldError({ json_metadata: ['failed to parse json_metadata to json'] }, 400);
  return JSON.stringify({ nativeFilters, ...(dataMask === undefined ? {} : { dataMask }) });
}
