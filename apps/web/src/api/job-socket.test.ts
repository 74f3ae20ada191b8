import type { WireAsyncEvent, WireAsyncJob, WireAsyncMessage } from '@powerset/contract';
import { asyncEventsSocket } from '@powerset/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobListener } from './async-jobs.ts';
import { type SocketLike, toSocketAddress } from './job-socket.ts';

const address = 'ws://powerset.test/ws/async_event/';
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

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

class Line implements SocketLike {
  readonly address: string;
  readonly openedAt = Date.now();
  isClosed = false;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;

  constructor(to: string) {
    this.address = to;
  }
  close() {
    this.isClosed = true;
  }
  /** The server says something. */
  say(message: WireAsyncMessage | string) {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.onmessage?.call(this as unknown as WebSocket, { data } as MessageEvent);
  }
  /** The line breaks. */
  cut(code = 1006) {
    this.onclose?.call(this as unknown as WebSocket, { code } as CloseEvent);
  }
}

/** A page whose WebSockets are in the test's hands, and a server that answers by HTTP what `polled` holds. */
function open({ at = address as string | null, onLine = (_line: Line) => {} } = {}) {
  const lines: Line[] = [];
  const polledAt: number[] = [];
  const polled: WireAsyncEvent[] = [];
  const fetched: string[] = [];
  const warnings: string[] = [];
  const storage = new Map<string, string>();
  const listener = createJobListener({
    readEvents: async () => {
      polledAt.push(Date.now());
      return { result: polled.splice(0), channel_id: 'channel' };
    },
    openSocket: (to) => {
      const line = new Line(to);
      lines.push(line);
      onLine(line);
      return line;
    },
    fetchResult: async (to) => {
      fetched.push(to);
      return new Response(`rows of ${to}`);
    },
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    store: () => ({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    }),
    warn: (text) => warnings.push(text),
    lostText: () => 'lost',
  });
  listener.followAt(at);
  return { listener, lines, polledAt, polled, fetched, warnings };
}
const greeting = { channel_id: 'channel' };
const textOf = async (answer: Promise<Response>) => (await answer).text();

it('hears events over the WebSocket that is configured, and asks for none; without one it asks [ASY-007]', async () => {
  const page = open();
  const answers = ['a', 'b'].map((id) => textOf(page.listener.waitFor(jobOf(id))));
  expect(page.lines.map((line) => line.address)).toEqual([address]);
  page.lines[0]?.say(greeting);
  page.lines[0]?.say(doneOf('b', 1));
  page.lines[0]?.say(doneOf('a', 2));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await Promise.all(answers)).toEqual(['rows of /result/a', 'rows of /result/b']);
  expect(page.polledAt).toEqual([]);

  const plain = open({ at: null });
  const answer = textOf(plain.listener.waitFor(jobOf('a')));
  plain.polled.push(doneOf('a', 1));
  await vi.advanceTimersByTimeAsync(500);
  expect([await answer, plain.lines]).toEqual(['rows of /result/a', []]);
});

it('opens a WebSocket that closes again every 2.5 s, six times, and polls from then on [ASY-010]', async () => {
  const page = open({ onLine: (line) => void setTimeout(() => line.cut()) });
  const answer = textOf(page.listener.waitFor(jobOf('a')));
  await vi.advanceTimersByTimeAsync(15_200);
  const gaps = page.lines.slice(1).map((line, at) => line.openedAt - (page.lines[at]?.openedAt ?? 0));
  expect(gaps.map((ms) => Math.round(ms / 100) * 100)).toEqual([2500, 2500, 2500, 2500, 2500, 2500]);
  expect(page.polledAt).toEqual([]);
  page.polled.push(doneOf('a', 1));
  await vi.advanceTimersByTimeAsync(1000);
  expect([await answer, page.polledAt.length, page.lines.length]).toEqual(['rows of /result/a', 1, 7]);

  const next = textOf(page.listener.waitFor(jobOf('b')));
  page.polled.push(doneOf('b', 2));
  await vi.advanceTimersByTimeAsync(500);
  expect([await next, page.lines.length]).toEqual(['rows of /result/b', 7]);
  page.listener.followAt(address);
  void page.listener.waitFor(jobOf('c')).catch(() => undefined);
  expect(page.lines).toHaveLength(8);
});

