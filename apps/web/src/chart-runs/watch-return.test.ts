import { describe, expect, it } from 'vitest';
import { type ChartRun, failRun, startRun, textFailure } from './chart-run.ts';
import { watchReturn } from './watch-return.ts';

const begun = startRun(undefined, 'a', 0);
const unanswered: ChartRun = failRun(begun, { ...textFailure('Nobody answers.'), isUnanswered: true });
const refused: ChartRun = failRun(begun, textFailure('No such column.'));
const drawn: ChartRun = { ...begun, status: 'success' };

function open(runs: Record<number, ChartRun>) {
  const asked: (readonly number[])[] = [];
  const delays: number[] = [];
  let due: (() => void) | undefined;
  const server = { isThere: false };
  const watch = watchReturn({
    getRuns: () => runs,
    isReached: async () => server.isThere || Promise.reject(new Error('gone')),
    askAgain: (chartIds) => asked.push(chartIds),
    later: (run, delayMs) => {
      delays.push(delayMs);
      due = run;
      return () => {
        due = undefined;
      };
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const passTime = async () => {
    const run = due;
    due = undefined;
    run?.();
    await settle();
  };
  const set = (change: Record<number, ChartRun>) => {
    Object.assign(runs, change);
    watch.notice();
  };
  return { watch, asked, delays, server, settle, passTime, set, isWaiting: () => due !== undefined };
}

describe('the return of a server', () => {
  it('is looked for ever less often while it is away, and then has the charts asked that nobody answered', async () => {
    const { watch, asked, delays, server, passTime } = open({ 1: unanswered, 2: refused, 3: drawn });
    watch.notice();
    for (let turn = 0; turn < 5; turn += 1) await passTime();
    expect(delays).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(asked).toEqual([]);
    server.isThere = true;
    await passTime();
    expect(asked).toEqual([[1]]);
  });

  it('is looked for at once when the network is back', async () => {
    const { watch, asked, server, settle } = open({ 1: unanswered });
    watch.notice();
    server.isThere = true;
    watch.look();
    await settle();
    expect(asked).toEqual([[1]]);
  });

  it('has each chart asked once, and once more only after it was drawn in between', async () => {
    const { watch, asked, server, passTime, set, isWaiting } = open({ 1: unanswered });
    server.isThere = true;
    watch.notice();
    await passTime();
    set({ 1: unanswered });
    expect(isWaiting()).toBe(false);
    set({ 1: drawn });
    set({ 1: unanswered });
    await passTime();
    expect(asked).toEqual([[1], [1]]);
  });

  it('is looked for by nobody where all charts have answers, nor once the page is left', async () => {
    const { watch, asked, server, isWaiting, settle } = open({ 1: drawn, 2: refused });
    watch.notice();
    expect(isWaiting()).toBe(false);
    const left = open({ 1: unanswered });
    left.server.isThere = true;
    left.watch.notice();
    left.watch.look();
    left.watch.dispose();
    await settle();
    expect([...asked, ...left.asked]).toEqual([]);
    expect(server.isThere || left.isWaiting()).toBe(false);
  });
});
