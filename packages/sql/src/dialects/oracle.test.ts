import { describe, expect, it } from 'vitest';
import { printExpression, printLiteral, printSelect } from '../print.ts';
import {
  applyLimit,
  containsSubquery,
  findClauseProblem,
  findOuterLimit,
  removeComments,
  splitStatements,
} from '../reading/index.ts';
import type { Expression, Select } from '../tree.ts';
import { oracle } from './oracle.ts';

const { lexRules } = oracle;
const x: Expression = { kind: 'column', name: 'x' };
const print = (select: Select) => printSelect(select, oracle).replaceAll('\n', ' ');

describe('statements for Oracle', () => {
  it('call tables and queries by a name alone, and read DUAL where they read nothing', () => {
    const select: Select = {
      items: [{ expression: x, alias: 'Total' }],
      from: { kind: 'query', query: 'SELECT 1 AS x FROM DUAL', alias: 'virtual_table' },
      joins: [{ kind: 'left', source: { kind: 'table', schema: 'shop', table: 'orders', alias: 'O' }, on: x }],
    };
    expect(print(select)).toBe(
      'SELECT x AS "Total" FROM ( SELECT 1 AS x FROM DUAL ) virtual_table LEFT JOIN shop.orders "O" ON x',
    );
    expect(print({ items: [{ expression: { kind: 'literal', value: 1 } }] })).toBe('SELECT 1 FROM DUAL');
  });

  it('bound their rows by FETCH', () => {
    const select: Select = { items: [{ expression: '*' }], from: { kind: 'table', table: 't' } };
    expect(print({ ...select, limit: 5 })).toBe('SELECT * FROM t FETCH FIRST 5 ROWS ONLY');
    expect(print({ ...select, limit: 0 })).toBe('SELECT * FROM t FETCH FIRST 0 ROWS ONLY');
    expect(print({ ...select, limit: 5, orderBy: [{ expression: x, isDescending: true }] })).toBe(
      'SELECT * FROM t ORDER BY x DESC NULLS LAST FETCH FIRST 5 ROWS ONLY',
    );
  });

  it.each([
    ['SELECT a FROM t', 'SELECT a FROM t\nFETCH FIRST 7 ROWS ONLY'],
    ['SELECT a FROM t;', 'SELECT a FROM t\nFETCH FIRST 7 ROWS ONLY'],
    ['SELECT a FROM t OFFSET 2 ROWS', 'SELECT a FROM t OFFSET 2 ROWS\nFETCH FIRST 7 ROWS ONLY'],
    ['SELECT a FROM t FETCH FIRST 100 ROWS ONLY', 'SELECT a FROM t FETCH FIRST 7 ROWS ONLY'],
    ['SELECT a FROM t FETCH NEXT 5 ROWS ONLY', 'SELECT a FROM t FETCH NEXT 5 ROWS ONLY'],
    ['SELECT a FROM t FETCH FIRST 50 PERCENT ROWS ONLY', 'SELECT a FROM t FETCH FIRST 50 PERCENT ROWS ONLY'],
    ['SELECT a FROM t FETCH FIRST ROW ONLY', 'SELECT a FROM t FETCH FIRST ROW ONLY'],
    [
      "SELECT q'[ FETCH FIRST 1 ROWS ONLY]' FROM t",
      "SELECT q'[ FETCH FIRST 1 ROWS ONLY]' FROM t\nFETCH FIRST 7 ROWS ONLY",
    ],
    ['SELECT a FROM t FOR UPDATE', 'SELECT a FROM t FOR UPDATE'],
  ])('%s is bounded', (text, bounded) => {
    expect(applyLimit(text, 7, lexRules)).toBe(bounded);
  });

  it('tell the rows that FETCH bounds them to, and not those of LIMIT, which is a name', () => {
    expect(findOuterLimit('SELECT a FROM t OFFSET 1 ROWS FETCH NEXT 9 ROWS ONLY', lexRules)?.value).toBe(9);
    expect(findOuterLimit('SELECT a limit FROM t', lexRules)).toBeNull();
  });

  it('cut points in time with the functions of days', () => {
    const grain = (name: string) => printExpression({ kind: 'truncate', of: x, grain: name }, oracle);
    expect(grain('P3M')).toBe("TRUNC(CAST(x AS DATE), 'Q')");
    expect(grain('PT15M')).toBe(
      "(TRUNC(CAST(x AS DATE), 'HH24') + NUMTODSINTERVAL(FLOOR(TO_NUMBER(TO_CHAR(CAST(x AS DATE), 'MI')) / 15) * 15, 'MINUTE'))",
    );
    expect(grain('1969-12-28T00:00:00Z/P1W')).toBe("(TRUNC(CAST(x AS DATE) + 1, 'IW') - 1)");
    expect(grain('P1W/1970-01-04T00:00:00Z')).toBe("(TRUNC(CAST(x AS DATE), 'IW') + 6)");
  });

  it('write points in time as their column has them', () => {
    const at = new Date('2024-01-02T03:04:05Z');
    expect(oracle.timeLiteral(at, 'DATE')).toBe("TO_DATE('2024-01-02 03:04:05', 'YYYY-MM-DD HH24:MI:SS')");
    expect(oracle.timeLiteral(at, 'TIMESTAMP(6) WITH TIME ZONE')).toBe(
      "TO_TIMESTAMP('2024-01-02 03:04:05.000000', 'YYYY-MM-DD HH24:MI:SS.FF6')",
    );
  });

  it.each([
    [null, "REPLACE(RTRIM(CAST(x AS VARCHAR2(64)), 'Z') || SUBSTR('0001-01-01 00:00:00.000000000', LENGTH("],
    ['%Y-%m-%d', "TO_TIMESTAMP(CAST(x AS VARCHAR2(64)), 'YYYY-MM-DD')"],
    ['%d.%m.%Y %H:%M', "TO_TIMESTAMP(CAST(x AS VARCHAR2(64)), 'DD.MM.YYYY HH24:MI')"],
    ['%Y-%m-%dT%H:%M:%S.%f', `'YYYY-MM-DD"T"HH24:MI:SS.FF6'`],
    // Without a month the server takes the present one.
    ['%Y', "TO_TIMESTAMP(CAST(x AS VARCHAR2(64)) || ' 01', 'YYYY MM')"],
  ])('read texts of the format %s', (format, part) => {
    expect(oracle.parseTime('x', format)).toContain(part);
  });

  it('refuse formats that the server has no letters for', () => {
    expect(() => oracle.parseTime('x', '%c')).toThrow('The date format %c is not supported');
  });

  it('keep names in capitals, and write what is no plain name in quotes', () => {
    expect(['orders', 'ORDERS', 'Orders', 'date', '_x', 'a b', 'é'].map(oracle.quoteIdentifier)).toEqual([
      ...['orders', '"ORDERS"', '"Orders"', '"DATE"', '"_x"', '"a b"', '"é"'],
    ]);
  });

  it('call a label with double quotes by another name, which is told apart and short enough', () => {
    const [one, other] = ['SUM("a")', 'SUM(a")'].map(oracle.quoteIdentifier);
    expect(one).toMatch(/^"SUM\(a\)_[0-9a-f]{8}"$/);
    expect(other).not.toBe(one);
    const long = oracle.quoteIdentifier(`"${'ü'.repeat(63)}`);
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(130);
  });
});

describe('texts in q quotes', () => {
  it.each([
    ["q'[it's]' = a", null],
    ["Nq'{a ; b}' = a", null],
    ["nQ'!it's!' = a", null],
    ["q'<)>'", null],
    ["q'[it's' OR 1 = 1", 'Unclosed quote'],
    ["q'(a)b", 'Unclosed quote'],
    ["q'[a]' ; b", 'Clause contains multiple statements'],
  ])('%s', (text, problem) => {
    expect(findClauseProblem(text, lexRules)).toBe(problem);
  });

  it('hold no queries, comments or statements', () => {
    expect(containsSubquery("a = q'[(SELECT 1)]'", lexRules)).toBe(false);
    expect(containsSubquery("a = q'[']' OR (SELECT 1 FROM t) = q'[']'", lexRules)).toBe(true);
    expect(removeComments("q'[--]' --x", lexRules)).toBe("q'[--]'  ");
    expect(splitStatements("SELECT q'[;']' FROM t; SELECT 2", lexRules).map(({ text }) => text)).toEqual([
      "SELECT q'[;']' FROM t",
      'SELECT 2',
    ]);
    expect(printLiteral("q'[x", oracle)).toBe("'q''[x'");
  });
});
