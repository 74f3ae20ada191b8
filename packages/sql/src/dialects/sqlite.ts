import { standardLexRules } from '../reading/index.ts';
import { defineDialect, isDateType, weekGrains } from './dialect.ts';
import { doubled, isMidnight, stringWithNul, timeText } from './literals.ts';

// Read to the second first: with its fraction a time would be rounded, and one in a thousand would get the next.
const seconds = (size: number): string =>
  `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:%S', {col}), printf('-%d seconds', CAST(strftime('%S', {col}) AS INT) % ${size}))`;
const minutes = (size: number): string =>
  `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:00', {col}), printf('-%d minutes', CAST(strftime('%M', {col}) AS INT) % ${size}))`;

const formatsOfFullTime = /^%Y-%m-%d([ T]%H:%M(:%S(\.%f)?)?)?$/;

export const sqlite = defineDialect({
  name: 'sqlite',
  rowFence: ' LIMIT -1',
  lexRules: { ...standardLexRules, hasBacktickIdentifiers: true, hasBracketIdentifiers: true },
  timeGrains: {
    PT1S: "DATETIME(STRFTIME('%Y-%m-%dT%H:%M:%S', {col}))",
    PT5S: seconds(5),
    PT30S: seconds(30),
    PT1M: "DATETIME(STRFTIME('%Y-%m-%dT%H:%M:00', {col}))",
    PT5M: minutes(5),
    PT10M: minutes(10),
    PT15M: minutes(15),
    PT30M: minutes(30),
    PT1H: "DATETIME(STRFTIME('%Y-%m-%dT%H:00:00', {col}))",
    PT6H: "DATETIME(STRFTIME('%Y-%m-%dT%H:00:00', {col}), printf('-%d hours', CAST(strftime('%H', {col}) AS INT) % 6))",
    P1D: "DATETIME({col}, 'start of day')",
    P1W: "DATETIME({col}, 'start of day', -strftime('%w', {col}) || ' days')",
    // Seven days begin where the week does.
    P7D: "DATETIME({col}, 'start of day', -strftime('%w', {col}) || ' days')",
    P1M: "DATETIME({col}, 'start of month')",
    P3M: "DATETIME({col}, 'start of month', printf('-%d month', (strftime('%m', {col}) - 1) % 3))",
    P1Y: "DATETIME({col}, 'start of year')",
    // `weekday N` stays on a day that is one already: six days back first finds the start of the same week.
    [weekGrains.startingSunday]: "DATETIME({col}, 'start of day', '-6 days', 'weekday 0')",
    [weekGrains.startingMonday]: "DATETIME({col}, 'start of day', '-6 days', 'weekday 1')",
    [weekGrains.endingSaturday]: "DATETIME({col}, 'start of day', 'weekday 6')",
    [weekGrains.endingSunday]: "DATETIME({col}, 'start of day', 'weekday 0')",
  },
  // An unknown name in double quotes is silently read as text; in backticks it is an error.
  quoteIdentifier: (name) => doubled(name, '`'),
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubled(part, "'"), nul: 'CHAR(0)' }),
  timeLiteral: (at, nativeType) =>
    isDateType(nativeType) && isMidnight(at) ? `'${timeText(at, 'date')}'` : `'${timeText(at, 'full')}'`,
  fromEpoch: (sql, unit) => `datetime(${unit === 'epoch_s' ? sql : `${sql} / 1000`}, 'unixepoch')`,
  parseTime: (sql, format) => (format === null || formatsOfFullTime.test(format) ? sql : padded(sql, format)),
  castToText: (sql) => `CAST(${sql} AS TEXT)`,
  sameAs: (left, right) => `${left} IS ${right}`,
  limitLines: (limit, offset) => {
    if (limit === null && !offset) return [];
    return [`LIMIT ${limit ?? -1}`, ...(offset ? [`OFFSET ${offset}`] : [])];
  },
});

function padded(sql: string, format: string): string {
  if (format === '%Y') return `(${sql} || '-01-01')`;
  return format === '%Y-%m' ? `(${sql} || '-01')` : sql;
}
