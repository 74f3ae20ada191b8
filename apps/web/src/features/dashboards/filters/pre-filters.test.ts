import { describe, expect, it } from 'vitest';
import { isComplete, type PreFilter, readPreFilter, toAdhocFilter } from './pre-filters.ts';

const line = (operator: PreFilter['operator'], text: string): PreFilter => ({ column: 'size', operator, text });

describe('what narrows the values that a filter offers', () => {
  it.each([
    [line('>=', '20'), true, 20],
    [line('==', 'Store'), false, 'Store'],
    [line('IN', '1, 2,,x'), true, [1, 2, 'x']],
    [line('NOT IN', 'a, b'), false, ['a', 'b']],
  ])('is stored as an ad-hoc filter', (pre, isNumber, comparator) => {
    expect(toAdhocFilter(pre, isNumber)).toEqual({
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: 'size',
      operator: pre.operator,
      comparator,
    });
  });

  it('is read back as it was typed', () => {
    for (const pre of [line('>=', '20'), line('IN', '1, 2'), line('IS NULL', '')])
      expect(readPreFilter(toAdhocFilter(pre, true))).toEqual(pre);
  });

  it('leaves alone what a line cannot say', () => {
    expect(readPreFilter({ expressionType: 'SQL', sqlExpression: 'a > b' })).toBeNull();
    expect(readPreFilter({ expressionType: 'SIMPLE', subject: 'a', operator: 'TEMPORAL_RANGE' })).toBeNull();
  });

  it('counts when it is complete', () => {
    expect(isComplete(line('IS NULL', ''))).toBe(true);
    expect(isComplete(line('==', ' '))).toBe(false);
    expect(isComplete({ column: '', operator: '==', text: '1' })).toBe(false);
  });
});
