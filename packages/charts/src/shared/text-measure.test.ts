import { describe, expect, it } from 'vitest';
import { measureText, sizeOfFont } from './text-measure.ts';

describe('measured text', () => {
  it('knows the size of a font from its name', () => {
    expect(sizeOfFont('500 11px "Inter Variable", Inter, sans-serif')).toBe(11);
    expect(sizeOfFont('12.5px sans-serif')).toBe(12.5);
    expect(sizeOfFont('bold sans-serif')).toBe(12);
  });

  it('takes the sign by which lines get their height to be as wide as the font is high, and asks no canvas', () => {
    expect(measureText('国', '600 14px Inter')).toEqual({ width: 14 });
  });

  it('asks no canvas for the font of labels that are not drawn, nor for signs that are no letters', () => {
    expect(measureText('a').width).toBeCloseTo(7, 0);
    expect(measureText('\u0007', '600 14px Inter')).toEqual({ width: 0 });
  });

  it('asks no canvas for single signs, which ECharts asks for by the hundred', () => {
    expect(measureText('W', '600 10px Inter').width).toBeCloseTo(8.6, 1);
    expect(measureText('i', '600 10px Inter').width).toBeCloseTo(3.2, 1);
  });
});
