import { hasSqlglot, isBeyondSqlglot, type PrintedStatement, readBySqlglot } from '@powerset/testkit';
import { describe, expect, it } from 'vitest';
import { printExpression, printLiteral, printSelect } from '../print.ts';
import type { Expression, Select } from '../tree.ts';
// Its tests run here too, and what they print is read below.
import './dialects.test.ts';
import { printedInEach } from './each-dialect-fixture.ts';
import { type Dialect, dialects } from './index.ts';

const texts = [
  "O'Brien",
  '\\',
  "\\'",
  'a\\nb',
  '"',
  '`',
  '%_',
  'ä€😀',
  '-- x',
  '/* x */',
  '?',
  ':x',
  '{x}',
  '$1',
  '[x]',
  '',
];
const names = ['a b', 'a"b', 'a`b', "a'b", 'ä', 'select', 'a.b', 'a]b', 'a[b', '日本'];

const column = (name: string): Expression => ({ kind: 'column', name });
const literal = (value: string | number | boolean | null): Expression => ({ kind: 'literal', value });
const ts = column('ts');
const isOne: Expression = { kind: 'compare', operator: '=', left: column('n'), right: literal(1) };

/** At least one of every kind: a kind more does not compile before it is here. */
const ofEachKind: { readonly [Kind in Expression['kind']]: readonly (Expression & { readonly kind: Kind })[] } = {
  column: [
    { kind: 'column', name: 'a b' },
    { kind: 'column', name: 'x', source: 't' },
  ],
  literal: [null, true, false, 0, -7, 1.5, 9007199254740993n, 'text'].map((value) => ({ kind: 'literal', value })),
  numeric: [{ kind: 'numeric', text: '12345678901234567890.5' }],
  time: ['TIMESTAMP', 'DATE', 'timestamp with time zone', null].map((nativeType) => ({
    ...{ kind: 'time', at: new Date('2024-01-02T00:00:00Z'), nativeType },
  })),
  sql: [{ kind: 'sql', text: 'n * 2' }],
  raw: [{ kind: 'raw', text: 'n' }],
  truncate: [{ kind: 'truncate', of: ts, grain: 'P1D' }],
  bin: [{ kind: 'bin', of: column('n'), from: -10, width: 2.5 }],
  fromEpoch: [
    { kind: 'fromEpoch', of: column('n'), unit: 'epoch_s' },
    { kind: 'fromEpoch', of: column('n'), unit: 'epoch_ms' },
  ],
  parseTime: [null, '%d.%m.%Y %H:%M:%S', '%Y%m%d'].map((format) => ({ kind: 'parseTime', of: column('w'), format })),
  aggregate: [
    { kind: 'aggregate', name: 'COUNT', of: '*' },
    { kind: 'aggregate', name: 'COUNT', of: column('n'), isDistinct: true },
  ],
  grouping: [{ kind: 'grouping', of: [column('n'), column('w')] }],
  compare: [{ kind: 'compare', operator: '!=', left: column('n'), right: literal(1) }],
  sameAs: [{ kind: 'sameAs', left: column('n'), right: literal(null) }],
  isNull: [
    { kind: 'isNull', of: ts },
    { kind: 'isNull', of: ts, isNegated: true },
  ],
  isBoolean: [
    { kind: 'isBoolean', of: column('b'), value: true },
    { kind: 'isBoolean', of: column('b'), value: false },
  ],
  in: [{ kind: 'in', of: column('n'), values: [literal(1), literal(2)], isNegated: true }],
  like: [
    { kind: 'like', of: column('n'), pattern: literal('%9_'), isNegated: true, ignoresCase: true, needsCast: true },
    { kind: 'like', of: column('w'), pattern: literal('a%') },
  ],
  contains: [{ kind: 'contains', of: column('n'), text: "50%_!\\' off", needsCast: true }],
  case: [{ kind: 'case', when: isOne, of: column('n'), otherwise: literal('else'), needsCast: true }],
  and: [{ kind: 'and', parts: [isOne, isOne] }],
  or: [{ kind: 'or', parts: [isOne, isOne] }],
  not: [{ kind: 'not', of: isOne }],
};

