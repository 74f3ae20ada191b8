import { describe, expect, it } from 'vitest';
import type { BrushedSpan } from './mark-event.ts';
import { brushedAxis } from './series-brush.ts';
import type { SeriesModel } from './series-model.ts';

const months = [0, 1, 2, 3].map((month) => Date.UTC(2026, month, 1));
const labels = ['Jan', 'Feb', 'Mar', 'Apr'];
const axis = { label: 'ordered_at', kind: 'temporal', grain: 'P1M', unit: 'month' } as const;
// Of the model only its axis is read.
const model = { axis } as unknown as SeriesModel;

type Drawn = Parameters<typeof brushedAxis>[1];
const brushedRange = (of: SeriesModel, plot: Drawn, span: BrushedSpan) => brushedAxis(of, plot).rangeOf(span);

describe('a stretch of a time axis', () => {
  it('is a filter from the beginning of its first mark to the end of its last', () => {
    const plot = { xs: months, labels, axisType: 'time' } as const;
    const range = brushedRange(model, plot, { kind: 'values', from: months[1]! - 5, to: months[3]! - 5 });
    expect(range?.selection).toEqual({
      filters: [{ column: 'ordered_at', op: 'TEMPORAL_RANGE', values: ['2026-02-01T00:00:00 : 2026-04-01T00:00:00'] }],
      selectedLabels: [],
      label: 'Feb – Mar',
    });
    expect(range?.mark?.ends?.map(({ label }) => label)).toEqual(['Feb', 'Mar']);
    expect(brushedRange(model, plot, { kind: 'values', from: months[1]! + 5, to: months[1]! + 9 })).toBeNull();
  });

  it('is read from positions where the axis has names, and where keys walked', () => {
    const named = { xs: months, labels, axisType: 'category' } as const;
    expect(brushedRange(model, named, { kind: 'values', from: 1, to: 2 })?.mark?.label).toBe('Feb – Mar');
    const times = { ...named, axisType: 'time' } as const;
    const one = brushedRange(model, times, { kind: 'places', from: 3, to: 3 });
    expect([one?.mark?.label, one?.mark?.ends]).toEqual(['Apr', undefined]);
  });
});

describe('a stretch of an axis of numbers', () => {
  const prices = { axis: { label: 'price', kind: 'number', grain: null, unit: undefined } } as unknown as SeriesModel;
  const plot = { xs: [30, 10, 20], labels: ['30', '10', '20'], axisType: 'value' } as const;

  it('is a filter from its first mark to its last, both included, and says so', () => {
    const range = brushedRange(prices, plot, { kind: 'values', from: 8, to: 21 });
    expect(range?.selection).toEqual({
      filters: [
        { column: 'price', op: '>=', values: [10] },
        { column: 'price', op: '<=', values: [20] },
      ],
      selectedLabels: [],
      label: '10 – 20',
    });
    expect(brushedRange(prices, plot, { kind: 'values', from: 11, to: 19 })).toBeNull();
  });

  it('lies between cuts before and after each mark', () => {
    const { choices } = brushedAxis(prices, plot);
    expect(choices?.brush.cuts).toHaveLength(6);
    const chosen = brushedRange(prices, plot, { kind: 'values', from: 8, to: 21 })?.chosen;
    const [from, to] = [choices?.brush.cuts[chosen?.from ?? -1], choices?.brush.cuts[chosen?.to ?? -1]];
    expect([from, to]).toEqual([
      { op: '>=', value: 10 },
      { op: '>', value: 20 },
    ]);
  });
});
