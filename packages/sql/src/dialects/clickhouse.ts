import { standardLexRules } from '../reading/index.ts';
import { baseDialect, defineDialect, isDateType } from './dialect.ts';
import { doubledWithBackslashes, isMidnight, stringWithNul, timeText } from './literals.ts';

const start = (unit: string): string => `toStartOf${unit}(toDateTime({col}))`;
const slot = (seconds: number): string => `toDateTime(intDiv(toUInt32(toDateTime({col})), ${seconds})*${seconds})`;

export const clickhouse = defineDialect({
  name: 'clickhouse',
  lexRules: {
    ...standardLexRules,
    hasBackslashEscapes: true,
    hasBackslashInIdentifiers: true,
    hasBacktickIdentifiers: true,
    hasDollarQuotes: true,
    hashStartsComment: 'beforeSpace',
    namesAfterInAreTables: true,
  },
  capabilities: { ...baseDialect.capabilities, ilike: true, aliasesHideColumns: true },
  timeGrains: {
    PT1M: start('Minute'),
    PT5M: slot(300),
    PT10M: slot(600),
    PT15M: slot(900),
    PT30M: slot(1800),
    PT1H: start('Hour'),
    P1D: start('Day'),
    P1W: 'toMonday(toDateTime({col}))',
    // Seven days begin where the week does.
    P7D: 'toMonday(toDateTime({col}))',
    P1M: start('Month'),
    P3M: start('Quarter'),
    P1Y: start('Year'),
  },
  // A bound over which no condition is moved, and as many rows as there can be.
  rowFence: ' LIMIT 9223372036854775807',
  quoteIdentifier: (name) => doubledWithBackslashes(name, '"'),
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubledWithBackslashes(part, "'"), nul: 'char(0)' }),
  timeLiteral,
  fromEpoch: (sql, unit) => (unit === 'epoch_s' ? `toDateTime(${sql})` : `fromUnixTimestamp64Milli(toInt64(${sql}))`),
  parseTime: (sql) => `parseDateTimeBestEffort(toString(${sql}))`,
  // It has no ESCAPE clause; the backslash is fixed.
  likeEscape: { sign: '\\', clause: '' },
  castToText: (sql) => `toString(${sql})`,
  isBoolean: (sql, value) => `${sql} = ${value ? 'TRUE' : 'FALSE'}`,
  // No NULL-safe comparison in the conditions of joins before version 23.8.
  sameAs: (left, right) => `${left} = ${right}`,
});

function timeLiteral(at: Date, nativeType: string | null): string {
  if (isDateType(nativeType) && isMidnight(at)) return `toDate('${timeText(at, 'date')}')`;
  if (at.getUTCMilliseconds() !== 0) return `toDateTime64('${timeText(at, 'full')}', 3)`;
  return `toDateTime('${timeText(at, 'seconds')}')`;
}
