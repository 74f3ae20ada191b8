import { baseDialect, defineDialect } from './dialect.ts';
import { doubled, stringWithNul, translateFormat } from './literals.ts';
import { postgresql } from './postgresql.ts';

const formatLetters = { Y: '%Y', m: '%m', d: '%d', H: '%H', M: '%M', S: '%S', f: '%f', '%': '%%' };

/** CockroachDB: PostgreSQL without functions that read times by patterns, and without sets of groups. */
export const cockroachdb = defineDialect({
  ...postgresql,
  name: 'cockroachdb',
  capabilities: { ...postgresql.capabilities, groupingSets: false },
  maxIdentifierLength: 128,
  // An offset of nothing is taken away there before rows are read.
  rowFence: '',
  withHint: ' MATERIALIZED',
  // A backslash is a sign as any other.
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubled(part, "'"), nul: null }),
  timeLiteral: baseDialect.timeLiteral,
  parseTime: (sql, format) =>
    format === null
      ? `CAST(${sql} AS TIMESTAMP)`
      : `CAST(experimental_strptime(CAST(${sql} AS STRING), ${doubled(translateFormat(format, formatLetters), "'")}) AS TIMESTAMP)`,
  castToText: (sql) => `CAST(${sql} AS STRING)`,
});
