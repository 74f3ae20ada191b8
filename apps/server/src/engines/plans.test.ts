import { describe, expect, it } from 'vitest';
import { readPlan } from './plans.ts';

describe('a plan', () => {
  it('is read where steps have costs of one pass: own times, and rows of all passes', () => {
    const text = JSON.stringify([
      {
        Plan: {
          'Node Type': 'Nested Loop',
          'Join Type': 'Inner',
          'Plan Rows': 10,
          'Actual Rows': 400,
          'Actual Loops': 1,
          'Actual Total Time': 9.5,
          'Parallel Aware': false,
          Plans: [
            {
              'Node Type': 'Seq Scan',
              'Relation Name': 'a',
              'Plan Rows': 4,
              'Actual Rows': 4,
              'Actual Loops': 1,
              'Actual Total Time': 1.5,
            },
            {
              'Node Type': 'Index Scan',
              'Plan Rows': 2,
              'Actual Rows': 100,
              'Actual Loops': 4,
              'Actual Total Time': 1,
            },
          ],
        },
        'Execution Time': 10,
      },
    ]);
    expect(readPlan(text)).toEqual([
      {
        depth: 0,
        name: 'Nested Loop',
        details: [{ label: 'Join Type', text: 'Inner' }],
        estimatedRows: 10,
        rows: 400,
        ms: 4,
      },
      {
        depth: 1,
        name: 'Seq Scan',
        details: [{ label: 'Relation Name', text: 'a' }],
        estimatedRows: 4,
        rows: 4,
        ms: 1.5,
      },
      { depth: 1, name: 'Index Scan', details: [], estimatedRows: 8, rows: 400, ms: 4 },
    ]);
  });

  it('is none where the text is no plan', () => {
    expect(['', '[]', '{}', '7', 'Seq Scan on a'].map(readPlan)).toEqual([null, null, null, null, null]);
  });
});
