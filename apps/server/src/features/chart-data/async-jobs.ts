import { createHash, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { WireAsyncEvent, WireAsyncJob } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import type { Answers } from '../../answers/index.ts';
import { openTopic } from '../../cache/index.ts';
import { EngineError } from '../../engines/index.ts';
import { AppError, fromEngineError, toAppError, toErrorBody } from '../../http/index.ts';
import { untilStoreIsBack } from '../../metadata/index.ts';
import { noWorker } from '../../processes/index.ts';
import type { Services } from '../../services.ts';
import { type BegunJob, createAsyncJobRows, type JobEnd, type LaterQuestion } from './async-job-rows.ts';

type EventListener = (event: WireAsyncEvent) => void;

/** Questions that are answered after the call that asked them. They are kept in the store: whichever process lives answers them. */
export interface AsyncJobs {
  readonly channelId: string;
  /** Takes a question; null when he has to wait for it: so many of the person's are under way, or it is too long to be kept. */
  start(user: User, question: LaterQuestion): Promise<WireAsyncJob | null>;
  /** The person's jobs that have ended, oldest first, after the event named. */
  eventsAfter(user: User, lastId: string | undefined): Promise<readonly WireAsyncEvent[]>;
  /** Gives the person's events after the one named, and from then on each as a job ends; brings what stops that. */
  follow(user: User, lastId: string | undefined, listener: EventListener): () => void;
  /** What a job of the person asked; its answer lies in the cache. */
  findQuestion(user: User, key: string): Promise<LaterQuestion | undefined>;
  /** In which process the answer of a job is at hand; null where no other one has it. */
  ownerOf(key: string): Promise<string | null>;
  /** Begins anew what a process had at work that is gone, and what one left that ended, or nobody has begun. */
  takeOver(gone: string | null): Promise<void>;
  close(): Promise<void>;
}

type Deps = Pick<Services, 'store' | 'accounts' | 'processes' | 'shared' | 'secrets' | 'now' | 'log' | 'config'>;

const maxPending = 50;
/** Characters of a question; two hundred of each person's are kept. */
const longestQuestion = 100_000;
/** How often the ends of jobs in other processes are looked for, where nobody tells of them. */
const lookMs = 1000;
/** One process alone begins at once what it has left. */
const mostAlone = 10_000;

interface Follower {
  readonly userId: number;
  lastId: string | undefined;
  readonly listener: EventListener;
  /** One look after the other: no event is told twice. */
  looking: Promise<void>;
  isGone: boolean;
}

export function createAsyncJobs(services: Deps, answers: Answers): AsyncJobs {
  return new StoredJobs(services, answers);
}

class StoredJobs implements AsyncJobs {
  readonly channelId: string;
  private readonly rows: ReturnType<typeof createAsyncJobRows>;
  private readonly ending = new AbortController();
  private readonly followers = new Set<Follower>();
  private readonly running = new Set<Promise<void>>();
  private readonly topic: ReturnType<typeof openTopic<number>>;
  private readonly timer: NodeJS.Timeout | null;

  constructor(
    private readonly services: Deps,
    private readonly answers: Answers,
  ) {
    const { store, secrets, now, shared, processes } = services;
    // Each question that is under way listens.
    setMaxListeners(0, this.ending.signal);
    // The same in all processes of an installation, and after each start.
    this.channelId = createHash('sha256').update(`channel ${secrets.keyCheck}`).digest('hex').slice(0, 32);
    this.rows = createAsyncJobRows({ store, channelId: this.channelId, now });
    this.topic = openTopic<number>(shared, 'async-jobs', (userId) => this.lookFor(userId));
    this.timer = processes.id === null ? null : setInterval(() => this.lookForAll(), lookMs).unref();
  }

  async start(user: User, question: LaterQuestion): Promise<WireAsyncJob | null> {
    // Whoever takes a job over knows by whom it is asked, and not who looks as that person.
    if (user.viewedBy || JSON.stringify(question).length > longestQuestion) return null;
    if ((await this.rows.countRunning(user.id)) >= maxPending) return null;
    const { processes } = this.services;
    // Without a worker the call brings the answer.
    if (!processes.takesJobs && !(await processes.hasWorker())) return null;
    const job = { id: randomUUID(), userId: user.id, question };
    const isBegun = processes.takesJobs;
    await this.rows.add(job, { process: isBegun ? processes.id : null, isBegun });
    if (isBegun) this.run(user, job);
    else processes.tellOfWork();
    return {
      ...{ channel_id: this.channelId, job_id: job.id, user_id: user.id },
      ...{ status: 'pending', errors: [], result_url: null },
    };
  }

  eventsAfter({ id }: User, lastId: string | undefined): Promise<readonly WireAsyncEvent[]> {
    return this.rows.eventsAfter(id, lastId);
  }

  follow(user: User, lastId: string | undefined, listener: EventListener): () => void {
    const follower = { userId: user.id, lastId, listener, looking: Promise.resolve(), isGone: false };
    this.followers.add(follower);
    this.look(follower);
    return () => {
      follower.isGone = true;
      this.followers.delete(follower);
    };
  }

  async findQuestion({ id }: User, key: string): Promise<LaterQuestion | undefined> {
    const question = await this.rows.findQuestion(id, key);
    return question && { ...question, request: { ...question.request, force: false } };
  }

  async takeOver(gone: string | null): Promise<void> {
    if (this.ending.signal.aborted) return;
    const { processes, config } = this.services;
    if (gone !== null) await this.rows.giveBack(gone);
    if (!processes.takesJobs) return this.endVain();
    const room = processes.id === null ? mostAlone : config.workerJobs - this.running.size;
    const { begun, lost } = await this.rows.take(processes.id, room);
    // Taken, they are this one's to bring to an end: nothing may come between.
    for (const job of begun) this.run(null, job);
    for (const job of lost) await this.end(job, toEnd(new AppError('ENGINE_UNAVAILABLE_ERROR', { params: lostWords })));
  }

  ownerOf(key: string): Promise<string | null> {
    // What is shared is at hand everywhere.
    return this.services.shared ? Promise.resolve(null) : this.rows.findProcess(key);
  }

  /** Where nobody answers them, those who wait are told so. */
  private async endVain(): Promise<void> {
    const { processes } = this.services;
    if (await processes.hasWorker()) return;
    for (const job of await this.rows.takeVain(processes.id)) await this.end(job, toEnd(noWorker()));
  }

  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.topic.close();
    this.ending.abort();
    await Promise.all(this.running);
    // Where the store is away the next process takes them as those of one that is gone.
    await this.rows.release(this.services.processes.id).catch((error: unknown) => this.complain(error));
  }

  /** Of a job that was taken its person is not known yet. */
  private run(user: User | null, job: BegunJob): void {
    const running = this.answer(user, job)
      .catch((error: unknown) => this.complain(error))
      .finally(() => {
        this.running.delete(running);
        this.services.processes.look();
      });
    this.running.add(running);
  }

  private async answer(user: User | null, job: BegunJob): Promise<void> {
    const { signal } = this.ending;
    const answering = async () => {
      const asker = user ?? (await this.services.accounts.findUser(job.userId));
      if (!asker) throw new AppError('FORBIDDEN_ERROR');
      return this.answers.answer({ user: asker, ...job.question, signal });
    };
    const end = await untilStoreIsBack(answering, signal).then(
      (): JobEnd => ({ status: 'done' }),
      (error: unknown) => {
        const known = error instanceof EngineError ? fromEngineError(error) : error;
        return toEnd(
          toAppError(known, (cause, reference) =>
            this.services.log.error({ err: cause, reference }, 'unforeseen error'),
          ),
        );
      },
    );
    // What is cut off by the end of this process is begun anew by another one.
    if (!signal.aborted || end.status === 'done') await this.end(job, end);
  }

  private async end(job: Pick<BegunJob, 'id' | 'userId'>, end: JobEnd): Promise<void> {
    const { processes } = this.services;
    await untilStoreIsBack(() => this.rows.end(job, end, processes.id), this.ending.signal);
    this.lookFor(job.userId);
    this.topic.tell(job.userId);
  }

  private lookForAll(): void {
    for (const follower of this.followers) this.look(follower);
  }

  private lookFor(userId: number): void {
    for (const follower of this.followers) if (follower.userId === userId) this.look(follower);
  }

  private look(follower: Follower): void {
    follower.looking = follower.looking
      .then(async () => {
        if (follower.isGone) return;
        for (const event of await this.rows.eventsAfter(follower.userId, follower.lastId)) {
          if (follower.isGone) return;
          follower.lastId = event.id;
          follower.listener(event);
        }
      })
      .catch((error: unknown) => this.complain(error));
  }

  private complain(error: unknown): void {
    this.services.log.error({ err: error }, 'an asynchronous query could not be kept');
  }
}

const lostWords = { message: 'The server was started again before this query was answered. Run it again.' };

function toEnd(error: AppError): JobEnd {
  return { status: 'error', errors: toErrorBody(error).errors };
}
