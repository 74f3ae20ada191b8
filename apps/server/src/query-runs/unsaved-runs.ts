import type { Row, Store } from '../metadata/index.ts';

type QueryRun = Row<'queries'>;

/** Runs whose rows a full disk did not take: they are seen as long as the process lives and no more than these come after. */
export interface UnsavedRuns {
  /** A row as the store would have made it; its number is none of the store's. */
  add(row: Omit<QueryRun, 'id'>): QueryRun;
  /** A row of the store with a change that was not written. */
  keep(run: QueryRun): void;
  find(wanted: (run: QueryRun) => boolean): QueryRun | undefined;
  all(): readonly QueryRun[];
  forget(id: number): void;
}

const maxRuns = 500;
const byStore = new WeakMap<Store, UnsavedRuns>();

export function unsavedRunsOf(store: Store): UnsavedRuns {
  const found = byStore.get(store) ?? createUnsavedRuns();
  byStore.set(store, found);
  return found;
}

function createUnsavedRuns(): UnsavedRuns {
  const runs = new Map<number, QueryRun>();
  let count = 0;
  const keep = (run: QueryRun): void => {
    runs.delete(run.id);
    runs.set(run.id, run);
    const [oldest] = runs.keys();
    if (oldest !== undefined && runs.size > maxRuns) runs.delete(oldest);
  };
  return {
    add: (row) => {
      count += 1;
      const run = { ...row, id: -count };
      keep(run);
      return run;
    },
    keep,
    find: (wanted) => [...runs.values()].find(wanted),
    all: () => [...runs.values()],
    forget: (id) => runs.delete(id),
  };
}
