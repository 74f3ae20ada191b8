import type { Expression } from '@powerset/sql';
import { IdleTaskPreempted } from '../../engines/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { Batch, BatchPlace } from './batch.ts';
import { namesOf, type RollupQuery } from './rollup-query.ts';
import type { RollupBuild, RollupStore } from './rollup-store.ts';

/** Readies answers to the next click on a dashboard's marks, while nobody wants the engine. */
export interface PreAggregation {
  /** A batch has its answers: what clicks on its charts would ask is made next. */
  consider(batch: Batch): void;
  close(): Promise<void>;
}

const maxCandidates = 60;
const maxUsers = 20;
const maxMeasures = 60;
/** Time in the engine for one dashboard, and how often one rollup is begun. */
const budgetMs = 30_000;
const maxAttempts = 12;
const maxKnown = 500;

type Candidate = Omit<RollupBuild, 'signal' | 'purpose'>;

export function createPreAggregation(services: Services, rollups: RollupStore): PreAggregation {
  const maker = new Maker(services, rollups);
  const known = new Set<string>();
  return {
    consider: (batch) => {
      if (!services.config.preAggregates || batch.place.dashboardId === null) return;
      // A selection that was foreseen is not looked beyond: only where the engine was asked, more clicks are foreseen.
      const queries = batch.queries.filter((query) => batch.askedEngine || known.has(rowsOf(query)));
      if (known.size >= maxKnown) known.clear();
      for (const query of queries) known.add(rowsOf(query));
      if (queries.length > 0)
        void maker.take(batch.place, queries).catch((error) => services.log.warn({ err: error }, 'pre-aggregation'));
    },
    close: () => maker.close(),
  };
}

/** One list of candidates for each person, that of their latest dashboard; people take turns. */
class Maker {
  private readonly lists = new Map<number, Candidate[]>();
  private readonly ending = new AbortController();
  private working: Promise<void> | null = null;

  constructor(
    private readonly services: Services,
    private readonly rollups: RollupStore,
  ) {}

  async take(place: BatchPlace, queries: readonly RollupQuery[]): Promise<void> {
    if (!(await this.hasCrossFilters(place.dashboardId))) return;
    const candidates = candidatesOf(queries).slice(0, maxCandidates);
    if (candidates.length === 0 || this.ending.signal.aborted) return;
    this.lists.delete(place.userId);
    if (this.lists.size >= maxUsers) return;
    this.lists.set(place.userId, candidates);
    this.start();
  }

  private start(): void {
    this.working ??= this.work().finally(() => {
      this.working = null;
      // Somebody may have come in between.
      if (this.lists.size > 0 && !this.ending.signal.aborted) this.start();
    });
  }

  async close(): Promise<void> {
    this.ending.abort(new Error('The server stops.'));
    await this.working;
  }

  private async hasCrossFilters(dashboardId: number | null): Promise<boolean> {
    const row = await this.services.store
      .selectFrom('dashboards')
      .select('json_metadata')
      .where('id', '=', dashboardId ?? 0)
      .executeTakeFirst();
    return row !== undefined && parseDocument(row.json_metadata)?.cross_filters_enabled !== false;
  }

  private async work(): Promise<void> {
    const spent = new Map<number, number>();
    for (;;) {
      const [next] = this.lists;
      if (!next || this.ending.signal.aborted) return;
      const [userId, candidates] = next;
      const build = candidates.shift();
      // To the end of the line.
      this.lists.delete(userId);
      if (!build || (spent.get(userId) ?? 0) > budgetMs) {
        spent.delete(userId);
        continue;
      }
      this.lists.set(userId, candidates);
      spent.set(userId, (spent.get(userId) ?? 0) + (await this.make(build)));
    }
  }

  /** Begins again after each interruption; answers how long it took. */
  private async make(build: Candidate): Promise<number> {
    const startedAt = performance.now();
    const whole: RollupBuild = { ...build, purpose: 'ahead', signal: this.ending.signal };
    for (let attempt = 0; attempt < maxAttempts && !this.rollups.has(whole); attempt += 1) {
      try {
        await this.rollups.make(whole);
      } catch (error) {
        if (!(error instanceof IdleTaskPreempted)) return performance.now() - startedAt;
      }
    }
    return performance.now() - startedAt;
  }
}

/**
 * A click filters every other chart by groups of the one that was clicked: so each two families of queries about the same
 * rows are grouped by the groups of both.
 */
function candidatesOf(queries: readonly RollupQuery[]): readonly Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const family of familiesOf(queries)) {
    for (const other of familiesOf(queries)) {
      if (rowsOf(family.of) !== rowsOf(other.of) || !canBeClicked(family)) continue;
      const groups = new Map([...family.of.shape.groups, ...other.of.shape.groups]);
      const name = JSON.stringify([rowsOf(family.of), namesOf(groups)]);
      const before = candidates.get(name);
      const measures = new Map([...(before?.measures ?? []), ...family.measures, ...other.measures]);
      if (measures.size <= maxMeasures) candidates.set(name, { of: family.of, groups, measures });
    }
  }
  return [...candidates.values()];
}

interface Family {
  readonly of: RollupQuery;
  readonly measures: ReadonlyMap<string, Expression>;
}

function familiesOf(queries: readonly RollupQuery[]): readonly Family[] {
  const families = new Map<string, Family>();
  for (const query of queries) {
    const measures = [...(families.get(query.family)?.measures ?? []), ...query.shape.measures];
    families.set(query.family, { of: query, measures: new Map(measures) });
  }
  return [...families.values()];
}

/** Points along a time axis are no marks that filter. */
function canBeClicked({ of }: Family): boolean {
  const groups = [...of.shape.groups.values()];
  return groups.length > 0 && groups.some(({ kind }) => kind !== 'truncate');
}

/** Names the rows that a query is about. */
function rowsOf({ place, shape }: RollupQuery): string {
  return JSON.stringify([place, namesOf(shape.conditions)]);
}
