import { describe, expect, it } from 'vitest';
import { heldPlaces } from './use-pins.ts';

const column = (pinned: 'left' | 'right' | null) => ({ pinned });
const stylesOf = (pins: readonly ('left' | 'right' | null)[], width: number) =>
  pins.map((_, at) => heldPlaces(pins.map(column), { widths: pins.map(() => 100), width })[at]?.style);

describe('columns that are pinned', () => {
  it('stand beside each other at their edge', () => {
    expect(stylesOf(['left', 'left', null, null, 'right', 'right'], 1000)).toEqual([
      { left: 0 },
      { left: 100 },
      undefined,
      undefined,
      { right: 100 },
      { right: 0 },
    ]);
  });

  it('are scrolled with the others where they would take more than half of the width', () => {
    expect(stylesOf(['left', 'left', null, 'right'], 300)).toEqual([{ left: 0 }, undefined, undefined, undefined]);
  });
});
