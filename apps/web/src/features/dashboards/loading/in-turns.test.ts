import { describe, expect, it } from 'vitest';
import { createTurns, inTurns } from './in-turns.ts';

function open() {
  const taken: string[] = [];
  let frames: (() => void)[] = [];
  const controller = new AbortController();
  const state = { isBusy: false };
  const isBusy = () => state.isBusy;
  const enter = createTurns({ isBusy, nextFrame: (run) => void frames.push(run) });
  const take = (items: readonly string[]) => void taken.push(items.join('+'));
  const turns = inTurns<string>({ take, isBusy, enter, signal: controller.signal });
  const frame = () => {
    const due = frames;
    frames = [];
    for (const run of due) run();
  };
  const twoFrames = () => {
    frame();
    frame();
  };
  return { taken, frame, twoFrames, state, turns, enter, controller };
}

describe('answers of charts that come together', () => {
  it('are shown together, at once, as long as nobody scrolls', async () => {
    const { taken, turns } = open();
    turns.take(['a', 'b', 'c']);
    await turns.rest();
    expect(taken).toEqual(['a+b+c']);
  });

  it('are shown one in every other frame while somebody scrolls, and the rest when that ends', async () => {
    const { taken, turns, frame, state } = open();
    state.isBusy = true;
    turns.take(['a', 'b']);
    turns.take(['c', 'd']);
    expect(taken).toEqual(['a']);
    frame();
    expect(taken).toEqual(['a']);
    frame();
    expect(taken).toEqual(['a', 'b']);
    state.isBusy = false;
    const rest = turns.rest();
    frame();
    frame();
    await rest;
    expect(taken).toEqual(['a', 'b', 'c+d']);
  });

  it('are dropped when nobody wants them any more, and nobody waits for them', async () => {
    const { taken, turns, frame, state, controller } = open();
    state.isBusy = true;
    turns.take(['a', 'b']);
    const rest = turns.rest();
    controller.abort();
    frame();
    frame();
    await rest;
    expect(taken).toEqual(['a']);
  });
});

describe('first drawings', () => {
  it('have frames of their own between the answers while somebody scrolls, in the order in which they came', () => {
    const { taken, turns, enter, twoFrames, state } = open();
    state.isBusy = true;
    turns.take(['a', 'b']);
    enter(() => void taken.push('drawing of a'));
    expect(taken).toEqual(['a']);
    twoFrames();
    twoFrames();
    expect(taken).toEqual(['a', 'b', 'drawing of a']);
  });

  it('are made at once when nobody scrolls, and all that wait when that ends', () => {
    const { taken, enter, twoFrames, state } = open();
    enter(() => void taken.push('at once'));
    state.isBusy = true;
    for (const name of ['first', 'second', 'third']) enter(() => void taken.push(name));
    expect(taken).toEqual(['at once', 'first']);
    state.isBusy = false;
    twoFrames();
    expect(taken).toEqual(['at once', 'first', 'second', 'third']);
  });

  it('are not made once they are called off', () => {
    const { taken, enter, twoFrames, state } = open();
    state.isBusy = true;
    enter(() => void taken.push('first'));
    const callOff = enter(() => void taken.push('gone'));
    callOff();
    twoFrames();
    twoFrames();
    expect(taken).toEqual(['first']);
  });
});
