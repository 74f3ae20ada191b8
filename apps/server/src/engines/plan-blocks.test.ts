import { expect, it } from 'vitest';
import { readPlan, readPlanFigures } from './plans.ts';

const measured = JSON.stringify({
  query_optimization: { r_total_time_ms: 0.2 },
  query_block: {
    select_id: 1,
    r_loops: 1,
    filesort: {
      sort_key: 'sum(a) desc',
      r_output_rows: 3,
      temporary_table: {
        nested_loop: [
          {
            table: {
              table_name: 't',
              access_type: 'ALL',
              rows: 10,
              r_rows: 10,
              r_loops: 1,
              r_table_time_ms: 0.5,
              r_other_time_ms: 0.25,
              filtered: 100,
            },
          },
          {
            'block-nl-join': {
              table: { table_name: 'o', rows: 100, r_rows: 20, r_loops: 5, key: 'k' },
              join_type: 'BNL',
            },
          },
        ],
      },
    },
  },
});

it('reads a plan of blocks inside one another: estimates, rows of all passes, own times', () => {
  expect(
    readPlan(measured)?.map(({ depth, name, estimatedRows, rows, ms }) => [depth, name, estimatedRows, rows, ms]),
  ).toEqual([
    [0, 'Query block', null, null, null],
    [1, 'Filesort', null, 3, null],
    [2, 'Temporary table', null, null, null],
    [3, 'Table', 10, 10, 0.75],
    [3, 'Block nl join', null, null, null],
    [4, 'Table', 100, 100, null],
  ]);
  expect(readPlan(measured)?.[3]?.details).toEqual([
    { label: 'Table name', text: 't' },
    { label: 'Access type', text: 'ALL' },
  ]);
});

it('tells the cost where the engine does, else the rows that it reads', () => {
  expect(readPlanFigures(measured)).toEqual({ cost: null, rowsToRead: 110 });
  const costed = {
    query_block: { cost_info: { query_cost: '12.75' }, table: { table_name: 't', rows_examined_per_scan: 5 } },
  };
  expect(readPlanFigures(JSON.stringify(costed))).toEqual({ cost: 12.75, rowsToRead: 5 });
  expect(readPlanFigures('no plan')).toEqual({ cost: null, rowsToRead: null });
});
