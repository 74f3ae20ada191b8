import type { WireAsyncEvent } from '@powerset/contract';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../access/index.ts';
import type { Answers } from '../../answers/index.ts';
import { openSharedMemory } from '../../cache/shared-memory-for-tests.ts';
import { EngineError } from '../../engines/index.ts';
import { StoreAway } from '../../metadata/store-away.ts';
import type { Services } from '../../services.ts';
import type { LaterQuestion } from './async-job-rows.ts';
import { type AsyncJobs, createAsyncJobs } from './async-jobs.ts';

let started: InProcessApp;
let user: User;
beforeAll(async () => {
  started = await startInProcess();
  user = (await started.app.services.accounts.findUser(1)) as User;
});
afterAll(() => started.stop());
beforeEach(async () => {
  await started.app.services.store.deleteFrom('async_jobs').execute();
});

const question = { request: { datasource: { id: 1, type: 'table' }, queries: [] }, urlParams: { a: '1' } };
const asked = question as unknown as LaterQuestion;

interface Process {
  readonly jobs: AsyncJobs;
  /** Questions that it was given to answer. */
  readonly given: unknown[];
  /** Answers those that wait. */
  readonly answerAll: () => void;
}

/** The jobs of one process, over the store of all; what it is asked waits until it is told to answer. */
function openProcess(id: string | null, shared: Services['shared'] = null, change: Partial<Services> = {}): Process {
  const { processes, ...services } = started.app.services;
  const given: unknown[] = [];
  const waiting = new Set<() => void>();
  const answers = {
    answer: ({ signal, user: _user, ...one }: { readonly signal: AbortSignal; readonly user: User }) =>
      new Promise((resolve, reject) => {
        given.push(one);
        waiting.add(() => resolve([]));
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  } as unknown as Answers;
  const jobs = createAsyncJobs({ ...services, shared, processes: { ...processes, id }, ...change }, answers);
  const answerAll = () => {
    for (const answer of waiting) answer();
  };
  return { jobs, given, answerAll };
}

const idsOf = (events: readonly WireAsyncEvent[]) => events.map(({ job_id: id }) => id);
const endsOf = ({ jobs }: Process, lastId?: string) => jobs.eventsAfter(user, lastId);

describe('asynchronous queries that are kept in the store', () => {
  it('are answered by the next process where the one that took them was told to end', async () => {
    const first = openProcess(null);
    const job = await first.jobs.start(user, asked);
    await first.jobs.close();
    const second = openProcess(null);
    expect(await endsOf(second)).toEqual([]);
    await second.jobs.takeOver(null);
    await expect.poll(() => second.given).toEqual([question]);
    second.answerAll();
    await expect.poll(async () => idsOf(await endsOf(second))).toEqual([job?.job_id]);
    expect(await second.jobs.findQuestion(user, job?.job_id ?? '')).toEqual({
      ...question,
      request: { ...question.request, force: false },
    });
    expect(second.jobs.channelId).toBe(job?.channel_id);
    await second.jobs.close();
  });

  it('are answered by another process where theirs is gone, by one of those that see it', async () => {
    const [first, second, third] = [openProcess('a'), openProcess('b'), openProcess('c')];
    await first.jobs.start(user, asked);
    await Promise.all([second.jobs.takeOver('a'), third.jobs.takeOver('a')]);
    await expect.poll(() => second.given.length + third.given.length).toBe(1);
    await Promise.all([first, second, third].map(({ jobs }) => jobs.close()));
  });

  it('are told of once where their process was only cut off, and comes with its own answer later', async () => {
    const [first, second] = [openProcess('a'), openProcess('b')];
    await first.jobs.start(user, asked);
    await second.jobs.takeOver('a');
    await expect.poll(() => [first.given.length, second.given.length]).toEqual([1, 1]);
    first.answerAll();
    await first.jobs.close();
    expect(await endsOf(second)).toEqual([]);
    second.answerAll();
    await expect.poll(async () => (await endsOf(second)).map(({ status }) => status)).toEqual(['done']);
    await second.jobs.close();
  });

  it('are answered by whoever took them, though the store is away right after', async () => {
    const first = openProcess('a');
    const job = await first.jobs.start(user, asked);
    let tries = 0;
    const { accounts } = started.app.services;
    const findUser = (id: number) => (++tries < 3 ? Promise.reject(new StoreAway('away')) : accounts.findUser(id));
    const second = openProcess('b', null, { accounts: { ...accounts, findUser } });
    await second.jobs.takeOver('a');
    await expect.poll(() => second.given, { timeout: 5000 }).toHaveLength(1);
    second.answerAll();
    await expect.poll(async () => idsOf(await endsOf(second))).toEqual([job?.job_id]);
    await Promise.all([first, second].map(({ jobs }) => jobs.close()));
  });

  it('are told of in every process as they end, with and without a memory that they share', async () => {
    for (const shared of [null, openSharedMemory().shared]) {
      const [first, second] = [openProcess('a', shared), openProcess('b', shared)];
      const last = (await endsOf(second)).at(-1)?.id;
      const heard: WireAsyncEvent[] = [];
      const stop = second.jobs.follow(user, last, (event) => heard.push(event));
      const jobs = [await first.jobs.start(user, asked), await first.jobs.start(user, asked)];
      await expect.poll(() => first.given.length).toBe(2);
      first.answerAll();
      await expect.poll(() => idsOf(heard).toSorted()).toEqual(jobs.map((job) => job?.job_id).toSorted());
      expect(await endsOf(first, last)).toEqual(heard);
      stop();
      await first.jobs.close();
      await second.jobs.close();
    }
  });

  it('have numbers that go on after a start, and all are told to whoever names another installation’s', async () => {
    const first = openProcess(null);
    await first.jobs.start(user, asked);
    await expect.poll(() => first.given.length).toBe(1);
    first.answerAll();
    await expect.poll(async () => (await endsOf(first)).length).toBe(1);
    const [one] = await endsOf(first);
    await first.jobs.close();
    const second = openProcess(null);
    const job = await second.jobs.start(user, asked);
    await expect.poll(() => second.given.length).toBe(1);
    second.answerAll();
    await expect.poll(async () => idsOf(await endsOf(second, one?.id))).toEqual([job?.job_id]);
    expect(await endsOf(second, '99999999999999-7')).toHaveLength(2);
    await second.jobs.close();
  });

  it('fail where they were begun twice, and where nobody can wait any more', async () => {
    const { store, now } = started.app.services;
    const first = openProcess('a');
    const often = await first.jobs.start(user, asked);
    const old = await first.jobs.start(user, asked);
    await store
      .updateTable('async_jobs')
      .set({ attempts: 2 })
      .where('id', '=', often?.job_id ?? '')
      .execute();
    const longAgo = now().getTime() - 16 * 60_000;
    await store
      .updateTable('async_jobs')
      .set({ asked_ms: longAgo })
      .where('id', '=', old?.job_id ?? '')
      .execute();
    const second = openProcess('b');
    await second.jobs.takeOver('a');
    expect(second.given).toEqual([]);
    const ends = await endsOf(second);
    expect(idsOf(ends).toSorted()).toEqual([often?.job_id, old?.job_id].toSorted());
    expect(ends.map(({ status, errors }) => [status, errors[0]?.message])).toEqual([
      ['error', 'The server was started again before this query was answered. Run it again.'],
      ['error', 'The server was started again before this query was answered. Run it again.'],
    ]);
    await first.jobs.close();
    await second.jobs.close();
  });

  it('are fifty at once for a person, and a thousand ends and two hundred answers are kept', async () => {
    const { store, now } = started.app.services;
    const one = openProcess(null);
    const taken = await Promise.all(Array.from({ length: 50 }, () => one.jobs.start(user, asked)));
    expect(taken.every(Boolean)).toBe(true);
    expect(await one.jobs.start(user, asked)).toBeNull();
    await one.jobs.close();
    await store.deleteFrom('async_jobs').execute();
    const last = Number(
      (await store.selectFrom('async_channels').select('last_number').executeTakeFirst())?.last_number,
    );
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      ...{ id: `old-${at}`, user_id: user.id, status: 'done' as const, attempts: 1, asked_ms: now().getTime() },
      ...{ event_number: last + 1 + at, question: JSON.stringify(question) },
    }));
    for (let at = 0; at < rows.length; at += 100)
      await store
        .insertInto('async_jobs')
        .values(rows.slice(at, at + 100))
        .execute();
    await store
      .updateTable('async_channels')
      .set({ last_number: last + 1000 })
      .execute();
    const two = openProcess(null);
    await two.jobs.start(user, asked);
    await expect.poll(() => two.given.length).toBe(1);
    two.answerAll();
    await expect.poll(async () => (await endsOf(two)).at(-1)?.id).toMatch(new RegExp(`-${last + 1001}$`));
    expect((await endsOf(two)).length).toBe(1000);
    expect(await two.jobs.findQuestion(user, 'old-0')).toBeUndefined();
    expect(await two.jobs.findQuestion(user, 'old-800')).toBeUndefined();
    expect(await two.jobs.findQuestion(user, 'old-801')).toBeDefined();
    await two.jobs.close();
  });

  it('are none of whoever looks as somebody else, whom a process that takes them over does not know', async () => {
    const one = openProcess(null);
    expect(await one.jobs.start({ ...user, viewedBy: { id: user.id + 1, username: 'looker' } }, asked)).toBeNull();
    await one.jobs.close();
  });

  it('are not kept where they are longer than a person’s hand writes', async () => {
    const one = openProcess(null);
    const long = { ...asked, urlParams: { a: 'x'.repeat(100_000) } };
    expect(await one.jobs.start(user, long)).toBeNull();
    expect(await one.jobs.start(user, { ...asked, urlParams: { a: 'x'.repeat(90_000) } })).not.toBeNull();
    await one.jobs.close();
  });

  it('wait for a store that is away, and are told of afterwards', async () => {
    const { services } = started.app;
    let left = 2;
    const answers = {
      answer: async () => {
        left -= 1;
        if (left >= 0) throw new Error('in other words', { cause: new StoreAway('away') });
        return [];
      },
    } as unknown as Answers;
    const jobs = createAsyncJobs(services, answers);
    const job = await jobs.start(user, asked);
    const find = async () => (await jobs.eventsAfter(user, undefined)).find((one) => one.job_id === job?.job_id);
    await expect.poll(async () => (await find())?.status, { timeout: 10_000 }).toBe('done');
    await jobs.close();
  });

  it('tell of a failure in the words of the call, and of nothing else', async () => {
    const { services } = started.app;
    const details = { code: 'GENERIC_DB_ENGINE_ERROR', message: 'No such column.' } as const;
    for (const thrown of [new EngineError(details), new Error('at /secret/path')]) {
      const answers = { answer: () => Promise.reject(thrown) } as unknown as Answers;
      const jobs = createAsyncJobs(services, answers);
      const job = await jobs.start(user, asked);
      const find = async () => (await jobs.eventsAfter(user, undefined)).find((one) => one.job_id === job?.job_id);
      await expect.poll(find).toBeDefined();
      const [event, isForeseen] = [await find(), thrown instanceof EngineError];
      expect(event?.status).toBe('error');
      expect(event?.errors[0]?.message === details.message).toBe(isForeseen);
      expect(JSON.stringify(event)).not.toContain('/secret/path');
      await jobs.close();
    }
  });
});
