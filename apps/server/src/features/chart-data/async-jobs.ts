import { randomUUID } from 'node:crypto';
import { asyncJobEndpoints, urlOf, type WireAsyncEvent, type WireAsyncJob } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import type { Answers, Question } from '../../answers/index.ts';
import { EngineError } from '../../engines/index.ts';
import { fieldError, fromEngineError, toAppError, toErrorBody } from '../../http/index.ts';
import type { Services } from '../../services.ts';

/** A question of whoever asked it, whenever it is answered. */
type LaterQuestion = Pick<Question, 'request' | 'urlParams'>;

type EventListener = (event: WireAsyncEvent) => void;

/** Questions that are answered after the call that asked them. */
export interface AsyncJobs {
  readonly channelId: string;
  /** Takes a question; null when so many of the person's are under way that he has to wait for this one. */
  start(user: User, question: LaterQuestion): WireAsyncJob | null;
  /** The person's jobs that have ended, oldest first, after the event named. */
  eventsAfter(user: User, lastId: string | undefined): readonly WireAsyncEvent[];
  /** Gives each of the person's events from now on, as a job ends; brings what stops that. */
  follow(user: User, listener: EventListener): () => void;
  /** What a job of the person asked; its answer lies in the cache. */
  findQuestion(user: User, key: string): LaterQuestion | undefined;
  close(): void;
}

const maxPending = 50;
const maxEvents = 1000;
const maxQuestions = 200;

interface UserJobs {
  pending: number;
  readonly events: WireAsyncEvent[];
  readonly questions: Map<string, LaterQuestion>;
  readonly listeners: Set<EventListener>;
}

export function createAsyncJobs(services: Pick<Services, 'now' | 'log'>, answers: Answers): AsyncJobs {
  const channelId = randomUUID();
  const ending = new AbortController();
  const users = new Map<number, UserJobs>();
  const jobsOf = (user: User): UserJobs => {
    const known = users.get(user.id) ?? { pending: 0, events: [], questions: new Map(), listeners: new Set() };
    users.set(user.id, known);
    return known;
  };
  let count = 0;
  let lastMs = 0;
  const nextId = () => {
    lastMs = Math.max(lastMs, services.now().getTime());
    count += 1;
    return `${lastMs}-${count}`;
  };
  const finish = (own: UserJobs, job: WireAsyncJob) => {
    own.pending -= 1;
    const event = { ...job, id: nextId() };
    own.events.push(event);
    if (own.events.length > maxEvents) own.events.shift();
    for (const listener of own.listeners) listener(event);
  };
  const run = async (user: User, question: LaterQuestion, job: WireAsyncJob) => {
    const own = jobsOf(user);
    try {
      await answers.answer({ user, ...question, signal: ending.signal });
      own.questions.set(job.job_id, { ...question, request: { ...question.request, force: false } });
      if (own.questions.size > maxQuestions) own.questions.delete(own.questions.keys().next().value ?? '');
      const address = urlOf(asyncJobEndpoints.result, { params: { key: job.job_id } });
      finish(own, { ...job, status: 'done', result_url: address });
    } catch (error) {
      const known = error instanceof EngineError ? fromEngineError(error) : error;
      const failure = toAppError(known, (cause, reference) =>
        services.log.error({ err: cause, reference }, 'unforeseen error'),
      );
      finish(own, { ...job, status: 'error', errors: toErrorBody(failure).errors });
    }
  };
  return {
    channelId,
    start: (user, question) => {
      const own = jobsOf(user);
      if (own.pending >= maxPending) return null;
      own.pending += 1;
      const job: WireAsyncJob = {
        channel_id: channelId,
        job_id: randomUUID(),
        user_id: user.id,
        status: 'pending',
        errors: [],
        result_url: null,
      };
      void run(user, question, job);
      return job;
    },
    eventsAfter: (user, lastId) => {
      const events = users.get(user.id)?.events ?? [];
      if (lastId === undefined || lastId === '') return events;
      const last = parseEventId(lastId);
      return events.filter(({ id }) => isLater(parseEventId(id), last));
    },
    follow: (user, listener) => {
      const { listeners } = jobsOf(user);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    findQuestion: (user, key) => users.get(user.id)?.questions.get(key),
    close: () => ending.abort(),
  };
}

type EventPlace = readonly [ms: number, count: number];

function parseEventId(text: string): EventPlace {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text);
  if (!match) throw fieldError({ last_id: ['Must be the id of an event, for example 1700000000000-0.'] }, 400);
  return [Number(match[1]), Number(match[2])];
}

function isLater([ms, count]: EventPlace, [lastMs, lastCount]: EventPlace): boolean {
  return ms > lastMs || (ms === lastMs && count > lastCount);
}
