import { describe, expect, it } from 'vitest';
import { arrowTarget } from './controls/Tabs.tsx';
import { displayNameOf, initialsOf } from './display/AvatarGroup.tsx';
import { placeFloating } from './floating/place.ts';
import { clampSize, sizeAfterKey } from './layout/pane-size.ts';
import { parseThemeMode, resolveTheme } from './theme/theme-mode.ts';

describe('the theme', () => {
  it('follows the system until one is chosen', () => {
    expect([resolveTheme('system', true), resolveTheme('system', false), resolveTheme('light', true)]).toEqual([
      'dark',
      'light',
      'light',
    ]);
    expect([parseThemeMode('dark'), parseThemeMode('blue'), parseThemeMode(null)]).toEqual([
      'dark',
      'system',
      'system',
    ]);
  });
});

describe('popups', () => {
  const viewport = { width: 1000, height: 600 };
  const size = { width: 200, height: 100 };

  it('stand below their anchor, and above it where there is no room below', () => {
    expect(
      placeFloating({
        anchor: { left: 50, top: 50, width: 80, height: 30 },
        size,
        viewport,
        placement: 'bottom-start',
      }),
    ).toMatchObject({ left: 50, top: 84 });
    expect(
      placeFloating({
        anchor: { left: 50, top: 550, width: 80, height: 30 },
        size,
        viewport,
        placement: 'bottom-start',
      }),
    ).toMatchObject({ top: 446 });
  });

  it('stay on their side where there is room enough, and scroll', () => {
    const low = { left: 50, top: 370, width: 80, height: 30 };
    const long = { width: 200, height: 340 };
    const list = { anchor: low, size: long, viewport, placement: 'bottom-start' } as const;
    expect(placeFloating({ ...list, enough: 170 })).toMatchObject({ top: 404, maxHeight: 188 });
    expect(placeFloating(list).top).toBe(26);
  });

  it('stay wholly in view', () => {
    expect(
      placeFloating({
        anchor: { left: 950, top: 50, width: 40, height: 30 },
        size,
        viewport,
        placement: 'bottom-start',
      }).left,
    ).toBe(792);
    expect(
      placeFloating({ anchor: { left: 900, top: 50, width: 90, height: 30 }, size, viewport, placement: 'right-start' })
        .left,
    ).toBe(696);
  });
});

describe('panes', () => {
  const limits = { min: 100, max: 500 };

  it('keep their limits and leave room for the other side', () => {
    expect([clampSize(50, limits, 1000), clampSize(900, limits, 1000), clampSize(450, limits, 400)]).toEqual([
      100, 500, 320,
    ]);
  });

  it('grow and shrink by arrow keys, the other way round when the second pane is the sized one', () => {
    expect(sizeAfterKey('ArrowRight', 200, { isRow: true, isSecond: false, limits })).toBe(216);
    expect(sizeAfterKey('ArrowRight', 200, { isRow: true, isSecond: true, limits })).toBe(184);
    expect(sizeAfterKey('ArrowDown', 200, { isRow: true, isSecond: false, limits })).toBeUndefined();
    expect(sizeAfterKey('End', 200, { isRow: false, isSecond: false, limits })).toBe(500);
  });
});

describe('people and tabs', () => {
  it('are named by first and last name, else by user name', () => {
    expect([
      initialsOf({ id: 1, firstName: 'Mara', lastName: 'Hoffmann' }),
      initialsOf({ id: 2, username: 'admin' }),
    ]).toEqual(['MH', 'AD']);
    expect(displayNameOf({ id: 3, firstName: '', lastName: null, username: 'ada' })).toBe('ada');
  });

  it('are walked by arrows, around the ends', () => {
    expect([
      arrowTarget('ArrowRight', 2, 3),
      arrowTarget('ArrowLeft', 0, 3),
      arrowTarget('End', 0, 3),
      arrowTarget('a', 0, 3),
    ]).toEqual([0, 2, 2, undefined]);
  });
});
