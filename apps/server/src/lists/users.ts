import type { WireOwner, WireUserSummary } from '@powerset/contract';
import { isAdmin, type User } from '../access/index.ts';
import type { Store } from '../metadata/index.ts';
import { toTimeAgo } from './times.ts';

/** A user as it stands inside other objects. */
export interface UserSummary {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
}

/** Who made a row, and when; nobody has changed it yet. */
export function madeBy(user: Pick<UserSummary, 'id'>, time: string) {
  return { created_on: time, changed_on: time, created_by_fk: user.id, changed_by_fk: user.id };
}

type OwnedType = 'chart' | 'dashboard' | 'dataset' | 'report';

/** Users by id, for creators and editors of a page of rows. */
export async function loadUsers(
  store: Store,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, UserSummary>> {
  const wanted = [...new Set(ids.filter((id): id is number => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await store
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface OwnedObjects {
  readonly type: OwnedType;
  readonly ids: readonly number[];
}

/** Owners of a page of objects, by object id. */
export async function loadOwners(
  store: Store,
  type: OwnedType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly UserSummary[]>> {
  const rows = await loadOwnerRows(store, { type, ids });
  return byObject(rows, ({ email: _email, ...person }) => person);
}

/** The same as whoever looks is shown them: with their addresses, where that is an administrator. */
export async function loadShownOwners(
  store: Store,
  viewer: User,
  objects: OwnedObjects,
): Promise<ReadonlyMap<number, readonly WireOwner[]>> {
  const showsEmail = isAdmin(viewer) && !viewer.guest;
  const rows = await loadOwnerRows(store, objects);
  return byObject(rows, ({ email, ...person }) => (showsEmail ? { ...person, email } : person));
}

async function loadOwnerRows(store: Store, { type, ids }: OwnedObjects) {
  if (ids.length === 0) return [];
  return store
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .select(['owners.object_id', 'users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .where('owners.object_type', '=', type)
    .where('owners.object_id', 'in', [...ids])
    .orderBy('users.id')
    .execute();
}

type OwnerRow = Awaited<ReturnType<typeof loadOwnerRows>>[number];

function byObject<Person>(
  rows: readonly OwnerRow[],
  toPerson: (row: Omit<OwnerRow, 'object_id'>) => Person,
): ReadonlyMap<number, readonly Person[]> {
  const owners = new Map<number, Person[]>();
  for (const { object_id: objectId, ...person } of rows)
    owners.set(objectId, [...(owners.get(objectId) ?? []), toPerson(person)]);
  return owners;
}

/** Replaces an object's owners. */
export async function saveOwners(
  store: Store,
  object: { readonly type: OwnedType; readonly id: number },
  userIds: readonly number[],
): Promise<void> {
  await store.deleteFrom('owners').where('object_type', '=', object.type).where('object_id', '=', object.id).execute();
  const values = [...new Set(userIds)].map((userId) => ({
    object_type: object.type,
    object_id: object.id,
    user_id: userId,
  }));
  if (values.length > 0) await store.insertInto('owners').values(values).execute();
}

/** A user as other objects name one; null when nobody is known. */
export function toWireUserSummary(person: UserSummary | undefined): WireUserSummary | null {
  return person ? { id: person.id, first_name: person.first_name, last_name: person.last_name } : null;
}

export function toFullName(person: Pick<UserSummary, 'first_name' | 'last_name'> | undefined): string {
  return person ? `${person.first_name} ${person.last_name}`.trim() : '';
}

/** A row that says who made and changed it, and when. */
interface AuditedRow {
  readonly created_on: string;
  readonly changed_on: string;
  readonly created_by_fk: number | null;
  readonly changed_by_fk: number | null;
}

/** The same as the reference's answers say it, of many rows with one look for the people. */
export async function loadAudits(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  rows: readonly AuditedRow[],
) {
  const users = await loadUsers(
    store,
    rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk]),
  );
  const time = now();
  return (row: AuditedRow) => ({
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, time),
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    created_on: row.created_on,
  });
}
