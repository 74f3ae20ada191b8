import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelOfCell, numberOfCell, pivotTable, rowsOf, tableFromRows } from './result-tables.ts';
import { joinSeriesLabel, splitSeriesLabel } from './series-labels.ts';

describe('result tables', () => {
  const long = tableFromRows([
    { day: 1, channel: 'Web', revenue: 10 },
    { day: 1, channel: 'Store, city', revenue: 20 },
    { day: 2, channel: 'Web', revenue: 30 },
    { day: 2, channel: null, revenue: 5 },
  ]);

  it('turn from rows into one column per series, missing points null', () => {
    const wide = pivotTable(long, { index: 'day', groups: ['channel'], metrics: ['revenue'], hasMetricNames: false });
    expect(wide.columns.map((column) => [column.name, column.values])).toEqual([
      ['day', [1, 2]],
      ['Web', [10, 30]],
      ['Store\\, city', [20, null]],
      ['<NULL>', [null, 5]],
    ]);
    expect(
      pivotTable(long, { index: 'day', groups: ['channel'], metrics: ['revenue'], hasMetricNames: true }).columns[1]
        ?.name,
    ).toBe('revenue, Web');
  });

  it('read cells as numbers and names', () => {
    expect([1.5, 9_007_199_254_740_993n, true, '2.5', 'x', '', null].map(numberOfCell)).toEqual([
      1.5,
      9007199254740992,
      1,
      2.5,
      null,
      null,
      null,
    ]);
    expect(labelOfCell(null)).toBe('<NULL>');
    expect(labelOfCell(Date.UTC(2026, 0, 5), { type: 'temporal' })).toBe('5 Jan 2026');
    expect([...rowsOf(long)][0]).toEqual({ day: 1, channel: 'Web', revenue: 10 });
  });
});

describe('names of series', () => {
  it('come apart into what they were joined from, whatever the parts contain', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (parts) => {
        expect(splitSeriesLabel(joinSeriesLabel(parts))).toEqual(parts);
      }),
    );
  });
});
