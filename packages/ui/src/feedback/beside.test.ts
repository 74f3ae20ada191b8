import { describe, expect, it } from 'vitest';
import type { Box } from '../floating/place.ts';
import { placeMessage } from './message-place.ts';
import { afterPress, type Press, type Pressed } from './presses.ts';
import { createToastStore } from './toast-store.ts';

interface Part {
  readonly layer?: object;
  readonly isConnected?: boolean;
}

/** Something that can be pressed, in the page or in a layer over it. */
function pressedIn({ layer, isConnected = true }: Part = {}): Pressed {
  const element = { closest: () => layer ?? null, isConnected } as unknown as Element;
  return { element, around: [], path: '/', box: { left: 0, top: 0, width: 40, height: 30 } };
}

describe('what a message stands beside', () => {
  it('is what was pressed, or else what the menu or dialog around it was opened from', () => {
    const [button, inDialog, inMenu] = [pressedIn(), pressedIn({ layer: {} }), pressedIn({ layer: {} })];
    const press = [button, inDialog, inMenu].reduce(afterPress, [] as Press);
    expect(press).toEqual([inMenu, inDialog, button]);
    const next = pressedIn();
    expect(afterPress(press, next)).toEqual([next]);
  });

  it('forgets another press in the same dialog, and menus that are gone', () => {
    const dialog = {};
    const [button, first, second] = [pressedIn(), pressedIn({ layer: dialog }), pressedIn({ layer: dialog })];
    expect([button, first, second].reduce(afterPress, [] as Press)).toEqual([second, button]);
    const gone = pressedIn({ layer: {}, isConnected: false });
    expect([button, gone, first].reduce(afterPress, [] as Press)).toEqual([first, button]);
  });
});

describe('the place of a message', () => {
  const anchor = { left: 200, top: 100, width: 80, height: 32 };
  const size = { width: 120, height: 34 };
  const desk = { width: 1440, height: 900 };
  const overlaps = (a: Box, b: Box) =>
    a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

  it('is below what was pressed, and above it where a finger comes from below', () => {
    const nothing = () => 0;
    expect(placeMessage({ anchor, size, viewport: desk, coverOf: nothing })).toEqual({ left: 180, top: 138 });
    const phone = { width: 390, height: 844 };
    expect(placeMessage({ anchor, size, viewport: phone, coverOf: nothing })).toEqual({ left: 180, top: 60 });
  });

  it('covers no control while there is a place that is free', () => {
    const taken = [
      { left: 0, top: 136, width: 1440, height: 40 },
      { left: 0, top: 60, width: 1440, height: 36 },
      { left: 290, top: 100, width: 300, height: 32 },
    ];
    const coverOf = (box: Box) => taken.filter((other) => overlaps(box, other)).length;
    const spot = placeMessage({ anchor, size, viewport: desk, coverOf });
    expect(spot).toEqual({ left: 74, top: 99 });
    const everywhereBeside = [...taken, { left: 0, top: 96, width: 196, height: 40 }];
    const strip = placeMessage({
      anchor,
      size,
      viewport: desk,
      coverOf: (box) => everywhereBeside.filter((other) => overlaps(box, other)).length,
    });
    expect(everywhereBeside.some((other) => overlaps({ ...strip, ...size }, other))).toBe(false);
  });

  it('stays in view at the edges of the page', () => {
    const atEdge = { left: 1400, top: 860, width: 36, height: 32 };
    const spot = placeMessage({ anchor: atEdge, size, viewport: desk, coverOf: () => 0 });
    expect(spot.left + size.width).toBeLessThanOrEqual(desk.width);
    expect(spot.top + size.height).toBeLessThanOrEqual(desk.height);
    const wide = { width: 340, height: 54 };
    const phone = { width: 390, height: 844 };
    const request = { anchor: { ...anchor, left: 60 }, size: wide, viewport: phone, coverOf: () => 0 };
    expect(placeMessage(request), 'beside the button still').toEqual({ left: 8, top: 40 });
  });
});

describe('messages beside what was pressed', () => {
  const shown = (store: ReturnType<typeof createToastStore>) =>
    store.getState().messageToasts.map(({ kind, text }) => [kind, text]);

  it('go after three seconds or with the next press, failures only when they are put away [ERR-007]', () => {
    const store = createToastStore();
    const { add, passOn } = store.getState();
    add('danger', 'Refused', { beside: [pressedIn()] });
    add('warning', 'Not yet', { beside: [pressedIn()] });
    passOn();
    add('success', 'Link Copied!', { beside: [pressedIn()] });
    add('success', 'In the corner');
    expect(store.getState().messageToasts.map(({ durationMs }) => durationMs)).toEqual([null, 3000, 4000]);
    passOn();
    expect(shown(store)).toEqual([
      ['danger', 'Refused'],
      ['success', 'In the corner'],
    ]);
  });

  it('say one thing at each button: the latest press', () => {
    const store = createToastStore();
    const button = pressedIn();
    store.getState().add('danger', 'Refused', { beside: [button] });
    store.getState().add('success', 'Your query was saved', { beside: [{ ...button }] });
    expect(shown(store)).toEqual([['success', 'Your query was saved']]);
  });

  it('are one for all that one press came to, as grave as the gravest of it', () => {
    const store = createToastStore();
    const press = [pressedIn()];
    store.getState().add('success', 'Imported: shop.zip', { beside: press });
    store.getState().add('danger', 'One chart was left out', { beside: press });
    store.getState().add('danger', 'One chart was left out', { beside: press });
    expect(shown(store)).toEqual([['danger', 'Imported: shop.zip\nOne chart was left out']]);
    expect(store.getState().messageToasts[0]?.durationMs).toBeNull();
  });
});
