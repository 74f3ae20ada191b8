import { describe, expect, it } from 'vitest';
import { addConditions } from './conditions.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const add = (sql: string, ...columns: readonly string[]) =>
  addConditions(
    sql,
    columns.map((column) => ({ columns: [column], toSql: (name) => `${name} = 1` })),
    { quote },
  );
const around = (sql: string, column: string) => `SELECT *\nFROM (\n${sql}\n) AS result\nWHERE "${column}" = 1`;

describe('conditions of a result in its own statement', () => {
  it.each([
    ['SELECT * FROM t', 'a', 'SELECT * FROM t\nWHERE "a" = 1'],
    ['SELECT a, b AS c FROM t ORDER BY a', 'c', 'SELECT a, b AS c FROM t\nWHERE b = 1 ORDER BY a'],
    [
      'SELECT t.a x, u.b FROM t JOIN u ON t.i = u.i',
      'x',
      'SELECT t.a x, u.b FROM t JOIN u ON t.i = u.i\nWHERE t.a = 1',
    ],
    ["SELECT a FROM t WHERE b = 'x' -- why", 'a', "SELECT a FROM t WHERE b = 'x'\n  AND a = 1 -- why"],
    ['SELECT a FROM t WHERE b OR c ORDER BY 1', 'a', 'SELECT a FROM t WHERE (b OR c\n)\n  AND a = 1 ORDER BY 1'],
    ['SELECT * FROM (SELECT 1 AS a) s;', 'a', 'SELECT * FROM (SELECT 1 AS a) s\nWHERE "a" = 1'],
    ['SELECT "my ""a""" FROM t', 'my "a"', 'SELECT "my ""a""" FROM t\nWHERE "my ""a""" = 1'],
  ])('stand in the WHERE of %s', (sql, column, expected) => {
    expect(add(sql, column)).toBe(expected);
  });

  it.each([
    ['SELECT a, count(*) AS n FROM t GROUP BY a', 'a'],
    ['SELECT a FROM t LIMIT 10', 'a'],
    ['SELECT max(a) AS b, c FROM t', 'c'],
    ['SELECT a + 1 AS b FROM t', 'b'],
    ['SELECT NOT a FROM t', 'a'],
    ['SELECT DISTINCT a FROM t', 'a'],
    ['SELECT a FROM t UNION ALL SELECT a FROM u', 'a'],
    ['WITH t AS (SELECT 1 AS a) SELECT a FROM t', 'a'],
    ['SELECT * FROM t JOIN u USING (i)', 'a'],
    ['SELECT *, a + 1 AS b FROM t', 'b'],
    ['SELECT a FROM t {% if x %} WHERE b = 1 {% endif %}', 'a'],
    ['FROM t', 'a'],
    ['SELECT 1 AS a -- end', 'a'],
  ])('stand around %s, where inside they would say something else', (sql, column) => {
    expect(add(sql, column)).toBe(around(sql, column));
  });

  it('are joined by AND, and refused for what is no single SELECT', () => {
    expect(add('SELECT * FROM t', 'a', 'b')).toBe('SELECT * FROM t\nWHERE "a" = 1\n  AND "b" = 1');
    expect(add('DELETE FROM t', 'a')).toBeNull();
    expect(add('SELECT 1; SELECT 2', 'a')).toBeNull();
    expect(add('', 'a')).toBeNull();
  });
});
