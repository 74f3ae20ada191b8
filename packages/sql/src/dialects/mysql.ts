import { standardLexRules } from '../reading/index.ts';
import { defineDialect, isDateType, weekGrains } from './dialect.ts';
import { doubled, doubledWithBackslashes, isMidnight, stringWithNul, timeText, translateFormat } from './literals.ts';

const seconds = 'HOUR({col})*60*60 + MINUTE({col})*60 + SECOND({col})';
const dayStep = (length: number): string =>
  `DATE_ADD(DATE({col}), INTERVAL ((${seconds}) DIV ${length}) * ${length} SECOND)`;
const formatLetters = { Y: '%Y', m: '%m', d: '%d', H: '%H', M: '%i', S: '%s', f: '%f', '%': '%%' };
const largestLimit = '18446744073709551615';

export const mysql = defineDialect({
  name: 'mysql',
  rowFence: ' LIMIT 18446744073709551615',
  lexRules: {
    ...standardLexRules,
    hasBackslashEscapes: true,
    doubleQuotesAre: 'text',
    hasBacktickIdentifiers: true,
    hashStartsComment: 'always',
    dashesNeedSpace: true,
  },
  maxIdentifierLength: 64,
  timeGrains: {
    PT1S: `DATE_ADD(DATE({col}), INTERVAL (${seconds}) SECOND)`,
    PT1M: 'DATE_ADD(DATE({col}), INTERVAL (HOUR({col})*60 + MINUTE({col})) MINUTE)',
    PT5S: dayStep(5),
    PT30S: dayStep(30),
    PT5M: dayStep(300),
    PT10M: dayStep(600),
    PT15M: dayStep(900),
    PT30M: dayStep(1800),
    PT6H: dayStep(21_600),
    PT1H: 'DATE_ADD(DATE({col}), INTERVAL HOUR({col}) HOUR)',
    P1D: 'DATE({col})',
    P1W: 'DATE(DATE_SUB({col}, INTERVAL DAYOFWEEK({col}) - 1 DAY))',
    // Seven days begin where the week does.
    P7D: 'DATE(DATE_SUB({col}, INTERVAL DAYOFWEEK({col}) - 1 DAY))',
    P1M: 'DATE(DATE_SUB({col}, INTERVAL DAYOFMONTH({col}) - 1 DAY))',
    P3M: 'MAKEDATE(YEAR({col}), 1) + INTERVAL QUARTER({col}) QUARTER - INTERVAL 1 QUARTER',
    P1Y: 'DATE(DATE_SUB({col}, INTERVAL DAYOFYEAR({col}) - 1 DAY))',
    [weekGrains.startingSunday]: 'DATE(DATE_SUB({col}, INTERVAL DAYOFWEEK({col}) - 1 DAY))',
    [weekGrains.endingSaturday]: 'DATE(DATE_ADD({col}, INTERVAL 7 - DAYOFWEEK({col}) DAY))',
    [weekGrains.endingSunday]: 'DATE(DATE_ADD({col}, INTERVAL 6 - WEEKDAY({col}) DAY))',
    [weekGrains.startingMonday]: 'DATE(DATE_SUB({col}, INTERVAL DAYOFWEEK(DATE_SUB({col}, INTERVAL 1 DAY)) - 1 DAY))',
  },
  quoteIdentifier: (name) => doubled(name, '`'),
  // Quotes are doubled, not escaped: that holds whether or not NO_BACKSLASH_ESCAPES is set.
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubledWithBackslashes(part, "'"), nul: null }),
  timeLiteral,
  fromEpoch: (sql, unit) => `from_unixtime(${unit === 'epoch_s' ? sql : `${sql} / 1000`})`,
  parseTime: (sql, format) =>
    format === null
      ? `CAST(${sql} AS DATETIME)`
      : `STR_TO_DATE(${sql}, ${doubled(translateFormat(format, formatLetters), "'")})`,
  castToText: (sql) => `CAST(${sql} AS CHAR)`,
  sameAs: (left, right) => `${left} <=> ${right}`,
  limitLines: (limit, offset) => {
    if (limit === null && !offset) return [];
    return [`LIMIT ${limit ?? largestLimit}`, ...(offset ? [`OFFSET ${offset}`] : [])];
  },
});

function timeLiteral(at: Date, nativeType: string | null): string {
  if (isDateType(nativeType) && isMidnight(at)) return `STR_TO_DATE('${timeText(at, 'date')}', '%Y-%m-%d')`;
  const hasFraction = at.getUTCMilliseconds() !== 0;
  return `STR_TO_DATE('${timeText(at, 'full')}', '%Y-%m-%d %H:%i:%s${hasFraction ? '.%f' : ''}')`;
}
