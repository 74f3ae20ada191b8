import type { KyselyPlugin } from 'kysely';
import type { Store } from './tables.ts';
import { createWriteCounter, type WriteCounter } from './write-counter.ts';

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

/** Tables whose writes other processes hear of. */
export const toldTables: readonly string[] = [...new Set([...catalogTables, ...rightsTables])];

interface Counters {
  readonly catalog: WriteCounter;
  readonly rights: WriteCounter;
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

/** The store that is made with the plugins that count its writes. */
export function countWrites(make: (plugins: readonly KyselyPlugin[]) => Store): Store {
  const counters = { catalog: createWriteCounter(catalogTables), rights: createWriteCounter(rightsTables) };
  const store = make([counters.catalog.plugin, counters.rights.plugin]);
  countersOf.set(store, counters);
  return store;
}

/** Says that another process wrote to these tables. */
export function noteForeignWrite(store: Store): void {
  const counters = countersOf.get(store);
  counters?.catalog.add();
  counters?.rights.add();
}
