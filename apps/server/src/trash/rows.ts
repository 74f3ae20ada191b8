import type { TrashType } from '@powerset/contract';
import type { Kysely } from 'kysely';
import type { Store } from '../metadata/index.ts';
import { type Part, trashKinds } from './kinds.ts';

export type AnyRow = Readonly<Record<string, unknown>>;

/** Tables that are known by their names alone. */
export type AnyStore = Kysely<Readonly<Record<string, Record<string, unknown>>>>;

/** An object's rows, by table. */
export type TrashedRows = Readonly<Record<string, readonly AnyRow[]>>;

// Which columns a table has, the kinds know.
export const withAnyTables = (store: Store): AnyStore => store as unknown as AnyStore;

export async function readRows(store: AnyStore, type: TrashType, id: number): Promise<TrashedRows> {
  const { table, parts } = trashKinds[type];
  const rows: Record<string, readonly AnyRow[]> = {
    [table]: await store.selectFrom(table).selectAll().where('id', '=', id).execute(),
  };
  for (const part of parts) rows[part.table] = await readPart(store, part, { type, id });
  return rows;
}

function readPart(store: AnyStore, { table, column, isTyped }: Part, of: { type: TrashType; id: number }) {
  return store
    .selectFrom(table)
    .selectAll()
    .where(column, '=', of.id)
    .$if(isTyped === true, (typed) => typed.where('object_type', '=', of.type))
    .execute();
}
