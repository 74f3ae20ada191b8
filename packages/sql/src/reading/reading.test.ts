import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialectByName, dialects } from '../dialects/index.ts';
import {
  applyLimit,
  cleanClause,
  containsSubquery,
  findClauseProblem,
  findOuterLimit,
  firstKeyword,
  looksLikeSelect,
  splitStatements,
  tokenize,
} from './index.ts';

const duckdb = dialectByName('duckdb').lexRules;
const mysql = dialectByName('mysql').lexRules;
const clickhouse = dialectByName('clickhouse').lexRules;
const texts = (script: string, rules = duckdb) => splitStatements(script, rules).map((statement) => statement.text);

describe('splitting a script', () => {
  it('cuts at semicolons outside quotes, comments and dollar quotes', () => {
    expect(texts(`select ';' as a; select "b;" ; -- c;\nselect $$ ; $$; /* ; */ select $t$ ; $$ ; $t$`)).toEqual([
      `select ';' as a`,
      'select "b;"',
      '-- c;\nselect $$ ; $$',
      '/* ; */ select $t$ ; $$ ; $t$',
    ]);
  });

  it('leaves out parts that hold only comments and white space', () => {
    expect(texts(' ; -- nothing\n ; /* nothing */ ;select 1;')).toEqual(['select 1']);
    expect(texts('')).toEqual([]);
  });

  it('reads quotes as each engine does', () => {
    expect(texts(`select 'a\\'; b'`, mysql)).toHaveLength(1);
    expect(texts(`select 'a\\'; select 'b'`, duckdb)).toHaveLength(2);
    expect(texts(`select E'a\\'; b'`, duckdb)).toHaveLength(1);
    expect(texts('select 1 # a; b', mysql)).toHaveLength(1);
    expect(texts('select 1 /* a /* b */ ; */', duckdb)).toHaveLength(1);
    expect(texts('select 5--1; select 2', mysql)).toHaveLength(2);
  });

  it('tells where each statement stands in the script', () => {
    const script = '  select 1 ;\n select 2';
    for (const { text, start, end } of splitStatements(script)) expect(script.slice(start, end)).toBe(text);
  });

  it('covers any text with tokens without gaps, in every dialect', () => {
    const sql = fc.array(
      fc.constantFrom(
        "'",
        '"',
        '`',
        '$$',
        '$a$',
        '--',
        '/*',
        '*/',
        ';',
        '(',
        ')',
        '\\',
        '\n',
        'E',
        'x',
        '1',
        ' ',
        '#',
        '[',
        ']',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          sql.map((parts) => parts.join('')),
        ),
        fc.constantFrom(...dialects),
        (text, dialect) => {
          const tokens = tokenize(text, dialect.lexRules);
          expect(tokens.map((token) => text.slice(token.start, token.end)).join('')).toBe(text);
        },
      ),
    );
  });
});

describe('limits', () => {
  it.each([
    ['select * from t', 'select * from t\nLIMIT 10'],
    ['select * from t;', 'select * from t\nLIMIT 10'],
    ['select * from t -- limit 5', 'select * from t -- limit 5\nLIMIT 10'],
    ['select * from t limit 5', 'select * from t limit 5'],
    ['select * from t limit 500', 'select * from t limit 10'],
    ['select * from t LIMIT 500 OFFSET 20', 'select * from t LIMIT 10 OFFSET 20'],
    ['select * from t limit 20, 500', 'select * from t limit 20, 10'],
    ['select * from (select * from t limit 5) x', 'select * from (select * from t limit 5) x\nLIMIT 10'],
    ['select * from t limit 2 + 3', 'select * from t limit 2 + 3'],
    ['select * from t fetch first 50 rows only', 'select * from t fetch first 10 rows only'],
    ["select 'limit 5' as limited from t", "select 'limit 5' as limited from t\nLIMIT 10"],
    ['with a as (select 1 limit 1) select * from a', 'with a as (select 1 limit 1) select * from a\nLIMIT 10'],
    ['select * from t for update', 'select * from t for update'],
    ['explain select 1', 'explain select 1'],
    ['update t set a = 1', 'update t set a = 1'],
    ['', ''],
  ])('makes %j return at most ten rows', (sql, expected) => {
    expect(applyLimit(sql, 10, duckdb)).toBe(expected);
  });

  it('finds the limit of the outermost query only', () => {
    expect(findOuterLimit('select * from t limit 7')?.value).toBe(7);
    expect(findOuterLimit('select * from (select 1 limit 7) t')).toBeNull();
    expect(findOuterLimit('select * from t limit all')?.value).toBeNull();
    expect(findOuterLimit('select * from t limit 10%')?.value).toBeNull();
    expect(findOuterLimit('select * from t limit 2 by a', clickhouse)?.value).toBeNull();
  });
});

describe('first keyword', () => {
  it('looks past comments and brackets', () => {
    expect(firstKeyword('/* a */ -- b\n ((select 1))')).toBe('SELECT');
    expect(firstKeyword('  With x as (select 1) select * from x')).toBe('WITH');
    expect(firstKeyword('-- only')).toBeNull();
    expect(looksLikeSelect('from t')).toBe(true);
    expect(looksLikeSelect('delete from t')).toBe(false);
  });
});

describe('clauses', () => {
  it.each([
    ['a = 1', null],
    ['a = 1;', null],
    ["a = ';' and (b = ')')", null],
    ['a = 1 -- comment )', null],
    ['a = 1; drop table t', 'Clause contains multiple statements'],
    ['1 = 1) union select * from secrets where (1 = 1', 'Closing unopened parenthesis'],
    ['a) or (b', 'Closing unopened parenthesis'],
    ['(a = 1', 'Unclosed parenthesis'],
    ["a = 'b", 'Unclosed quote'],
    ['a = 1 /* b', 'Unclosed comment'],
    ['a /* b /* c */', 'Nested comments are not allowed'],
    ['', 'Clause is empty'],
    [' -- nothing', 'Clause is empty'],
    ['a = \u0000', 'NUL characters are not allowed'],
  ])('judges %j', (text, expected) => {
    expect(findClauseProblem(text, mysql)).toBe(expected);
  });

  it('removes comments so that none swallows what follows', () => {
    expect(cleanClause('a = 1 -- b', duckdb)).toBe('a = 1');
    expect(cleanClause("a /* x */ = '--' ;;", duckdb)).toBe("a   = '--'");
    expect(cleanClause('a = 1 # b\n and c', mysql)).toBe('a = 1  \n and c');
  });

  it.each([
    ['a in (select b from c)', true],
    ['exists(from t)', true],
    ['(with x as (select 1) select * from x)', true],
    ['a = (table t)', true],
    ['from t', true],
    ['SELECT\u00a0x', true],
    ['1select x', true],
    ["a = 'select'", false],
    ['"select" = 1', false],
    ['extract(year from ts) = 2024', false],
    ['a is distinct from b', false],
    ['substring(a from 2)', false],
    ['selected = 1', false],
  ])('tells whether %j holds a query', (text, expected) => {
    expect(containsSubquery(text, duckdb)).toBe(expected);
  });

  it('takes a name after IN for a table where the engine does', () => {
    expect(containsSubquery('a in b', clickhouse)).toBe(true);
    expect(containsSubquery('a in b', duckdb)).toBe(false);
  });
});
