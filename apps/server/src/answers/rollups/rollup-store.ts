import { planRollup, type Rollup, type RollupPlan, readRollup } from '@powerset/query';
import type { Expression } from '@powerset/sql';
import { Coalescer } from '../../cache/index.ts';
import { EngineError, IdleTaskPreempted, type Materializer, type RunResult } from '../../engines/index.ts';
import type { Services } from '../../services.ts';
import { assertReadsOnlyDataset, placeOf } from '../authorise.ts';
import type { RollupQuery } from './rollup-query.ts';

/** A rollup of so many rows is no shortcut any more. */
const maxRows = 200_000;
const maxCells = 2_000_000;
/** All rollups together. */
const maxStoredCells = 6_000_000;
/** A view may read the clock, so that rollups are not believed for ever. */
const maxAgeMs = 15 * 60_000;
const maxRefused = 1000;

export interface StoredRollup {
  readonly rollup: Rollup;
  readonly materializer: Materializer;
  readonly place: string;
  readonly version: number;
  readonly madeMs: number;
  readonly cells: number;
}

export interface RollupBuild {
  /** Whose source and conditions the rollup has; it was planned and authorised. */
  readonly of: RollupQuery;
  readonly groups: ReadonlyMap<string, Expression>;
  readonly measures: ReadonlyMap<string, Expression>;
  readonly purpose: 'shared' | 'ahead' | 'brush';
  readonly signal: AbortSignal;
}

/** The rollups that are kept in engines, the least recently used going first. */
export interface RollupStore {
  /** The engine's answer to a query from a rollup that is at most so old; null when none has it. */
  answer(
    query: RollupQuery,
    limits: { readonly maxAgeMs: number; readonly signal: AbortSignal },
  ): Promise<RunResult | null>;
  /** The same from one rollup. */
  read(query: RollupQuery, stored: StoredRollup, signal: AbortSignal): Promise<RunResult | null>;
  has(build: RollupBuild): boolean;
  /** Makes a rollup; null when it would be too large, or when its query fails. */
  make(build: RollupBuild): Promise<StoredRollup | null>;
  /** All rows of such a rollup, made if need be: its groups, then its measures, in the order of the build. Null where `make` is. */
  readAll(build: RollupBuild): Promise<RunResult | null>;
}

export function createRollupStore(services: Services): RollupStore {
  return new KeptRollups(services);
}

class KeptRollups implements RollupStore {
  /** In the order of their last use. */
  private readonly stored = new Set<StoredRollup>();
  /** What was too large or failed, as long as data stays as it is. */
  private readonly refused = new Set<string>();
  private readonly builds = new Coalescer<StoredRollup | null>();
  private cells = 0;

  constructor(private readonly services: Services) {}

  async answer(
    query: RollupQuery,
    limits: { readonly maxAgeMs: number; readonly signal: AbortSignal },
  ): Promise<RunResult | null> {
    const oldestMs = this.services.now().getTime() - limits.maxAgeMs;
    const fitting = this.current(query)
      .filter((stored) => stored.madeMs > oldestMs && readRollup(query.shape, stored.rollup, query.dialect) !== null)
      .sort((a, b) => a.cells - b.cells);
    return fitting[0] ? this.read(query, fitting[0], limits.signal) : null;
  }

  async read(query: RollupQuery, stored: StoredRollup, signal: AbortSignal): Promise<RunResult | null> {
    const reading = readRollup(query.shape, stored.rollup, query.dialect);
    if (!reading) return null;
    const { config, metrics } = this.services;
    const maxRows = query.plan.rowLimit ?? config.sqlMaxRow;
    try {
      const timeoutMs = config.queryTimeoutSeconds * 1000;
      const result = await stored.materializer.read({ sql: reading.sql, maxRows, timeoutMs, signal });
      if (reading.needsRow && result.packed.rowCount === 0) return null;
      this.use(stored);
      metrics.rollupAnswers.inc();
      return result;
    } catch (error) {
      // Its engine was started again, or what it says cannot be had from a rollup: the engine itself answers.
      if (signal.aborted || !(error instanceof EngineError)) throw error;
      this.forget(stored);
      return null;
    }
  }

  has(build: RollupBuild): boolean {
    return this.refused.has(nameOf(build)) || this.find(build) !== undefined;
  }

  private find(build: RollupBuild): StoredRollup | undefined {
    return this.current(build.of).find(({ rollup }) => {
      const isSame =
        isSameSet(rollup.conditions, build.of.shape.conditions) && rollup.groups.length === build.groups.size;
      return isSame && has(rollup.groups, build.groups) && has(rollup.measures, build.measures);
    });
  }

