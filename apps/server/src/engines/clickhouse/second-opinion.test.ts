import { describe, expect, it } from 'vitest';
import { readStatements } from './grammar/statement.ts';
import { assertSameReading } from './second-opinion.ts';

const compare = (sql: string, lines: string) => {
  const [statement] = readStatements(sql);
  if (!statement) throw new Error('no statement');
  assertSameReading(statement, lines.split('\n'));
};

/** As release 26.9 writes them. */
const tree = {
  join: `SelectWithUnionQuery (children 1)
 ExpressionList (children 1)
  SelectQuery (children 3)
   ExpressionList (children 1)
    Asterisk
   TablesInSelectQuery (children 2)
    TablesInSelectQueryElement (children 1)
     TableExpression (children 1)
      TableIdentifier db.t (alias q)
    TablesInSelectQueryElement (children 2)
     TableExpression (children 1)
      Function numbers (children 1)
       ExpressionList (children 1)
        Literal UInt64_10
     TableJoin
   Function in (children 1)
    ExpressionList (children 2)
     Identifier x
     Identifier u`,
  url: `SelectWithUnionQuery (children 1)
 ExpressionList (children 1)
  SelectQuery (children 2)
   ExpressionList (children 1)
    Asterisk
   TablesInSelectQuery (children 1)
    TablesInSelectQueryElement (children 1)
     TableExpression (children 1)
      Function url (children 1)`,
};

describe('the server’s reading of a statement', () => {
  it('agrees where it names the same tables and functions', () => {
    expect(() => compare('SELECT * FROM db.t AS q, numbers(10) WHERE x IN u', tree.join)).not.toThrow();
    expect(() => compare('WITH u AS (SELECT 1) SELECT * FROM db.t, numbers(1) WHERE x IN u', tree.join)).not.toThrow();
  });

  it.each([
    ['another table', 'SELECT * FROM db.other AS q, numbers(10) WHERE x IN u', tree.join, 'the table "db.t"'],
    ['a table after IN', 'SELECT * FROM db.t AS q, numbers(10)', tree.join, 'the table "u"'],
    ['a table function', 'SELECT * FROM db.t WHERE x IN u', tree.join, 'the table function "numbers"'],
    ['one that is refused', 'SELECT 1', tree.url, '"url" may not be'],
    ['settings', 'SELECT 1', 'SelectQuery (children 1)\n Set', 'SETTINGS'],
    [
      'a refused function',
      'SELECT 1',
      'SelectQuery (children 1)\n Function hostName (children 1)',
      '"hostname" may not be called',
    ],
  ])('refuses the statement where it names %s', (_what, sql, lines, words) => {
    expect(() => compare(sql, lines)).toThrow(words);
  });
});
