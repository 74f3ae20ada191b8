import { describe, expect, it } from 'vitest';
import { needsLaterParts } from './needs-later-parts.ts';

describe('parts of the drawing library that few charts have', () => {
  const line = { type: 'line', data: [1, 2] };

  it.each([
    ['a zoom', { series: [line], dataZoom: [{ type: 'inside' }] }],
    ['own shapes', { series: [line], graphic: [{ type: 'text' }] }],
    ['marks that are lines, in any series', { series: [line, { ...line, markLine: { data: [] } }] }],
    ['marks that are areas, in the only series', { series: { ...line, markArea: { data: [] } } }],
  ])('are waited for by %s', (_what, option) => {
    expect(needsLaterParts(option)).toBe(true);
  });

  it('are not waited for by lines, their dots and what has no series', () => {
    expect(needsLaterParts({ series: [line, { ...line, markPoint: { data: [] } }] })).toBe(false);
    expect(needsLaterParts({})).toBe(false);
  });
});
