import type { Expression } from '@powerset/sql';
import type { RunResult } from '../../engines/index.ts';
import type { RollupQuery } from './rollup-query.ts';
import type { RollupStore, StoredRollup } from './rollup-store.ts';

/** Whose charts are asked at once. */
export interface BatchPlace {
  readonly userId: number;
  readonly dashboardId: number | null;
}

interface BatchOptions {
  readonly rollups: RollupStore;
  readonly size: number;
  readonly place: BatchPlace;
  readonly signal: AbortSignal;
  /** Called when all have their answers. */
  readonly onEnd: (batch: Batch) => void;
}

interface Family {
  readonly queries: RollupQuery[];
  stored?: Promise<StoredRollup | null>;
}

/**
 * Charts that are asked in one request. Those that must ask the engine wait until all are known; then one query is run for
 * each family of queries, and each is answered from it.
 */
export class Batch {
  readonly place: BatchPlace;
  /** Everything that was asked, answered from the cache or not. */
  readonly queries: RollupQuery[] = [];
  /** Whether the engine had to work for it. */
  askedEngine = false;
  private readonly families = new Map<string, Family>();
  private readonly arrived = new Set<string>();
  private readonly left = new Set<string>();
  private readonly everyoneArrived: Promise<void>;
  private open: () => void = () => undefined;

  constructor(private readonly options: BatchOptions) {
    this.place = options.place;
    this.everyoneArrived = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  /** A chart of the batch is planned: what it asks, and what of it must be answered anew. */
  arrive(
    key: string,
    { asked, missing }: { readonly asked: readonly RollupQuery[]; readonly missing: readonly RollupQuery[] },
  ): void {
    this.queries.push(...asked);
    for (const query of missing) {
      const family = this.families.get(query.family) ?? { queries: [] };
      family.queries.push(query);
      this.families.set(query.family, family);
    }
    this.noteArrival(key);
  }

  /** A chart of the batch has its answer or its error. */
  leave(key: string): void {
    this.noteArrival(key);
    this.left.add(key);
    if (this.left.size === this.options.size) this.options.onEnd(this);
  }

  /** The answer that a query shares with others of its family; null where it stands alone. */
  async answer(query: RollupQuery, signal: AbortSignal): Promise<RunResult | null> {
    await this.everyoneArrived;
    this.askedEngine = true;
    const family = this.families.get(query.family);
    if (!family || family.queries.length < 2) return null;
    family.stored ??= this.make(family);
    const stored = await family.stored;
    return stored && this.options.rollups.read(query, stored, signal);
  }

  private async make({ queries }: Family): Promise<StoredRollup | null> {
    const { rollups, signal } = this.options;
    const [of] = queries;
    if (!of) return null;
    const measures = new Map<string, Expression>(queries.flatMap(({ shape }) => [...shape.measures]));
    return rollups.make({ of, groups: of.shape.groups, measures, purpose: 'shared', signal });
  }

  private noteArrival(key: string): void {
    this.arrived.add(key);
    if (this.arrived.size === this.options.size) this.open();
  }
}
