import { planSummary, readSummary, type Summary, type SummaryRequest } from '@powerset/query';
import type { Expression } from '@powerset/sql';
import { EngineError, type RowKeeper, type RunResult, SpareTimeOver } from '../../../engines/index.ts';
import type { Services } from '../../../services.ts';
import { assertReadsOnlyDataset, placeOf } from '../authorise.ts';
import type { Question } from './question.ts';

/** A summary of so many rows is no shortcut any more. */
const maxRows = 200_000;
const maxCells = 2_000_000;
/** All summaries together. */
const maxHeldCells = 6_000_000;
/** A view may read the clock, so that summaries are not believed for ever. */
const maxAgeMs = 15 * 60_000;
const maxRefused = 1000;

export interface Held {
  readonly summary: Summary;
  readonly keeper: RowKeeper;
  readonly place: string;
  readonly version: number;
  readonly madeMs: number;
  readonly cells: number;
}

export interface SummaryWish {
  /** Whose source and conditions the summary has; it was planned and authorised. */
  readonly of: Question;
  readonly groups: ReadonlyMap<string, Expression>;
  readonly measures: ReadonlyMap<string, Expression>;
  readonly purpose: 'shared' | 'next_click';
  readonly signal: AbortSignal;
}

/** The summaries that are kept in engines, the least recently used going first. */
export interface SummaryShelf {
  /** The engine's answer to a question from a summary that is at most so old; null when none has it. */
  answer(
    question: Question,
    limits: { readonly maxAgeMs: number; readonly signal: AbortSignal },
  ): Promise<RunResult | null>;
  /** The same from one summary. */
  read(question: Question, held: Held, signal: AbortSignal): Promise<RunResult | null>;
  holds(wish: SummaryWish): boolean;
  /** Makes a summary; null when it would be too large, or when its query fails. */
  make(wish: SummaryWish): Promise<Held | null>;
}

export function createSummaryShelf(services: Services): SummaryShelf {
  return new Shelf(services);
}

class Shelf implements SummaryShelf {
  /** In the order of their last use. */
  private readonly held = new Set<Held>();
  /** What was too large or failed, as long as data stays as it is. */
  private readonly refused = new Set<string>();
  private cells = 0;

  constructor(private readonly services: Services) {}

  async answer(
    question: Question,
    limits: { readonly maxAgeMs: number; readonly signal: AbortSignal },
  ): Promise<RunResult | null> {
    const oldestMs = this.services.now().getTime() - limits.maxAgeMs;
    const fitting = this.current(question)
      .filter((held) => held.madeMs > oldestMs && readSummary(question.shape, held.summary, question.dialect) !== null)
      .sort((a, b) => a.cells - b.cells);
    return fitting[0] ? this.read(question, fitting[0], limits.signal) : null;
  }

  async read(question: Question, held: Held, signal: AbortSignal): Promise<RunResult | null> {
    const reading = readSummary(question.shape, held.summary, question.dialect);
    if (!reading) return null;
    const { config, metrics } = this.services;
    const maxRows = question.plan.rowLimit ?? config.sqlMaxRow;
    try {
      const timeoutMs = config.queryTimeoutSeconds * 1000;
      const result = await held.keeper.read({ sql: reading.sql, maxRows, timeoutMs, signal });
      if (reading.needsRow && result.packed.rowCount === 0) return null;
      this.use(held);
      metrics.summaryAnswers.inc();
      return result;
    } catch (error) {
      // Its engine was started again, or what it says cannot be had from a summary: the engine itself answers.
      if (signal.aborted || !(error instanceof EngineError)) throw error;
      this.forget(held);
      return null;
    }
  }

  holds(wish: SummaryWish): boolean {
    if (this.refused.has(nameOf(wish))) return true;
    return this.current(wish.of).some(({ summary }) => {
      const isSame =
        isSameSet(summary.conditions, wish.of.shape.conditions) && summary.groups.length === wish.groups.size;
      return isSame && has(summary.groups, wish.groups) && has(summary.measures, wish.measures);
    });
  }

  async make(wish: SummaryWish): Promise<Held | null> {
    const { summaryBuilds } = this.services.metrics;
    const name = nameOf(wish);
    if (this.refused.has(name)) return null;
    try {
      const held = await this.keep(wish);
      summaryBuilds.inc({ purpose: wish.purpose, outcome: held ? 'kept' : 'refused' });
      if (!held) this.refuse(name);
      return held;
    } catch (error) {
      const outcome = error instanceof SpareTimeOver ? 'interrupted' : 'failed';
      summaryBuilds.inc({ purpose: wish.purpose, outcome });
      if (wish.signal.aborted || !(error instanceof EngineError)) throw error;
      if (error.details.code !== 'QUERY_STOPPED_ERROR') this.refuse(name);
      return null;
    }
  }

  private async keep({ of, groups, measures, purpose, signal }: SummaryWish): Promise<Held | null> {
    const { job, keeper, dialect, place } = of;
    const request: SummaryRequest = { of: of.shape, groups, measures, dialect };
    const plan = planSummary(request);
    await assertReadsOnlyDataset(job, { sql: plan.sql, sourceSql: of.plan.sourceSql });
    const version = keeper.version();
    const width = groups.size + measures.size;
    const kept = await keeper.keep({
      sql: plan.sql,
      ...placeOf(job.dataset),
      maxRows: Math.min(maxRows, Math.floor(maxCells / width)),
      timeoutMs: this.services.config.queryTimeoutSeconds * 1000,
      fairnessKey: String(job.user.id),
      signal,
      isSpare: purpose === 'next_click',
    });
    if (!kept) return null;
    const { table, columns, rowCount } = kept;
    const summary: Summary = { ...plan, table, types: columns.map(({ type }) => type) };
    const held: Held = {
      summary,
      keeper,
      place,
      version,
      madeMs: this.services.now().getTime(),
      cells: rowCount * width,
    };
    this.held.add(held);
    this.cells += held.cells;
    this.makeRoom(held);
    return held;
  }

  /** Those of the question's place; what data has changed under is forgotten. */
  private current({ place, keeper }: Question): readonly Held[] {
    const oldestMs = this.services.now().getTime() - maxAgeMs;
    for (const held of this.held) {
      if (held.madeMs < oldestMs || held.version !== held.keeper.version()) this.forget(held);
    }
    return [...this.held].filter((held) => held.place === place && held.keeper === keeper);
  }

  private use(held: Held): void {
    if (this.held.delete(held)) this.held.add(held);
  }

  private makeRoom(latest: Held): void {
    for (const held of this.held) {
      if (this.cells <= maxHeldCells) return;
      if (held !== latest) this.forget(held);
    }
  }

  private forget(held: Held): void {
    if (!this.held.delete(held)) return;
    this.cells -= held.cells;
    held.keeper.drop(held.summary.table).catch(() => undefined);
  }

  private refuse(name: string): void {
    if (this.refused.size >= maxRefused) this.refused.clear();
    this.refused.add(name);
  }
}

function nameOf({ of, groups, measures }: SummaryWish): string {
  const { place, keeper, shape } = of;
  const parts = [shape.conditions, groups, measures].map((part) => [...part.keys()]);
  return JSON.stringify([place, keeper.version(), ...parts]);
}

function isSameSet(names: ReadonlySet<string>, others: ReadonlyMap<string, unknown>): boolean {
  return names.size === others.size && [...names].every((name) => others.has(name));
}

function has(names: readonly string[], wanted: ReadonlyMap<string, unknown>): boolean {
  return [...wanted.keys()].every((name) => names.includes(name));
}
