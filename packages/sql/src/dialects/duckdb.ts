import { standardLexRules } from '../reading/index.ts';
import { baseDialect, dateTruncGrains, defineDialect, isDateType, isZonedType, weekGrains } from './dialect.ts';
import { doubled, isMidnight, stringWithNul, timeText } from './literals.ts';

const bucket = (interval: string): string => `TIME_BUCKET(INTERVAL '${interval}', {col})`;

export const duckdb = defineDialect({
  name: 'duckdb',
  rowFence: ' OFFSET 0',
  withHint: ' NOT MATERIALIZED',
  withLooksForward: false,
  lexRules: { ...standardLexRules, hasDollarQuotes: true, hasEscapeStrings: true, nestsComments: true },
  capabilities: { ...baseDialect.capabilities, ilike: true, groupingSets: true },
  timeGrains: {
    ...dateTruncGrains((unit) => `DATE_TRUNC('${unit}', {col})`),
    // Buckets count from 2000-01-03 00:00, so those that divide a day start at midnight.
    PT5S: bucket('5 seconds'),
    PT30S: bucket('30 seconds'),
    PT5M: bucket('5 minutes'),
    PT10M: bucket('10 minutes'),
    PT15M: bucket('15 minutes'),
    PT30M: bucket('30 minutes'),
    PT6H: bucket('6 hours'),
    [weekGrains.startingSunday]: "DATE_TRUNC('week', {col} + INTERVAL 1 DAY) - INTERVAL 1 DAY",
    [weekGrains.startingMonday]: "DATE_TRUNC('week', {col})",
    [weekGrains.endingSaturday]: "DATE_TRUNC('week', {col} + INTERVAL 1 DAY) + INTERVAL 5 DAY",
    [weekGrains.endingSunday]: "DATE_TRUNC('week', {col}) + INTERVAL 6 DAY",
  },
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubled(part, "'"), nul: 'CHR(0)' }),
  timeLiteral,
  fromEpoch: (sql, unit) =>
    unit === 'epoch_s' ? `MAKE_TIMESTAMP(CAST(${sql} AS BIGINT) * 1000000)` : `EPOCH_MS(CAST(${sql} AS BIGINT))`,
  parseTime: (sql, format) =>
    format === null ? `CAST(${sql} AS TIMESTAMP)` : `STRPTIME(CAST(${sql} AS VARCHAR), ${doubled(format, "'")})`,
});

function timeLiteral(at: Date, nativeType: string | null): string {
  if (isZonedType(nativeType)) return `TIMESTAMPTZ '${timeText(at, 'full')}+00'`;
  if (isDateType(nativeType) && isMidnight(at)) return `DATE '${timeText(at, 'date')}'`;
  return `TIMESTAMP '${timeText(at, 'full')}'`;
}
