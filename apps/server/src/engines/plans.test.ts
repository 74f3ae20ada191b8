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

  it('is read where steps are described by texts, with what each is reckoned to give', () => {
    const scan = {
      name: 'TableScan',
      descriptor: { table: 'lake:sales:orders', hash: '[]' },
      details: ['total := lake:total'],
      estimates: [{ outputRowCount: 24.6 }],
      children: [],
    };
    const top = { name: 'TopN', descriptor: { count: '3' }, details: [], estimates: [{ outputRowCount: 'NaN' }] };
    expect(readPlan(JSON.stringify({ ...top, children: [scan] }))).toEqual([
      {
        ...{ depth: 0, name: 'Top n', estimatedRows: null, rows: null, ms: null },
        details: [{ label: 'count', text: '3' }],
      },
      {
        ...{ depth: 1, name: 'Table scan', estimatedRows: 25, rows: null, ms: null },
        details: [
          { label: 'table', text: 'lake:sales:orders' },
          { label: 'details', text: 'total := lake:total' },
        ],
      },
    ]);
  });

  it('is none where the text is no plan', () => {
    expect(['', '[]', '{}', '7', 'Seq Scan on a'].map(readPlan)).toEqual([null, null, null, null, null]);
  });
});
