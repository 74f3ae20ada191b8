import { standardLexRules } from '../reading/index.ts';
import { baseDialect, defineDialect, isDateType } from './dialect.ts';
import { doubledWithBackslashes, isMidnight, stringWithNul, timeText } from './literals.ts';

/** The zone is said: a column has one of its own, and older servers know no other than theirs for a session. */
const narrow = "toDateTime({col}, 'UTC')";
/** Times that may lie before 1970 or after 2105, which would come out as others. */
const wide = "toDateTime64({col}, 0, 'UTC')";

function grainsOf(time: string, slot: (seconds: number) => string): Readonly<Record<string, string>> {
  const start = (unit: string): string => `toStartOf${unit}(${time})`;
  return {
    PT1M: start('Minute'),
    PT5M: slot(300),
    PT10M: slot(600),
    PT15M: slot(900),
    PT30M: slot(1800),
    PT1H: start('Hour'),
    P1D: start('Day'),
    P1W: `toMonday(${time})`,
    // Seven days begin where the week does.
    P7D: `toMonday(${time})`,
    P1M: start('Month'),
    P3M: start('Quarter'),
    P1Y: start('Year'),
  };
}

const wideGrains = grainsOf(wide, (seconds) => `toStartOfInterval(${wide}, INTERVAL ${seconds} SECOND)`);

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
  timeGrains: grainsOf(narrow, (seconds) => `toDateTime(intDiv(toUInt32(${narrow}), ${seconds})*${seconds}, 'UTC')`),
  ownGrains: (nativeType) => (isWideType(nativeType) ? wideGrains : null),
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
  // The oldest have numbers instead.
  isBoolean: (sql, value) => `${sql} = ${value ? 1 : 0}`,
  // No NULL-safe comparison in the conditions of joins before version 23.8, but any function of each side.
  sameAs: (left, right) => `${comparable(left)} = ${comparable(right)}`,
});

/** NULL as a text that no value has. */
const comparable = (sql: string): string => `ifNull(concat('=', toString(${sql})), '')`;

function isWideType(nativeType: string | null): boolean {
  return /\b(DateTime64|Date32)\b/.test(nativeType ?? '');
}

function timeLiteral(at: Date, nativeType: string | null): string {
  const isWide = isWideType(nativeType);
  if (isDateType(nativeType) && isMidnight(at)) return `toDate${isWide ? '32' : ''}('${timeText(at, 'date')}')`;
  if (isWide || at.getUTCMilliseconds() !== 0) return `toDateTime64('${timeText(at, 'full')}', 3, 'UTC')`;
  return `toDateTime('${timeText(at, 'seconds')}', 'UTC')`;
}
