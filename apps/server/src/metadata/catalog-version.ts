import type { KyselyPlugin } from 'kysely';
import type { Store } from './tables.ts';
import { createWriteCounter, type WriteCounter } from './write-counter.ts';

/** What datasets are made of, with all that decides who may read which of their rows, and what charts say of theirs. */
export const catalogTables = [
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
const catalogCounters = new WeakMap<Store, WriteCounter>();

/** A number that changes with every write to the tables that datasets and charts are made of. */
export function catalogVersion(store: Store): number {
  return catalogCounters.get(store)?.count() ?? Number.NaN;
}

/** The store that is made with the plugin that counts its writes. */
export function countCatalogWrites(make: (plugin: KyselyPlugin) => Store): Store {
  const counter = createWriteCounter(catalogTables);
  const store = make(counter.plugin);
  catalogCounters.set(store, counter);
  return store;
}

/** Says that another process wrote to these tables. */
export function noteForeignWrite(store: Store): void {
  catalogCounters.get(store)?.add();
}
