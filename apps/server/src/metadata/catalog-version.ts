import type { KyselyPlugin } from 'kysely';
import type { Store } from './tables.ts';
import { createWriteCounter, type Uncounted, type WriteCounter } from './write-counter.ts';

/** What datasets are made of, with all that decides who may read which of their rows, and what charts say of theirs. */
const catalogTables = [
  'charts',
  'databases',
  'datasets',
  'dataset_columns',
  'dataset_metrics',
  'owners',
  'users',
  'row_level_rules',
  'row_level_rule_roles',
  'row_level_rule_datasets',
];

/** Who people are, and what they may do. */
const rightsTables = [
  'users',
  'roles',
  'role_permissions',
  'user_roles',
  'groups',
  'user_groups',
  'group_roles',
  'second_factors',
  'passkeys',
];

/** Which datasets there are, and whose they are. */
const readingTables = ['databases', 'datasets', 'owners'];

/** When somebody came in last is nobody's right, and part of no dataset: thousands come in, and nothing is forgotten for it. */
export const untoldColumns: Uncounted = { users: ['last_login', 'login_count'] };

/** Tables whose writes other processes hear of. */
export const toldTables: readonly string[] = [...new Set([...catalogTables, ...rightsTables, ...readingTables])];

interface Counters {
  readonly catalog: WriteCounter;
  readonly rights: WriteCounter;
  readonly reading: WriteCounter;
}
const countersOf = new WeakMap<Store, Counters>();

/** A number that changes with every write to the tables that datasets and charts are made of; none within a transaction. */
export function catalogVersion(store: Store): number {
  return countersOf.get(store)?.catalog.count() ?? Number.NaN;
}

/** A number that changes with every write to what says who people are and what they may do; none within a transaction. */
export function rightsVersion(store: Store): number {
  return countersOf.get(store)?.rights.count() ?? Number.NaN;
}

/** A number that changes with every write to what datasets are called, where they lie, and who owns what; none within a transaction. */
export function readingVersion(store: Store): number {
  return countersOf.get(store)?.reading.count() ?? Number.NaN;
}

/** The store that is made with the plugins that count its writes. */
export function countWrites(make: (plugins: readonly KyselyPlugin[]) => Store): Store {
  const counters = {
    catalog: createWriteCounter(catalogTables, untoldColumns),
    rights: createWriteCounter(rightsTables, untoldColumns),
    reading: createWriteCounter(readingTables),
  };
  const store = make(Object.values(counters).map(({ plugin }) => plugin));
  countersOf.set(store, counters);
  return store;
}

/** Says that another process wrote to a table; to any of them where none is named. */
export function noteForeignWrite(store: Store, table?: string): void {
  for (const counter of Object.values(countersOf.get(store) ?? {})) counter.add(table);
}
