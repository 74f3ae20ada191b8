import type { Expression } from '@powerset/sql';
import { SpareTimeOver } from '../../../engines/index.ts';
import { parseDocument } from '../../../metadata/index.ts';
import type { Services } from '../../../services.ts';
import type { Batch, BatchPlace } from './batch.ts';
import { namesOf, type Question } from './question.ts';
import type { SummaryShelf, SummaryWish } from './summary-shelf.ts';

/** Readies answers to the next click on a dashboard's marks, while nobody wants the engine. */
export interface NextClicks {
  /** A batch has its answers: what clicks on its charts would ask is made next. */
  consider(batch: Batch): void;
  close(): Promise<void>;
}

const maxWishes = 60;
const maxPeople = 20;
const maxMeasures = 60;
/** Time in the engine for one dashboard, and how often one summary is begun. */
const budgetMs = 30_000;
const maxAttempts = 12;
const maxKnown = 500;

type Wish = Omit<SummaryWish, 'signal' | 'purpose'>;

export function createNextClicks(services: Services, shelf: SummaryShelf): NextClicks {
  const maker = new Maker(services, shelf);
  const known = new Set<string>();
  return {
    consider: (batch) => {
      if (!services.config.preparesNextClicks || batch.place.dashboardId === null) return;
      // A selection that was foreseen is not looked beyond: only where the engine was asked, more clicks are foreseen.
      const questions = batch.questions.filter((question) => batch.askedEngine || known.has(rowsOf(question)));
      if (known.size >= maxKnown) known.clear();
      for (const question of questions) known.add(rowsOf(question));
      if (questions.length > 0)
        void maker.take(batch.place, questions).catch((error) => services.log.warn({ err: error }, 'the next clicks'));
    },
    close: () => maker.close(),
  };
}

/** One list of wishes for each person, that of their latest dashboard; people take turns. */
class Maker {
  private readonly lists = new Map<number, Wish[]>();
  private readonly ending = new AbortController();
  private working: Promise<void> | null = null;

  constructor(
    private readonly services: Services,
    private readonly shelf: SummaryShelf,
  ) {}

  async take(place: BatchPlace, questions: readonly Question[]): Promise<void> {
    if (!(await this.hasCrossFilters(place.dashboardId))) return;
    const wishes = wishesOf(questions).slice(0, maxWishes);
    if (wishes.length === 0 || this.ending.signal.aborted) return;
    this.lists.delete(place.userId);
    if (this.lists.size >= maxPeople) return;
    this.lists.set(place.userId, wishes);
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
      const [userId, wishes] = next;
      const wish = wishes.shift();
      // To the end of the line.
      this.lists.delete(userId);
      if (!wish || (spent.get(userId) ?? 0) > budgetMs) {
        spent.delete(userId);
        continue;
      }
      this.lists.set(userId, wishes);
      spent.set(userId, (spent.get(userId) ?? 0) + (await this.make(wish)));
    }
  }

  /** Begins again after each interruption; answers how long it took. */
  private async make(wish: Wish): Promise<number> {
    const startedAt = performance.now();
    const whole: SummaryWish = { ...wish, purpose: 'next_click', signal: this.ending.signal };
    for (let attempt = 0; attempt < maxAttempts && !this.shelf.holds(whole); attempt += 1) {
      try {
        await this.shelf.make(whole);
      } catch (error) {
        if (!(error instanceof SpareTimeOver)) return performance.now() - startedAt;
      }
    }
    return performance.now() - startedAt;
  }
}

/**
 * A click filters every other chart by groups of the one that was clicked: so each two families of questions about the same
 * rows are grouped by the groups of both.
 */
function wishesOf(questions: readonly Question[]): readonly Wish[] {
  const wishes = new Map<string, Wish>();
  for (const family of familiesOf(questions)) {
    for (const other of familiesOf(questions)) {
      if (rowsOf(family.of) !== rowsOf(other.of) || !canBeClicked(family)) continue;
      const groups = new Map([...family.of.shape.groups, ...other.of.shape.groups]);
      const name = JSON.stringify([rowsOf(family.of), namesOf(groups)]);
      const before = wishes.get(name);
      const measures = new Map([...(before?.measures ?? []), ...family.measures, ...other.measures]);
      if (measures.size <= maxMeasures) wishes.set(name, { of: family.of, groups, measures });
    }
  }
  return [...wishes.values()];
}

interface Family {
  readonly of: Question;
  readonly measures: ReadonlyMap<string, Expression>;
}

function familiesOf(questions: readonly Question[]): readonly Family[] {
  const families = new Map<string, Family>();
  for (const question of questions) {
    const measures = [...(families.get(question.family)?.measures ?? []), ...question.shape.measures];
    families.set(question.family, { of: question, measures: new Map(measures) });
  }
  return [...families.values()];
}

/** Points along a time axis are no marks that filter. */
function canBeClicked({ of }: Family): boolean {
  const groups = [...of.shape.groups.values()];
  return groups.length > 0 && groups.some(({ kind }) => kind !== 'truncate');
}

/** Names the rows that a question is about. */
function rowsOf({ place, shape }: Question): string {
  return JSON.stringify([place, namesOf(shape.conditions)]);
}
