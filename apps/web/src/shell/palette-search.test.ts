import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/index.ts';
import { type FoundObject, foundIcons, stillFound, toFound } from './palette-search.ts';

const chart = (label: string): FoundObject => ({
  ...{ key: label, label, address: `/explore/?name=${label}` },
  ...{ kind: 'chart', icon: foundIcons.chart },
});
const failed = (status: number): PromiseRejectedResult => ({
  status: 'rejected',
  reason: new ApiError({ status, message: 'No.' }),
});

describe('what the palette finds', () => {
  const found = { status: 'fulfilled', value: [chart('Orders')] } as const;

  it('is told as not all of it where a search failed, and as all where something may not be read', () => {
    expect(toFound([found, failed(504)])).toEqual({ objects: [chart('Orders')], isPartial: true });
    expect(toFound([found, failed(403)])).toEqual({ objects: [chart('Orders')], isPartial: false });
    expect(toFound([failed(0)])).toEqual({ objects: [], isPartial: true });
  });

  it('keeps of what was found before only what was typed meanwhile', () => {
    expect(stillFound([chart('Web traffic'), chart('Orders by day')], 'ord')).toEqual([chart('Orders by day')]);
    expect(stillFound([chart('Web traffic')], '')).toHaveLength(1);
  });
});
