import type { WireAsyncEvent, WireAsyncJob } from '@powerset/contract';
import { expect, it } from 'vitest';
import { createJobListener, pollingDelayMs } from './async-jobs.ts';
import { createClient } from './client.ts';
import { ApiError, LostJobError } from './errors.ts';

const jobOf = (id: string): WireAsyncJob => ({
  channel_id: 'channel',
  job_id: id,
  user_id: 1,
  status: 'pending',
  errors: [],
  result_url: null,
});
const doneOf = (id: string, number: number): WireAsyncEvent => ({
  ...jobOf(id),
  id: `1700000000000-${number}`,
  status: 'done',
  result_url: `/result/${id}`,
});

/** A server whose events come in portions, one for each time they are asked for. */
function open(
  portions: readonly (readonly WireAsyncEvent[])[],
  { kept = '', channel = 'channel', failure = undefined as ApiError | undefined } = {},
) {
  const log = {
    asked: [] as (string | null)[],
    pauses: [] as number[],
    warnings: [] as string[],
    fetched: [] as string[],
  };
  const storage = new Map<string, string>(kept ? [['last_async_event_id', kept]] : []);
  const listener = createJobListener({
    readEvents: async (lastId) => {
      log.asked.push(lastId);
      return { result: portions[log.asked.length - 1] ?? [], channel_id: channel };
    },
    openSocket: () => {
      throw new Error('Nobody said where.');
    },
    fetchResult: async (address) => {
      log.fetched.push(address);
      if (failure) throw failure;
      return new Response(`rows of ${address}`);
    },
    pause: (ms) => {
      log.pauses.push(ms);
      return new Promise((resolve) => setImmediate(resolve));
    },
    store: () => ({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    }),
    warn: (text) => log.warnings.push(text),
    lostText: () => 'lost',
  });
  return { listener, log, keptId: () => storage.get('last_async_event_id') };
}

it('asks for events every half second until the one with the job’s id comes, and fetches its answer [ASY-002, ASY-003, ASY-008]', async () => {
  const { listener, log } = open([[], [], [doneOf('b', 1)], [doneOf('a', 2)]]);
  const [first, second] = await Promise.all([listener.waitFor(jobOf('a')), listener.waitFor(jobOf('b'))]);
  expect([await first.text(), await second.text()]).toEqual(['rows of /result/a', 'rows of /result/b']);
  expect(pollingDelayMs).toBe(500);
  expect(log.pauses).toEqual([500, 500, 500, 500]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(log.asked).toHaveLength(4);
});

it('fails as fetching the answer fails, and with the message of an event that tells of an error [ASY-003, ASY-004]', async () => {
  const error = { message: 'The table is gone.', error_type: 'X', level: 'error', extra: {} } as const;
  const broken: WireAsyncEvent = { ...doneOf('a', 1), status: 'error', result_url: null, errors: [error] };
  const failure: ApiError = await open([[broken]])
    .listener.waitFor(jobOf('a'))
    .catch((thrown) => thrown);
  expect([failure.message, failure.errors]).toEqual(['The table is gone.', [error]]);
  const refusal = new ApiError({ status: 403, message: 'No longer yours' });
  await expect(open([[doneOf('a', 1)]], { failure: refusal }).listener.waitFor(jobOf('a'))).rejects.toBe(refusal);
});

it('keeps an event whose job nobody has named yet, six times a little longer, then drops it with a warning [ASY-005]', async () => {
  const early = open([[doneOf('early', 1), doneOf('a', 2)]]);
  const first = early.listener.waitFor(jobOf('a'));
  await first;
  expect(await (await early.listener.waitFor(jobOf('early'))).text()).toBe('rows of /result/early');
  expect(early.log.warnings).toEqual([]);

  const { listener, log } = open([[doneOf('nobody', 1)], [], [], [], [], [], [], [], [doneOf('a', 2)]]);
  await listener.waitFor(jobOf('a'));
  expect(log.pauses.filter((ms) => ms !== 500)).toEqual([100, 200, 300, 400, 500, 600].filter((ms) => ms !== 500));
  expect(log.warnings).toEqual(['Nobody waits for the job nobody; its event was dropped.']);
});

it('keeps the last event’s id with the browser, and asks for what came after it [ASY-009]', async () => {
  const { listener, log, keptId } = open([[doneOf('a', 8)], [doneOf('b', 9)]], { kept: '1700000000000-7' });
  await listener.waitFor(jobOf('a'));
  expect(keptId()).toBe('1700000000000-8');
  await listener.waitFor(jobOf('b'));
  expect(log.asked).toEqual(['1700000000000-7', '1700000000000-8']);
  expect(keptId()).toBe('1700000000000-9');
});

it('gives up what a server took that has been started anew since, and what nobody wants any more', async () => {
  await expect(open([], { channel: 'another' }).listener.waitFor(jobOf('a'))).rejects.toThrow('lost');
  const leaving = new AbortController();
  const waiting = open([]).listener.waitFor(jobOf('a'), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
});

it('gives up a job whose answer went with the server', async () => {
  const listener = createJobListener({
    readEvents: async () => ({ result: [doneOf('a', 1)], channel_id: 'channel' }),
    openSocket: () => {
      throw new Error('Nobody said where.');
    },
    fetchResult: () => Promise.reject(new ApiError({ status: 404, message: 'Not found' })),
    pause: () => Promise.resolve(),
    store: () => ({ getItem: () => null, setItem: () => undefined }),
    warn: () => undefined,
    lostText: () => 'lost',
  });
  await expect(listener.waitFor(jobOf('a'))).rejects.toBeInstanceOf(LostJobError);
});

it('has the client ask again, once, what the server lost', async () => {
  const asked: string[] = [];
  const open = (lost: number, second: () => Response) => {
    let waits = 0;
    asked.length = 0;
    const client = createClient({
      fetch: async () => {
        asked.push('sent');
        return asked.length === 1 ? new Response(JSON.stringify(jobOf('a')), { status: 202 }) : second();
      },
      waitForJob: async (job) => {
        waits += 1;
        if (waits <= lost) throw new LostJobError('lost');
        return new Response(`rows of ${job.job_id}`);
      },
    });
    client.setCsrfToken('token');
    return client.send('/api/v1/chart/data', { method: 'POST', body: {} });
  };
  const taken = () => new Response(JSON.stringify(jobOf('b')), { status: 202 });
  expect(await (await open(1, taken)).text()).toBe('rows of b');
  expect(await (await open(1, () => new Response('kept'))).text()).toBe('kept');
  await expect(open(1, () => new Response('{"message":"Forbidden"}', { status: 403 }))).rejects.toThrow('Forbidden');
  await expect(open(2, taken)).rejects.toThrow('lost');
  expect(asked).toHaveLength(2);
});

it('is asked by the client for questions of charts that were only taken, and for nothing else', async () => {
  const { listener } = open([[doneOf('a', 1)]]);
  const client = createClient({
    fetch: async () => new Response(JSON.stringify(jobOf('a')), { status: 202 }),
    waitForJob: listener.waitFor,
  });
  client.setCsrfToken('token');
  const post = (path: string) => client.send(path, { method: 'POST', body: {} });
  expect(await (await post('/api/v1/chart/data')).text()).toBe('rows of /result/a');
  expect((await (await post('/api/v1/sqllab/execute/')).json()).job_id).toBe('a');
});
