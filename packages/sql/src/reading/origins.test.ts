import { expect, it } from 'vitest';
import { readOrigins } from './origins.ts';

it('tells which columns of which tables a plain SELECT returns', () => {
  expect(
    readOrigins(
      'select distinct o.id, "o"."Customer Id" as c, amount a, price * 2, * from sales.orders o where id > 1 limit 5;',
    ),
  ).toEqual({
    tables: [{ schema: 'sales', table: 'orders', alias: 'o' }],
    items: [
      { qualifier: 'o', column: 'id' },
      { qualifier: 'o', column: 'Customer Id' },
      { qualifier: null, column: 'amount' },
      null,
      { qualifier: null, column: null },
    ],
  });
  expect(
    readOrigins(`SELECT a.*, b.name -- who
      FROM "x" AS a LEFT OUTER JOIN y b ON a.id = b.id AND (a.k, 1) = (b.k, 1) CROSS JOIN z, w ORDER BY 1`),
  ).toEqual({
    tables: [
      { schema: null, table: 'x', alias: 'a' },
      { schema: null, table: 'y', alias: 'b' },
      { schema: null, table: 'z', alias: 'z' },
      { schema: null, table: 'w', alias: 'w' },
    ],
    items: [
      { qualifier: 'a', column: null },
      { qualifier: 'b', column: 'name' },
    ],
  });
});

it.each([
  'with c as (select 1) select * from c',
  'select id from a union select id from b',
  'select * from (select id from a) t',
  'select * from a join b using (id)',
  'select * from a natural join b',
  "select * from read_csv('x')",
  'select * from one.two.three',
  'select * exclude (id) from a',
  'select a.* replace (1 as id) from a',
  'from a',
  'select 1',
  'select 1; select id from a',
  'delete from a',
])('knows nothing of %s', (text) => {
  expect(readOrigins(text)).toBeNull();
});
