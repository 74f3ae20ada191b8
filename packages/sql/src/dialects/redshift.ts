import { baseDialect, defineDialect, weekGrains } from './dialect.ts';
import { doubledWithBackslashes, stringWithNul } from './literals.ts';
import { postgresql } from './postgresql.ts';

const step = (outer: string, part: string, size: number): string =>
  `DATEADD(${part}, CAST(FLOOR(EXTRACT(${part} FROM DATE_TRUNC('${part}', {col})) / ${size}) * ${size} AS INTEGER), DATE_TRUNC('${outer}', {col}))`;

/** Amazon Redshift: PostgreSQL of long ago, with functions of its own. */
export const redshift = defineDialect({
  ...postgresql,
  name: 'redshift',
  lexRules: { ...postgresql.lexRules, hasBackslashEscapes: true },
  capabilities: { ...postgresql.capabilities, groupingSets: false },
  maxIdentifierLength: 127,
  timeGrains: {
    ...postgresql.timeGrains,
    PT5S: step('minute', 'second', 5),
    PT30S: step('minute', 'second', 30),
    PT5M: step('hour', 'minute', 5),
    PT10M: step('hour', 'minute', 10),
    PT15M: step('hour', 'minute', 15),
    PT30M: step('hour', 'minute', 30),
    PT6H: step('day', 'hour', 6),
    [weekGrains.startingSunday]: "DATEADD(day, -1, DATE_TRUNC('week', DATEADD(day, 1, {col})))",
    [weekGrains.endingSaturday]: "DATEADD(day, 5, DATE_TRUNC('week', DATEADD(day, 1, {col})))",
    [weekGrains.endingSunday]: "DATEADD(day, 6, DATE_TRUNC('week', {col}))",
  },
  // A backslash stands for itself when it is doubled, and every quote is: so a reader without such escapes cuts texts alike.
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubledWithBackslashes(part, "'"), nul: null }),
  timeLiteral: baseDialect.timeLiteral,
  // TEXT is cut to 256 letters there.
  castToText: (sql) => `CAST(${sql} AS VARCHAR(65535))`,
  sameAs: (left, right) => `(${left} = ${right} OR (${left} IS NULL AND ${right} IS NULL))`,
});
