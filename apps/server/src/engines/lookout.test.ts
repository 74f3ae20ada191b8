import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LeadingSocket } from '../outgoing/index.ts';
import { EngineError, type PoolFigures } from './engine.ts';
import { Lookout } from './lookout.ts';

/** As much of a socket as is looked at. */
class FakeSocket extends EventEmitter {
  bytesRead = 0;
  remoteAddress = '10.0.0.7';
  remotePort = 5432;
  leadsTo: { readonly host: string; readonly port: number } | null = null;
  /** Why it ended. */
  end: unknown = null;

  constructor(private readonly isReached: () => boolean = () => true) {
    super();
    this.on('error', () => undefined);
  }

  connect(): this {
    if (this.isReached()) process.nextTick(() => this.emit('connect'));
    return this;
  }

  destroy(reason?: Error): this {
    if (this.end !== null) return this;
    this.end = reason ?? 'closed';
    if (reason) this.emit('error', reason);
    this.emit('close');
    return this;
  }

  asSocket(): LeadingSocket {
    return this as unknown as LeadingSocket;
  }
}

let isGone = false;
let knocks: number[] = [];
let told: string[] = [];
let lookout: Lookout;
let beganMs = 0;
const seconds = () => Math.round((performance.now() - beganMs) / 1000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  isGone = false;
  knocks = [];
  told = [];
  beganMs = performance.now();
  lookout = new Lookout({
    openSocket: () => {
      knocks.push(seconds());
      return new FakeSocket(() => !isGone).asSocket();
    },
    log: (line) => told.push(line),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const pause = (forSeconds: number) => vi.advanceTimersByTimeAsync(forSeconds * 1000);

function openLine(changes: Partial<Pick<FakeSocket, 'remoteAddress' | 'leadsTo'>> = {}): FakeSocket {
  const socket = Object.assign(new FakeSocket(), changes);
  lookout.watch(socket.asSocket());
  socket.emit('connect');
  return socket;
}

const figures = (used: number): PoolFigures => ({ used, idle: 0, waiting: 0, most: 8 });
const asTheSystemSays = expect.objectContaining({ code: 'ETIMEDOUT', syscall: 'read' });
const fails = (error: Error) => ({
  knock: () => {
    knocks.push(seconds());
    return Promise.reject(error);
  },
});

it('ends what waits for a machine that says nothing and takes no connection, all of it, within 20 s', async () => {
  const lines = [openLine(), openLine(), openLine()];
  isGone = true;
  await pause(19);
  expect(lines.map(({ end }) => end)).toEqual([null, null, null]);
  await pause(2);
  expect(lines.map(({ end }) => end)).toEqual([asTheSystemSays, asTheSystemSays, asTheSystemSays]);
  expect(told).toEqual(['10.0.0.7:5432 went silent and takes no connections']);
});

it('asks once for all who wait, and a second time to be sure', async () => {
  for (let lines = 0; lines < 8; lines++) openLine();
  isGone = true;
  await pause(60);
  expect(knocks).toEqual([10, 15]);
});

it('lets a query be as long as it likes on a machine that takes connections, and asks less and less often', async () => {
  const line = openLine();
  await pause(3600);
  expect(line.end).toBeNull();
  expect(knocks).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560]);
});

it('asks nobody whose answer comes, however slowly', async () => {
  const line = openLine();
  isGone = true;
  for (let words = 0; words < 20; words++) {
    line.bytesRead += 1;
    await pause(8);
  }
  expect([line.end, knocks]).toEqual([null, []]);
});

it('asks nobody while no connection is at work', async () => {
  lookout.follow({ poolFigures: () => figures(0) });
  const line = openLine();
  isGone = true;
  await pause(60);
  expect([line.end, knocks]).toEqual([null, []]);
});

it('counts the silence from when the work began', async () => {
  let used = 0;
  lookout.follow({ poolFigures: () => figures(used) });
  openLine();
  await pause(57);
  used = 1;
  await pause(8);
  expect(knocks).toEqual([]);
  await pause(4);
  expect(knocks).toEqual([67]);
});

it('lets a machine live that takes the second of two connections', async () => {
  const line = openLine();
  isGone = true;
  await pause(12);
  isGone = false;
  await pause(10);
  expect([line.end, knocks]).toEqual([null, [10, 15, 20]]);
});

it('lets a machine live that speaks while it is asked', async () => {
  const line = openLine();
  isGone = true;
  await pause(12);
  line.bytesRead += 1;
  await pause(7);
  expect([line.end, knocks]).toEqual([null, [10]]);
});

it('looks at each machine by itself', async () => {
  const silent = openLine();
  const other = openLine({ remoteAddress: '10.0.0.8' });
  isGone = true;
  for (let words = 0; words < 30; words++) {
    other.bytesRead += 1;
    await pause(1);
  }
  expect([silent.end, other.end]).toEqual([asTheSystemSays, null]);
});

it('knows that a machine that refuses is there, and that what cannot be done here says nothing of it', async () => {
  const line = openLine();
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EMFILE', 'EPERM']) {
    lookout.follow(fails(Object.assign(new Error('no'), { code })));
    await pause(60);
  }
  expect(line.end).toBeNull();
});

it('gives a machine its time where there is no way to it for a moment', async () => {
  lookout.follow(fails(Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' })));
  const line = openLine();
  await pause(19);
  expect([line.end, knocks]).toEqual([null, [10, 15]]);
  await pause(2);
  expect(line.end).toEqual(asTheSystemSays);
});

it('asks where a tunnel leads, and understands what an SSH server says of its own network', async () => {
  const places: unknown[] = [];
  const says = (driverMessage: string) => (place: unknown) => {
    places.push(place);
    return Promise.reject(new EngineError({ code: 'CONNECTION_PORT_CLOSED_ERROR', message: 'no way', driverMessage }));
  };
  lookout.follow({ knock: says('(SSH) Channel open failure: Connection refused') });
  const line = openLine({ leadsTo: { host: 'behind', port: 5433 } });
  await pause(30);
  expect([line.end, places[0]]).toEqual([null, { host: 'behind', port: 5433 }]);
  lookout.follow({ knock: says('(SSH) Channel open failure: No route to host') });
  await pause(60);
  expect(line.end).toEqual(asTheSystemSays);
});

it('does nothing any more once the last connection is closed', async () => {
  const line = openLine();
  line.destroy();
  expect(vi.getTimerCount()).toBe(0);
});
