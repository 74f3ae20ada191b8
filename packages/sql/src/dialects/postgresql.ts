import { standardLexRules } from '../reading/index.ts';
import { baseDialect, dateTruncGrains, defineDialect, isDateType, weekGrains } from './dialect.ts';
import { doubled, doubledWithBackslashes, isMidnight, stringWithNul, timeText, translateFormat } from './literals.ts';

const trunc = (unit: string): string => `DATE_TRUNC('${unit}', {col})`;
// A day has no seconds to extract until it is cut to them.
const step = (outer: string, part: string, size: number): string =>
  `${trunc(outer)} + INTERVAL '${size} ${part}s' * FLOOR(EXTRACT(${part.toUpperCase()} FROM ${trunc(part)}) / ${size})`;

const formatLetters = { Y: 'YYYY', m: 'MM', d: 'DD', H: 'HH24', M: 'MI', S: 'SS', f: 'US', '%': '%' };

export const postgresql = defineDialect({
  name: 'postgresql',
  rowFence: ' OFFSET 0',
  withLooksForward: false,
  lexRules: { ...standardLexRules, hasDollarQuotes: true, hasEscapeStrings: true, nestsComments: true },
  capabilities: { ...baseDialect.capabilities, ilike: true, groupingSets: true },
  maxIdentifierLength: 63,
  timeGrains: {
    ...dateTruncGrains(trunc),
    PT5S: step('minute', 'second', 5),
    PT30S: step('minute', 'second', 30),
    PT5M: step('hour', 'minute', 5),
    PT10M: step('hour', 'minute', 10),
    PT15M: step('hour', 'minute', 15),
    PT30M: step('hour', 'minute', 30),
    PT6H: step('day', 'hour', 6),
    [weekGrains.startingSunday]: "DATE_TRUNC('week', {col} + INTERVAL '1 day') - INTERVAL '1 day'",
    [weekGrains.startingMonday]: trunc('week'),
    [weekGrains.endingSaturday]: "DATE_TRUNC('week', {col} + INTERVAL '1 day') + INTERVAL '5 days'",
    [weekGrains.endingSunday]: "DATE_TRUNC('week', {col}) + INTERVAL '6 days'",
  },
  stringLiteral: (text) => stringWithNul(text, { quote: quoteText, nul: null }),
  timeLiteral: (at, nativeType) =>
    isDateType(nativeType) && isMidnight(at)
      ? `TO_DATE('${timeText(at, 'date')}', 'YYYY-MM-DD')`
      : `TO_TIMESTAMP('${timeText(at, 'micros')}', 'YYYY-MM-DD HH24:MI:SS.US')`,
  fromEpoch: (sql, unit) =>
    `(timestamp 'epoch' + ${unit === 'epoch_s' ? sql : `(${sql} / 1000.0)`} * interval '1 second')`,
  parseTime: (sql, format) =>
    format === null
      ? `CAST(${sql} AS TIMESTAMP)`
      : `CAST(TO_TIMESTAMP(CAST(${sql} AS TEXT), '${translateFormat(format, formatLetters, quoteFormatText)}') AS TIMESTAMP)`,
  castToText: (sql) => `CAST(${sql} AS TEXT)`,
  // Otherwise the largest values would stand below the empty ones.
  descending: 'DESC NULLS LAST',
});

// The E form reads the same whether or not `standard_conforming_strings` is on.
function quoteText(text: string): string {
  return text.includes('\\') ? `E${doubledWithBackslashes(text, "'")}` : doubled(text, "'");
}

function quoteFormatText(text: string): string {
  return /^[-/.: ]*$/.test(text) ? text : `"${text.replaceAll('"', '').replaceAll("'", "''")}"`;
}
