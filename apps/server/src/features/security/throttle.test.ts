import { describe, expect, it } from 'vitest';
import { openSharedMemory } from '../../cache/shared-memory-for-tests.ts';
import { createThrottle } from './throttle.ts';

const ann = { username: 'Ann', address: '10.0.0.1', browserId: undefined };

function open(door = 'signing in') {
  const { shared, state } = openSharedMemory();
  let time = Date.parse('2026-03-01T12:00:00Z');
  const openProcess = (of = door) => createThrottle({ now: () => new Date(time), shared, door: of });
  const pass = (ms: number) => {
    time += ms;
  };
  return { openProcess, pass, state };
}

const fail = (throttle: ReturnType<typeof createThrottle>, times: number, attempt: typeof ann = ann) => {
  for (let at = 0; at < times; at += 1) throttle.begin(attempt);
};

describe('wrong passwords at several processes', () => {
  it('are counted together, by name and by address, until a minute has gone', () => {
    const { openProcess, pass } = open();
    const [one, other] = [openProcess(), openProcess()];
    fail(one, 4);
    fail(other, 4);
    for (const throttle of [one, other]) expect(() => throttle.begin(ann)).toThrow();
    expect(() => one.begin({ ...ann, address: '10.0.0.2' })).not.toThrow();
    for (let at = 0; at < 31; at += 1) fail(other, 1, { ...ann, username: `somebody ${at}` });
    expect(() => one.begin({ ...ann, username: 'somebody else' })).not.toThrow();
    expect(() => one.begin({ ...ann, username: 'and another' })).toThrow();
    pass(60_000);
    fail(one, 1);
  });

  it('are forgiven everywhere once the right one comes, and tell of no other door', () => {
    const { openProcess } = open();
    const [one, other, links] = [openProcess(), openProcess(), openProcess('forgotten passwords')];
    fail(one, 7);
    const isRight = other.begin(ann);
    isRight();
    fail(one, 7);
    expect(() => links.begin(ann)).not.toThrow();
  });

  it('are counted by each process for itself while nothing is shared', () => {
    const { openProcess, state } = open();
    const [one, other] = [openProcess(), openProcess()];
    state.isThere = false;
    fail(one, 8);
    expect(() => one.begin(ann)).toThrow();
    fail(other, 8);
    const alone = createThrottle({ now: () => new Date(), shared: null, door: 'signing in' });
    fail(alone, 8);
    expect(() => alone.begin(ann)).toThrow();
  });
});