it('counts afresh once a WebSocket was a server’s, and says there which event it knows [ASY-009, ASY-010]', async () => {
  const page = open({
    onLine: (line) =>
      void setTimeout(() => {
        line.say(greeting);
        line.cut();
      }),
  });
  void page.listener.waitFor(jobOf('a')).catch(() => undefined);
  page.lines[0]?.say(doneOf('b', 4));
  await vi.advanceTimersByTimeAsync(2500 * 9 + 200);
  expect([page.lines.length, page.polledAt]).toEqual([10, []]);
  expect(page.lines[1]?.address).toBe(`${address}?last_id=1700000000000-4`);
});

it('gives a query its event once, however often it comes after a break', async () => {
  const page = open();
  const answer = textOf(page.listener.waitFor(jobOf('a')));
  page.lines[0]?.say(greeting);
  page.lines[0]?.cut();
  await vi.advanceTimersByTimeAsync(2500);
  const second = page.lines[1];
  second?.say(greeting);
  for (let time = 0; time < 3; time += 1) second?.say(doneOf('a', 1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await answer, page.fetched, page.warnings]).toEqual(['rows of /result/a', ['/result/a'], []]);
});

it('gives up a line that says nothing, or what is no message of the server', async () => {
  const page = open();
  void page.listener.waitFor(jobOf('a')).catch(() => undefined);
  page.lines[0]?.say(greeting);
  await vi.advanceTimersByTimeAsync(asyncEventsSocket.beatMs * 2.5 + 2500);
  expect([page.lines[0]?.isClosed, page.lines.length]).toEqual([true, 2]);
  page.lines[1]?.say('<html>');
  await vi.advanceTimersByTimeAsync(2500);
  expect([page.lines[1]?.isClosed, page.lines.length]).toEqual([true, 3]);
});

it('keeps the line for the next question until the server’s beat finds nobody waiting', async () => {
  const page = open();
  const first = textOf(page.listener.waitFor(jobOf('a')));
  page.lines[0]?.say(greeting);
  page.lines[0]?.say(doneOf('a', 1));
  await first;
  const second = textOf(page.listener.waitFor(jobOf('b')));
  page.lines[0]?.say(doneOf('b', 2));
  expect([await second, page.lines.length, page.lines[0]?.isClosed]).toEqual(['rows of /result/b', 1, false]);
  page.lines[0]?.say(greeting);
  expect(page.lines[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(page.lines).toHaveLength(1);
});

it('asks by HTTP at once where the session has ended, and gives up jobs of a server that was started anew', async () => {
  const page = open();
  const first = textOf(page.listener.waitFor(jobOf('a')));
  page.lines[0]?.say(greeting);
  page.lines[0]?.cut(asyncEventsSocket.endedCode);
  page.polled.push(doneOf('a', 1));
  await vi.advanceTimersByTimeAsync(600);
  expect([await first, page.polledAt.length]).toEqual(['rows of /result/a', 1]);

  const lost = expect(page.listener.waitFor(jobOf('b'))).rejects.toThrow('lost');
  page.lines[1]?.say({ channel_id: 'another' });
  await lost;
});

it('knows the address of the page’s own server, and one that is given whole', () => {
  expect(toSocketAddress('/ws/async_event/', 'https://bi.test/superset/dashboard/1/')).toBe(
    'wss://bi.test/ws/async_event/',
  );
  expect(toSocketAddress('/ws/async_event/', 'http://bi.test:8088/')).toBe('ws://bi.test:8088/ws/async_event/');
  expect(toSocketAddress('wss://events.test/x', 'https://bi.test/')).toBe('wss://events.test/x');
});
