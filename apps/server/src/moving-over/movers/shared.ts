import type { NewRow, Store } from '../../metadata/index.ts';
import type { Moving } from '../moving.ts';
import type { NumberedTable } from '../numbers.ts';
import { allRows, columns } from '../read-rows.ts';
import type { SourceRow } from '../values.ts';

/** When and by whom a row was made and changed. */
export function toAudit({ numbers, time }: Moving, row: SourceRow) {
  return {
    created_on: row.time('created_on') ?? time,
    changed_on: row.time('changed_on') ?? time,
    created_by_fk: numbers.idOf('users', row.number('created_by_fk')),
    changed_by_fk: numbers.idOf('users', row.number('changed_by_fk')),
  };
}
export const auditColumns = 'id uuid created_on changed_on created_by_fk changed_by_fk';

export function toManagement(row: SourceRow) {
  return { is_managed_externally: row.flag('is_managed_externally'), external_url: row.text('external_url') || null };
}
export const managementColumns = 'is_managed_externally external_url';

/** What a server's columns of whole numbers hold; nothing for what is beyond. */
export function toWhole(value: number | null): number | null {
  return value === null || Math.abs(value) >= 2 ** 31 ? null : Math.trunc(value);
}

interface Ownership {
  readonly type: 'chart' | 'dashboard' | 'dataset' | 'report';
  readonly table: NumberedTable;
  /** The table of pairs there, and its column that names the object. */
  readonly from: string;
  readonly column: string;
}

/** Owners of what has just come. */
export async function moveOwners(moving: Moving, { type, table, from, column }: Ownership): Promise<void> {
  const { source, store, numbers } = moving;
  const owners = new Map<string, NewRow<'owners'>>();
  for (const row of await allRows(source, from, columns(`id user_id ${column}`))) {
    const object = numbers.placeOf(table, row.number(column));
    const userId = numbers.idOf('users', row.number('user_id'));
    if (!object?.isNew || userId === null) continue;
    owners.set(`${object.id} ${userId}`, { object_type: type, object_id: object.id, user_id: userId });
  }
  await insertAll(store, 'owners', [...owners.values()]);
}

const rowsAtOnce = 200;

export async function insertAll<
  T extends 'owners' | 'dashboard_charts' | 'dashboard_roles' | 'role_permissions' | 'tagged_objects',
>(store: Store, table: T, rows: readonly NewRow<T>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await store
      .insertInto(table)
      .values(rows.slice(at, at + rowsAtOnce) as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