  async readAll(build: RollupBuild): Promise<RunResult | null> {
    const stored = this.find(build) ?? (await this.make(build));
    if (!stored) return null;
    const { groups, measures, table } = stored.rollup;
    const columns = [
      ...[...build.groups.keys()].map((name) => `c${groups.indexOf(name)}`),
      ...[...build.measures.keys()].map((name) => `c${groups.length + measures.indexOf(name)}`),
    ];
    const timeoutMs = this.services.config.queryTimeoutSeconds * 1000;
    const sql = `SELECT ${columns.join(', ')} FROM ${table}`;
    const result = await stored.materializer.read({ sql, maxRows, timeoutMs, signal: build.signal });
    this.use(stored);
    this.services.metrics.rollupAnswers.inc();
    return result;
  }

  async make(build: RollupBuild): Promise<StoredRollup | null> {
    const { of, groups, measures, purpose, signal } = build;
    const plan = planRollup({ of: of.shape, groups, measures, dialect: of.dialect });
    // Whoever waits for a build of somebody else's has passed the gate too.
    await assertReadsOnlyDataset(of.job, { sql: plan.sql, sourceSql: of.plan.sourceSql });
    const start = (shared: AbortSignal) => this.makeOnce({ ...build, signal: shared }, plan);
    return this.builds.join({ key: `${purpose} ${nameOf(build)}`, signal, start });
  }

  private async makeOnce(build: RollupBuild, plan: RollupPlan): Promise<StoredRollup | null> {
    const { rollupBuilds } = this.services.metrics;
    const name = nameOf(build);
    if (this.refused.has(name)) return null;
    try {
      const stored = await this.keep(build, plan);
      rollupBuilds.inc({ purpose: build.purpose, outcome: stored ? 'kept' : 'refused' });
      if (!stored) this.refuse(name);
      return stored;
    } catch (error) {
      const outcome = error instanceof IdleTaskPreempted ? 'interrupted' : 'failed';
      rollupBuilds.inc({ purpose: build.purpose, outcome });
      if (build.signal.aborted || !(error instanceof EngineError)) throw error;
      if (error.details.code !== 'QUERY_STOPPED_ERROR') this.refuse(name);
      return null;
    }
  }

  private async keep(
    { of, groups, measures, purpose, signal }: RollupBuild,
    plan: RollupPlan,
  ): Promise<StoredRollup | null> {
    const { job, materializer, place } = of;
    const version = materializer.version();
    const width = groups.size + measures.size;
    const kept = await materializer.materialize({
      sql: plan.sql,
      ...placeOf(job.dataset),
      maxRows: Math.min(maxRows, Math.floor(maxCells / width)),
      timeoutMs: this.services.config.queryTimeoutSeconds * 1000,
      fairnessKey: String(job.user.id),
      signal,
      isIdleTask: purpose === 'ahead',
    });
    if (!kept) return null;
    const { table, columns, rowCount } = kept;
    const rollup: Rollup = { ...plan, table, types: columns.map(({ type }) => type) };
    const stored: StoredRollup = {
      rollup,
      materializer,
      place,
      version,
      madeMs: this.services.now().getTime(),
      cells: rowCount * width,
    };
    this.stored.add(stored);
    this.cells += stored.cells;
    this.makeRoom(stored);
    return stored;
  }

  /** Those of the query's place; what data has changed under is forgotten. */
  private current({ place, materializer }: RollupQuery): readonly StoredRollup[] {
    const oldestMs = this.services.now().getTime() - maxAgeMs;
    for (const stored of this.stored) {
      if (stored.madeMs < oldestMs || stored.version !== stored.materializer.version()) this.forget(stored);
    }
    return [...this.stored].filter((stored) => stored.place === place && stored.materializer === materializer);
  }

  private use(stored: StoredRollup): void {
    if (this.stored.delete(stored)) this.stored.add(stored);
  }

  private makeRoom(latest: StoredRollup): void {
    for (const stored of this.stored) {
      if (this.cells <= maxStoredCells) return;
      if (stored !== latest) this.forget(stored);
    }
  }

  private forget(stored: StoredRollup): void {
    if (!this.stored.delete(stored)) return;
    this.cells -= stored.cells;
    stored.materializer.drop(stored.rollup.table).catch(() => undefined);
  }

  private refuse(name: string): void {
    if (this.refused.size >= maxRefused) this.refused.clear();
    this.refused.add(name);
  }
}

function nameOf({ of, groups, measures }: RollupBuild): string {
  const { place, materializer, shape } = of;
  const parts = [shape.conditions, groups, measures].map((part) => [...part.keys()]);
  return JSON.stringify([place, materializer.version(), ...parts]);
}

function isSameSet(names: ReadonlySet<string>, others: ReadonlyMap<string, unknown>): boolean {
  return names.size === others.size && [...names].every((name) => others.has(name));
}

function has(names: readonly string[], wanted: ReadonlyMap<string, unknown>): boolean {
  return [...wanted.keys()].every((name) => names.includes(name));
}
