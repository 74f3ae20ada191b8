import type { WireAsyncEvent, WireAsyncEvents, WireAsyncJob } from '@powerset/contract';
import { ApiError, LostJobError } from './errors.ts';
import { followSocket, type SocketLike } from './job-socket.ts';

/** How long events are waited for before they are asked for again. */
export const pollingDelayMs = 500;
const lastEventKey = 'last_async_event_id';
const maxRetries = 6;
const retryStepMs = 100;

export interface JobListenerParts {
  readonly readEvents: (lastId: string | null) => Promise<WireAsyncEvents>;
  readonly openSocket: (address: string) => SocketLike;
  readonly fetchResult: (address: string, signal?: AbortSignal) => Promise<Response>;
  readonly pause: (ms: number) => Promise<void>;
  /** May throw where the browser allows no storage. */
  readonly store: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly warn: (text: string) => void;
  /** Said when a job cannot end any more, as its server is gone. */
  readonly lostText: () => string;
}

export interface JobListener {
  /** The answer of a job, once the event with its id has come. */
  readonly waitFor: (job: WireAsyncJob, signal?: AbortSignal) => Promise<Response>;
  /** Events come over a WebSocket from now on; without an address they are polled. */
  readonly followAt: (address: string | null) => void;
}

interface Waiting {
  readonly channelId: string;
  readonly finish: (event: WireAsyncEvent) => void;
  readonly fail: (error: unknown) => void;
}

/** Hears the events of jobs, by asking or over a WebSocket, as long as somebody waits for one, and gives each to who waits for it. */
export function createJobListener(parts: JobListenerParts): JobListener {
  const waiting = new Map<string, Waiting>();
  let lastId = readLastId(parts);
  let isFollowing = false;
  let socketAddress: string | null = null;
  const isNews = createNewsFilter();

  const deliver = async (event: WireAsyncEvent): Promise<void> => {
    // The event may be faster than the answer that names its job.
    for (let attempt = 1; !waiting.has(event.job_id); attempt += 1) {
      if (attempt > maxRetries) return parts.warn(`Nobody waits for the job ${event.job_id}; its event was dropped.`);
      await parts.pause(attempt * retryStepMs);
    }
    waiting.get(event.job_id)?.finish(event);
  };
  const take = ({ result, channel_id: channelId }: WireAsyncEvents) => {
    for (const event of result) {
      lastId = event.id;
      if (isNews(event.id)) void deliver(event);
    }
    if (result.length > 0) keepLastId(parts, lastId);
    const lost = [...waiting.values()].filter((one) => one.channelId !== channelId);
    for (const one of lost) one.fail(new LostJobError(parts.lostText()));
  };
  const listening: Listening = {
    isWanted: () => waiting.size > 0,
    lastId: () => lastId,
    take,
    fail: (error) => {
      for (const one of [...waiting.values()]) one.fail(error);
    },
  };
  const follow = async () => {
    while (waiting.size > 0) {
      const address = socketAddress;
      const end = address === null ? 'lost' : await followBySocket(address, parts, listening);
      // Signing in again is another try.
      if (end === 'lost' && socketAddress === address) socketAddress = null;
      // Whoever asks by HTTP is told why the session has ended.
      if (end !== 'idle') await poll(parts, listening);
    }
    isFollowing = false;
  };
  const eventOf = (job: WireAsyncJob, signal: AbortSignal | undefined) =>
    new Promise<WireAsyncEvent>((resolve, reject) => {
      const leave = () => waiting.delete(job.job_id);
      const fail = (error: unknown) => {
        leave();
        reject(error);
      };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
      const finish = (event: WireAsyncEvent) => {
        leave();
        resolve(event);
      };
      waiting.set(job.job_id, { channelId: job.channel_id, finish, fail });
      if (isFollowing) return;
      isFollowing = true;
      void follow();
    });
  const answerAt = (address: string, signal: AbortSignal | undefined) =>
    parts.fetchResult(address, signal).catch((error: unknown) => {
      const isGone = error instanceof ApiError && error.status === 404;
      throw isGone ? new LostJobError(parts.lostText()) : error;
    });
  return {
    waitFor: async (job, signal) => {
      const event = await eventOf(job, signal);
      if (event.status === 'done' && event.result_url !== null) return answerAt(event.result_url, signal);
      const [error] = event.errors;
      throw new ApiError({ status: 400, message: error?.message ?? '', errors: event.errors });
    },
    followAt: (address) => {
      socketAddress = address;
    },
  };
}

/** What is heard of, and for whom. */
interface Listening {
  readonly isWanted: () => boolean;
  readonly lastId: () => string | null;
  readonly take: (events: WireAsyncEvents) => void;
  readonly fail: (error: unknown) => void;
}

function followBySocket(address: string, { openSocket, pause }: JobListenerParts, listening: Listening) {
  const { isWanted, lastId, take } = listening;
  return followSocket(address, {
    ...{ open: openSocket, pause, isWanted, lastId },
    take: (message) => take({ result: 'job_id' in message ? [message] : [], channel_id: message.channel_id }),
  });
}

async function poll({ pause, readEvents }: JobListenerParts, { isWanted, lastId, take, fail }: Listening) {
  let failures = 0;
  while (isWanted()) {
    await pause(pollingDelayMs);
    try {
      take(await readEvents(lastId()));
      failures = 0;
    } catch (error) {
      failures += 1;
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused || failures >= maxRetries) fail(error);
    }
  }
}

const maxKnown = 2000;

/** Whether an event has not been told before: one that comes again after a break is delivered once. */
function createNewsFilter(): (id: string) => boolean {
  const known = new Set<string>();
  return (id) => {
    if (known.has(id)) return false;
    known.add(id);
    const [oldest] = known;
    if (oldest !== undefined && known.size > maxKnown) known.delete(oldest);
    return true;
  };
}

function readLastId({ store }: JobListenerParts): string | null {
  try {
    return store().getItem(lastEventKey);
  } catch {
    return null;
  }
}

function keepLastId({ store }: JobListenerParts, id: string | null): void {
  try {
    store().setItem(lastEventKey, id ?? '');
  } catch {
    // Without storage the page starts with all events the next time.
  }
}
