import type { Expression } from '@powerset/sql';
import type { RunResult } from '../../../engines/index.ts';
import type { Question } from './question.ts';
import type { Held, SummaryShelf } from './summary-shelf.ts';

/** Whose charts are asked at once. */
export interface BatchPlace {
  readonly userId: number;
  readonly dashboardId: number | null;
}

interface BatchOptions {
  readonly shelf: SummaryShelf;
  readonly size: number;
  readonly place: BatchPlace;
  readonly signal: AbortSignal;
  /** Called when all have their answers. */
  readonly onEnd: (batch: Batch) => void;
}

interface Family {
  readonly questions: Question[];
  held?: Promise<Held | null>;
}

/**
 * Charts that are asked in one request. Those that must ask the engine wait until all are known; then one query is run for
 * each family of questions, and each is answered from it.
 */
export class Batch {
  readonly place: BatchPlace;
  /** Everything that was asked, answered from the cache or not. */
  readonly questions: Question[] = [];
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
    { asked, missing }: { readonly asked: readonly Question[]; readonly missing: readonly Question[] },
  ): void {
    this.questions.push(...asked);
    for (const question of missing) {
      const family = this.families.get(question.family) ?? { questions: [] };
      family.questions.push(question);
      this.families.set(question.family, family);
    }
    this.noteArrival(key);
  }

  /** A chart of the batch has its answer or its error. */
  leave(key: string): void {
    this.noteArrival(key);
    this.left.add(key);
    if (this.left.size === this.options.size) this.options.onEnd(this);
  }

  /** The answer that a question shares with others of its family; null where it stands alone. */
  async answer(question: Question, signal: AbortSignal): Promise<RunResult | null> {
    await this.everyoneArrived;
    this.askedEngine = true;
    const family = this.families.get(question.family);
    if (!family || family.questions.length < 2) return null;
    family.held ??= this.make(family);
    const held = await family.held;
    return held && this.options.shelf.read(question, held, signal);
  }

  private async make({ questions }: Family): Promise<Held | null> {
    const { shelf, signal } = this.options;
    const [of] = questions;
    if (!of) return null;
    const measures = new Map<string, Expression>(questions.flatMap(({ shape }) => [...shape.measures]));
    return shelf.make({ of, groups: of.shape.groups, measures, purpose: 'shared', signal });
  }

  private noteArrival(key: string): void {
    this.arrived.add(key);
    if (this.arrived.size === this.options.size) this.open();
  }
}
