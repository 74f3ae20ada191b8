import { describe, expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

function open() {
  const taken: string[] = [];
  let frames: (() => void)[] = [];
  const controller = new AbortController();
  const state = { isBusy: false };
  const turns = inTurns<string>({
    take: (items) => void taken.push(items.join('+')),
    isBusy: () => state.isBusy,
    nextFrame: (run) => void frames.push(run),
    signal: controller.signal,
  });
  const frame = () => {
    const due = frames;
    frames = [];
    for (const run of due) run();
  };
  return { taken, frame, state, turns, controller };
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
