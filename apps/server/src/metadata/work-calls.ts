import { sql } from 'kysely';
import type { Store } from './tables.ts';

/** What the server says there: something waits for a process that does it. */
export const workChannel = 'powerset_work';

const listeners = new WeakMap<Store, Set<() => void>>();

/** Calls back when another process, or this one, says that something waits; gives what ends that. */
export function hearOfWork(store: Store, listener: () => void): () => void {
  const all = listeners.get(store) ?? new Set();
  listeners.set(store, all.add(listener));
  return () => void all.delete(listener);
}

/** Says to all processes of a store on a server that something waits. */
export async function tellOfWork(store: Store): Promise<void> {
  await sql`select pg_notify(${workChannel}, '')`.execute(store);
}

export function noteWork(store: Store): void {
  for (const listener of listeners.get(store) ?? []) listener();
}
