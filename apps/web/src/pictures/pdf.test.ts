import { describe, expect, it } from 'vitest';
import { toSlices } from './pdf.ts';

describe('the pages of a picture on paper', () => {
  it('are one where the picture fits', () => {
    expect(toSlices(400, 500, [0, 200])).toEqual([{ top: 0, bottom: 400 }]);
  });

  it('end between parts, and hold the whole picture', () => {
    expect(toSlices(1000, 500, [0, 120, 420, 700])).toEqual([
      { top: 0, bottom: 420 },
      { top: 420, bottom: 700 },
      { top: 700, bottom: 1000 },
    ]);
  });

  it('cut a part that is longer than a page', () => {
    expect(toSlices(1300, 500, [0, 100])).toEqual([
      { top: 0, bottom: 500 },
      { top: 500, bottom: 1000 },
      { top: 1000, bottom: 1300 },
    ]);
  });
});
