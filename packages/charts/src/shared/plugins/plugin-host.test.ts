import { defaultTranslate } from '@powerset/chart-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPluginHost } from './plugin-host.ts';
import type { NumberedQuestion } from './plugin-questions.ts';
import type { LineEvents } from './plugin-worker-line.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A line whose other end the test plays. */
interface Played {
  readonly events: LineEvents;
  readonly sent: NumberedQuestion[];
  isEnded: boolean;
  /** Says that its code is there. */
  readonly comeUp: () => void;
  /** Answers what it was asked last. */
  readonly answer: (says: unknown, body?: string) => void;
}

function open() {
  const lines: Played[] = [];
  let stuck = 0;
  const host = createPluginHost({
    name: 'Ranks',
    say: defaultTranslate,
    onStuck: () => {
      stuck += 1;
    },
    open: (events) => {
      const sent: NumberedQuestion[] = [];
      const answer = (says: unknown, body = '') =>
        events.onMessage(`${JSON.stringify({ number: sent.at(-1)?.number ?? 0, says })}\n${body}`);
      const line: Played = { events, sent, isEnded: false, comeUp: () => answer(null), answer };
      lines.push(line);
      return {
        send: (question) => void sent.push(question),
        end: () => {
          line.isEnded = true;
        },
      };
    },
  });
  const ask = (name = 'x') => {
    const outcome: { says?: unknown; body?: string; error?: string } = {};
    host.ask({ kind: 'queries', form: { viz_type: name } }).then(
      (answer) => Object.assign(outcome, answer),
      (error: Error) => Object.assign(outcome, { error: error.message }),
    );
    return outcome;
  };
  return { lines, ask, stuck: () => stuck };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the host of a plugin’s definition', () => {
  it('starts a worker when it is asked, and asks it one question after the other', async () => {
    const { lines, ask } = open();
    expect(lines).toHaveLength(0);
    const [first, second] = [ask('a'), ask('b')];
    expect(lines).toHaveLength(1);
    lines[0]?.comeUp();
    expect(lines[0]?.sent.map(({ question }) => question)).toEqual([{ kind: 'queries', form: { viz_type: 'a' } }]);
    lines[0]?.answer([1], 'rest\nof it');
    lines[0]?.answer([2]);
    await settle();
    expect([first, second]).toEqual([
      { says: [1], body: 'rest\nof it' },
      { says: [2], body: '' },
    ]);
  });

  it('ends a worker that takes too long: its question fails, others are asked of another one', async () => {
    const { lines, ask } = open();
    const [slow, other] = [ask(), ask()];
    lines[0]?.comeUp();
    await vi.advanceTimersByTimeAsync(300);
    // One that is slow keeps others waiting for a moment only.
    expect(lines).toHaveLength(2);
    lines[1]?.comeUp();
    lines[1]?.answer('yes');
    await vi.advanceTimersByTimeAsync(3000);
    expect(slow.error).toBe('The plugin Ranks took longer than 3 seconds.');
    expect([lines[0]?.isEnded, other.says]).toEqual([true, 'yes']);
  });

  it.each([
    ['no text', { number: 1, says: [] }],
    ['no JSON', '[[[\n'],
    ['no line', '{"number":1}'],
    ['an answer to another question', '{"number":7,"says":[]}\n'],
    ['more than is taken', `{"number":1,"says":"${'x'.repeat(600_000)}"}\n`],
    ['a tower of lists', `{"number":1,"says":${'['.repeat(100)}${']'.repeat(100)}}\n`],
  ])('takes no nonsense: %s', async (_what, message) => {
    const { lines, ask } = open();
    const outcome = ask();
    lines[0]?.comeUp();
    lines[0]?.events.onMessage(message);
    await settle();
    expect(outcome.error).toBe('The plugin Ranks gave an answer that cannot be read.');
    expect(lines[0]?.isEnded).toBe(true);
  });

  it('stops a worker at the first message that nobody asked for, and a plugin at the third', async () => {
    const { lines, ask } = open();
    for (const at of [0, 1, 2]) {
      const outcome = ask();
      lines[at]?.comeUp();
      lines[at]?.answer('yes');
      lines[at]?.answer('yes');
      await settle();
      expect([outcome.says, lines[at]?.isEnded]).toEqual(['yes', true]);
    }
    const last = ask();
    await settle();
    expect(last.error).toMatch('was stopped, as it sent what nobody asked for again and again');
    expect(lines).toHaveLength(3);
  });

  it('says what its code said of itself, and tries anew with the next question', async () => {
    const { lines, ask } = open();
    const [first, waiting] = [ask(), ask()];
    lines[0]?.events.onMessage('{"number":0,"error":"no licence"}\n');
    await settle();
    expect([first.error, waiting.error]).toEqual(Array(2).fill('The plugin Ranks says: no licence'));
    const next = ask();
    lines[1]?.comeUp();
    lines[1]?.events.onMessage('{"number":1,"error":"no columns"}\n');
    await settle();
    expect([next.error, lines[1]?.isEnded]).toEqual(['The plugin Ranks says: no columns', false]);
  });

  it('gives code that hangs while it is loaded ten seconds', async () => {
    const { lines, ask, stuck } = open();
    const outcome = ask();
    lines[0]?.events.onFrame();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([outcome.error, lines[0]?.isEnded, stuck()]).toEqual(['The plugin Ranks did not come up.', true, 0]);
  });

  it('asks for room once where not even its frame comes up, and asks again what it was asked', async () => {
    const { lines, ask, stuck } = open();
    const outcome = ask();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([stuck(), outcome.error, lines.length]).toEqual([1, undefined, 2]);
    lines[1]?.comeUp();
    lines[1]?.events.onMoved();
    lines[2]?.comeUp();
    lines[2]?.answer('yes');
    await settle();
    expect(outcome.says).toBe('yes');
  });

  it('starts at most four workers', async () => {
    const { lines, ask } = open();
    for (let at = 0; at < 10; at += 1) ask();
    for (let at = 0; at < 8; at += 1) {
      lines.at(-1)?.comeUp();
      await vi.advanceTimersByTimeAsync(260);
    }
    expect(lines).toHaveLength(4);
  });
});