/** A text that is printed alone, as part of a statement. */
const toStatement = (sql: string) => (/^(?:SELECT|WITH)\b/.test(sql) ? sql : `SELECT ${sql} FROM t`);

const inEach = (print: (dialect: Dialect) => readonly string[]) =>
  dialects.flatMap((dialect) => print(dialect).map((sql) => ({ dialect: dialect.name, sql: toStatement(sql) })));

async function expectRead(statements: readonly PrintedStatement[]): Promise<void> {
  const read = await readBySqlglot(statements);
  const refused = statements.flatMap((one, index) => {
    const problem = read[index]?.problem;
    return problem === null || isBeyondSqlglot(one) ? [] : [{ ...one, problem }];
  });
  expect(refused).toEqual([]);
}

function tried(print: () => string): readonly string[] {
  try {
    return [print()];
  } catch {
    return [];
  }
}

describe.skipIf(!hasSqlglot())('SQL of every dialect, read by sqlglot', () => {
  it('is understood wherever the tests of the dialects say what is printed', async () => {
    expect(printedInEach.length).toBeGreaterThan(150);
    await expectRead(printedInEach.map(({ dialect, sql }) => ({ dialect, sql: toStatement(sql) })));
  });

  it('is understood whatever kind of expression it is, and for every grain of time', async () => {
    const expressions = Object.values(ofEachKind).flat();
    await expectRead(
      inEach((dialect) => [
        ...expressions.flatMap((expression) => tried(() => printExpression(expression, dialect))),
        ...Object.keys(dialect.timeGrains).map((grain) =>
          printExpression({ kind: 'truncate', of: ts, grain }, dialect),
        ),
      ]),
    );
  });

  it('is understood with joins, groups, sets of groups, limits and common tables', async () => {
    const from: Select['from'] = { kind: 'table', catalog: 'c', schema: 's', table: 't', alias: 'x' };
    const inner: Select = {
      items: [{ expression: column('n'), alias: 'n' }],
      from: { kind: 'table', table: 't' },
      limit: 3,
    };
    const selects: readonly Select[] = [
      {
        items: [{ expression: '*' }],
        from,
        isDistinct: true,
        limit: 5,
        offset: 2,
        orderBy: [{ expression: ts, isDescending: true }],
      },
      {
        items: [{ expression: column('n'), alias: 'a b' }],
        from: { kind: 'query', query: inner, alias: 'q' },
        offset: 1,
      },
      {
        with: [{ name: 'w', query: inner }],
        items: [{ expression: column('n') }],
        from: { kind: 'table', table: 'w' },
        joins: [{ kind: 'left', source: { kind: 'query', query: inner, alias: 'j' }, on: isOne }],
        where: isOne,
        groupBy: [column('n')],
        having: {
          kind: 'compare',
          operator: '>',
          left: { kind: 'aggregate', name: 'COUNT', of: '*' },
          right: literal(1),
        },
      },
      { items: [{ expression: literal(1), alias: 'one' }] },
    ];
    await expectRead(inEach((dialect) => selects.flatMap((select) => tried(() => printSelect(select, dialect)))));
  });

  it('means the texts and the names that were meant, whatever signs are in them', async () => {
    const written = inEach((dialect) => texts.map((text) => `SELECT ${printLiteral(text, dialect)} FROM t`));
    const readTexts = await readBySqlglot(written);
    expect(readTexts.map(({ problem, texts: found }, index) => [written[index]?.sql, problem, found[0]])).toEqual(
      dialects.flatMap((_, place) =>
        texts.map((text, index) => [written[place * texts.length + index]?.sql, null, text]),
      ),
    );
    const named = inEach((dialect) => names.map((name) => `SELECT ${dialect.quoteIdentifier(name)} FROM t`));
    const readNames = await readBySqlglot(named);
    for (const [index, { dialect, sql }] of named.entries()) {
      const found = readNames[index];
      const [first = '', ...others] = found?.names ?? [];
      expect([dialect, sql, found?.problem, others]).toEqual([dialect, sql, null, ['t']]);
      // Three take no sign of every kind in a name, and have another one for it.
      if (!['bigquery', 'oracle', 'impala'].includes(dialect))
        expect([sql, first.toLowerCase()]).toEqual([sql, names[index % names.length]]);
    }
  });
});
