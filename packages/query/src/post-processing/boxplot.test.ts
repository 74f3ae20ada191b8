import type { ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { applyPostProcessing } from './index.ts';

/** 1 to 9, and 30 far off: quartiles between two neighbours, whiskers that each option puts elsewhere. */
const values = [7, 1, 30, 3, 9, 2, 5, 8, 4, 6];
const table: ResultTable = {
  rowCount: values.length,
  columns: [{ name: 'days', type: 'number', nativeType: 'DOUBLE', values }],
};

function boxOf(options: Record<string, unknown>) {
  const rule = { operation: 'boxplot', options: { groupby: [], metrics: ['days'], ...options } };
  const { columns } = applyPostProcessing(table, [rule]);
  const at = (part: string) => columns.find(({ name }) => name === `days__${part}`)?.values[0];
  return { low: at('min'), high: at('max'), outliers: JSON.parse(String(at('outliers'))), at };
}

describe('a box plot of ten values', () => {
  it('has the quartiles, the median, the mean and the count that are worked out by hand', () => {
    const { at } = boxOf({ whisker_type: 'tukey' });
    expect(['q1', 'median', 'q3', 'mean', 'count'].map(at)).toEqual([3.5, 5.5, 7.5, 7.5, 10]);
  });

  it.each([
    ['Tukey', { whisker_type: 'tukey' }, 1, 9, [30]],
    ['Min/max', { whisker_type: 'min/max' }, 1, 30, []],
    ['2/98 percentiles', { whisker_type: 'percentile', percentiles: [2, 98] }, 1.18, 26.22, [30, 1]],
    ['5/95 percentiles', { whisker_type: 'percentile', percentiles: [5, 95] }, 1.45, 20.55, [30, 1]],
    ['9/91 percentiles', { whisker_type: 'percentile', percentiles: [9, 91] }, 1.81, 12.99, [30, 1]],
    ['10/90 percentiles', { whisker_type: 'percentile', percentiles: [10, 90] }, 1.9, 11.1, [30, 1]],
  ])('reaches with %s as far as it should, and leaves the rest as outliers', (_, options, low, high, outliers) => {
    const box = boxOf(options);
    expect(box.low).toBeCloseTo(low, 10);
    expect(box.high).toBeCloseTo(high, 10);
    expect(box.outliers).toEqual(outliers);
  });
});
