import type { Engine, TableSummary } from './engine.ts';

/** What of the lists of tables is kept weighs no more: one for each table, and some for each list. */
const mostWeight = 200_000;
const listWeight = 100;
const shortestMs = 10_000;
const longestMs = 60_000;
/** Where reading takes long, it is done for a longer time. */
const timesReading = 5;

interface KeptList {
  /** Opened for the connection as it was. */
  readonly opened: Engine;
  readonly begunAt: number;
  readonly tables: Promise<readonly TableSummary[]>;
  /** None while it is read. */
  keptUntil: number;
  weight: number;
}

export interface TablesQuestion {
  readonly databaseId: number;
  /** Whom all ask by. */
  readonly opened: Engine;
  readonly catalog: string | null;
  readonly schema: string;
  /** What began to be read longer ago will not do; without it, whatever is kept will. */
  readonly maxAgeMs?: number | undefined;
}

/**
 * The tables of schemas as they were read last, for those who ask for a part of them: servers read a whole schema to count it,
 * some for seconds. Nothing is kept of a database in which something was written here since, nor for another person than was
 * shown it.
 */
export class KeptTables {
  private readonly watched = new WeakSet<Engine>();
  private readonly byDatabase = new Map<number, Map<string, KeptList>>();

  constructor(private readonly nowMs: () => number) {}

  /** Notes what is written by an engine that is handed out, however often it is. */
  watch(engine: Engine, databaseId: number): void {
    if (this.watched.has(engine)) return;
    this.watched.add(engine);
    const run = engine.run.bind(engine);
    Object.assign(engine, {
      run: (request: Parameters<Engine['run']>[0]) => {
        const running = run(request);
        return request.mayWrite ? running.finally(() => this.byDatabase.delete(databaseId)) : running;
      },
    });
  }

  /** What the engine, or one that asks as it does, read of a schema lately; else what it reads now. */
  read(engine: Engine, { databaseId, opened, catalog, schema, maxAgeMs }: TablesQuestion) {
    // It knows what is written by itself.
    if (engine.materializer) return engine.listTables(schema);
    const now = this.nowMs();
    const lists = this.byDatabase.get(databaseId) ?? new Map<string, KeptList>();
    this.byDatabase.set(databaseId, lists);
    const key = JSON.stringify([engine.asksAs ?? null, catalog, schema]);
    const known = lists.get(key);
    const isKnown = known?.opened === opened && known.keptUntil >= now && known.begunAt >= now - (maxAgeMs ?? now);
    if (known && isKnown) return known.tables;
    const list: KeptList = {
      ...{ opened, begunAt: now, keptUntil: Number.POSITIVE_INFINITY, weight: listWeight },
      tables: engine.listTables(schema),
    };
    lists.set(key, list);
    list.tables.then(
      ({ length }) => this.keep(list, length),
      () => {
        if (lists.get(key) === list) lists.delete(key);
      },
    );
    return list.tables;
  }

  private keep(list: KeptList, length: number): void {
    const now = this.nowMs();
    const tookMs = now - list.begunAt;
    list.keptUntil = now + Math.min(longestMs, Math.max(shortestMs, timesReading * tookMs));
    list.weight += length;
    this.makeRoom(now);
  }

  /** What is too old goes, and then what was read first. */
  private makeRoom(now: number): void {
    const all = [...this.byDatabase.values()].flatMap((lists) =>
      [...lists].map(([key, list]) => ({ lists, key, list })),
    );
    let weight = all.reduce((sum, { list }) => sum + list.weight, 0);
    for (const { lists, key, list } of all.sort((one, other) => one.list.begunAt - other.list.begunAt)) {
      if (weight <= mostWeight && list.keptUntil >= now) continue;
      lists.delete(key);
      weight -= list.weight;
    }
  }
}
