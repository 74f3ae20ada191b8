import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { openTopic, type SharedCache, type Topic } from '../cache/index.ts';
import { packedBytes } from '../packed/index.ts';
import type { QueryRows } from './run-query.ts';

/** Rows with the moment at which they were read, where that was before. */
export interface ReadRows {
  readonly rows: QueryRows;
  readonly storedAt: Date | null;
}

export interface SharedQuestion {
  readonly key: string;
  readonly datasetId: number;
  readonly lifetimeSeconds: number;
  /** Asks the engine, whatever is kept. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
  readonly read: () => Promise<QueryRows>;
}

/** The rows of queries among the processes of an installation: what one read the others need not. */
export interface SharedAnswers {
  /** What is kept, or is being read by another process, else what `read` brings, which is kept for all. */
  find(question: SharedQuestion): Promise<ReadRows>;
  /** Nobody is answered any more by what any process read of these datasets before. */
  forget(datasetIds: readonly number[]): void;
  close(): void;
}

export interface SharedAnswersOptions {
  readonly shared: SharedCache;
  readonly now: () => Date;
  /** For so long others are waited for, one after the other; then whoever waits reads. */
  readonly patienceMs: number;
  /** Another process forgot what it read of datasets. */
  readonly onForgotten: (datasetIds: readonly number[]) => void;
  /** Another process read what stands under a key anew, because somebody wanted it so. */
  readonly onRenewed: (key: string) => void;
}

/** Larger answers stay where they were read: writing and reading them would hold everybody up. */
const mostBytes = 2 * 1024 * 1024;
/** Answers that are kept for ever are kept for a week here, and end where their server has no room. */
const longestSeconds = 7 * 86_400;
/** How long a process is believed to be reading without saying so again. */
const claimMs = 10_000;
const pollMs = 250;
/** For so long those who ask for an answer that is too large to be shared read it themselves. */
const aloneSeconds = 60;
/** Changes with the shape of what is kept. */
const shape = 1;

export function createSharedAnswers(options: SharedAnswersOptions): SharedAnswers {
  return new Sharing(options);
}

interface Kept {
  readonly age: string;
  readonly storedAt: number;
  readonly rows: QueryRows;
}

type News =
  | { readonly kind: 'forgotten'; readonly ids: readonly number[] }
  | { readonly kind: 'ended' | 'renewed'; readonly key: string };

class Sharing implements SharedAnswers {
  private readonly owner = randomUUID();
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly others: Topic<News>;

  constructor(private readonly options: SharedAnswersOptions) {
    this.others = openTopic<News>(options.shared, 'answers', (news) => this.hear(news));
  }

  async find(question: SharedQuestion): Promise<ReadRows> {
    const { shared } = this.options;
    if (!shared.isThere() || question.lifetimeSeconds < 0) return this.readAlone(question);
    if (question.isForced) return this.readAnew(question);
    const patientUntil = performance.now() + this.options.patienceMs;
    for (;;) {
      const { kept, isAlone } = await this.look(question);
      if (kept) return kept;
      if (isAlone || performance.now() >= patientUntil) return this.readAlone(question);
      if ((await shared.claim(claimOf(question), this.owner, claimMs)) !== false) return this.readClaimed(question);
      await this.untilNews(question);
      question.signal.throwIfAborted();
    }
  }

  forget(datasetIds: readonly number[]): void {
    for (const id of datasetIds) void this.options.shared.write(ageKey(id), randomUUID(), longestSeconds);
    this.others.tell({ kind: 'forgotten', ids: datasetIds });
  }

  close(): void {
    this.others.close();
    for (const wake of [...this.waiting.values()].flatMap((all) => [...all])) wake();
  }

  private async readAlone({ read }: SharedQuestion): Promise<ReadRows> {
    return { rows: await read(), storedAt: null };
  }

  /** Reads while the others wait, and lets them go on whatever comes of it. */
  private async readClaimed(question: SharedQuestion): Promise<ReadRows> {
    const { shared } = this.options;
    const name = claimOf(question);
    const holding = setInterval(() => void shared.claim(name, this.owner, claimMs), claimMs / 3).unref();
    const letGo = async () => {
      clearInterval(holding);
      await shared.release(name, this.owner);
      this.others.tell({ kind: 'ended', key: question.key });
    };
    try {
      // Whoever had the claim before may have ended since this was looked at.
      const { kept, age } = await this.look(question);
      if (kept) {
        void letGo();
        return kept;
      }
      const rows = await question.read();
      void this.keep(question, age, rows).then(letGo);
      return { rows, storedAt: null };
    } catch (error) {
      void letGo();
      throw error;
    }
  }

  private async readAnew(question: SharedQuestion): Promise<ReadRows> {
    const [age] = await this.options.shared.read([ageKey(question.datasetId)]);
    const rows = await question.read();
    void this.keep(question, textOf(age), rows).then(() => this.others.tell({ kind: 'renewed', key: question.key }));
    return { rows, storedAt: null };
  }

  /** Whoever asked has the rows by now. */
  private async keep({ key, lifetimeSeconds }: SharedQuestion, age: string, rows: QueryRows): Promise<void> {
    const { shared, now } = this.options;
    const storedAt = now().getTime();
    await nextTurn();
    if (packedBytes(rows.table) > mostBytes) return shared.write(aloneKey(key), '1', aloneSeconds);
    const kept: Kept = { age, storedAt, rows };
    const seconds = lifetimeSeconds === 0 ? longestSeconds : Math.min(lifetimeSeconds, longestSeconds);
    await shared.write(rowsKey(key), serialize(kept), seconds);
  }

  private async look({ key, datasetId }: SharedQuestion) {
    const [held, age, alone] = await this.options.shared.read([rowsKey(key), ageKey(datasetId), aloneKey(key)]);
    const current = textOf(age);
    // What is believed was written by this installation, in this shape and by this version of Node.
    const kept = held ? (deserialize(held) as Kept) : null;
    return {
      kept: kept && kept.age === current ? { rows: kept.rows, storedAt: new Date(kept.storedAt) } : null,
      age: current,
      isAlone: alone !== null && alone !== undefined,
    };
  }

  private hear(news: News): void {
    if (news.kind === 'ended') for (const wake of this.waiting.get(news.key) ?? []) wake();
    if (news.kind === 'forgotten') this.options.onForgotten(news.ids);
    if (news.kind === 'renewed') this.options.onRenewed(news.key);
  }

  /** Until another process says that it has ended, or for a moment: what is said may be lost. */
  private async untilNews({ key, signal }: SharedQuestion): Promise<void> {
    const wakes = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, wakes);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => wake(), pollMs);
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        wakes.delete(wake);
        resolve();
      };
      wakes.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
    if (wakes.size === 0 && this.waiting.get(key) === wakes) this.waiting.delete(key);
  }
}

/** How values are written changes with Node. */
const rowsKey = (key: string) => `rows:${shape}.${process.versions.v8}:${key}`;
const aloneKey = (key: string) => `alone:${key}`;
const ageKey = (datasetId: number) => `age:${datasetId}`;
const claimOf = ({ key }: SharedQuestion) => `reading:${key}`;
const textOf = (value: Uint8Array | null | undefined) => (value ? Buffer.from(value).toString('utf8') : '');
