import { dateTruncGrains, defineDialect, isDateType, weekGrains } from './dialect.ts';
import { doubled, isMidnight, timeText, translateFormat } from './literals.ts';
import { mysql } from './mysql.ts';

const formatLetters = { Y: '%Y', m: '%m', d: '%d', H: '%H', M: '%i', S: '%s', f: '%f', '%': '%%' };
const largestLimit = '9223372036854775807';

interface AnalyticalSql {
  readonly name: string;
  /** The type of points in time, to parts of a second. */
  readonly timeType: string;
  readonly trunc: (unit: string, sql: string) => string;
  /** Cuts to so many of a unit. */
  readonly slot: (unit: 'second' | 'minute' | 'hour', size: number, sql: string) => string;
}

/** What StarRocks and Apache Doris, which were one once, have in common beyond MySQL's SQL. */
export function defineAnalytical({ name, timeType, trunc, slot }: AnalyticalSql) {
  const time = `CAST({col} AS ${timeType})`;
  const week = (shifted: string): string => trunc('week', shifted);
  const dayLater = 'DATE_ADD({col}, INTERVAL 1 DAY)';
  return defineDialect({
    ...mysql,
    name,
    rowFence: ` LIMIT ${largestLimit}`,
    timeGrains: {
      // A day has no hours there to be cut to.
      ...dateTruncGrains((unit) => trunc(unit, /second|minute|hour/.test(unit) ? time : '{col}')),
      PT5S: slot('second', 5, time),
      PT30S: slot('second', 30, time),
      PT5M: slot('minute', 5, time),
      PT10M: slot('minute', 10, time),
      PT15M: slot('minute', 15, time),
      PT30M: slot('minute', 30, time),
      PT6H: slot('hour', 6, time),
      [weekGrains.startingSunday]: `DATE_SUB(${week(dayLater)}, INTERVAL 1 DAY)`,
      [weekGrains.startingMonday]: week('{col}'),
      [weekGrains.endingSaturday]: `DATE_ADD(${week(dayLater)}, INTERVAL 5 DAY)`,
      [weekGrains.endingSunday]: `DATE_ADD(${week('{col}')}, INTERVAL 6 DAY)`,
    },
    timeLiteral: (at, nativeType) =>
      isDateType(nativeType) && isMidnight(at)
        ? `CAST('${timeText(at, 'date')}' AS DATE)`
        : `CAST('${timeText(at, 'full')}' AS ${timeType})`,
    // They turn seconds into a text; parts of a second are lost.
    fromEpoch: (sql, unit) =>
      `CAST(FROM_UNIXTIME(CAST(${unit === 'epoch_s' ? sql : `${sql} / 1000`} AS BIGINT)) AS DATETIME)`,
    parseTime: (sql, format) =>
      format === null
        ? `CAST(${sql} AS ${timeType})`
        : `STR_TO_DATE(CAST(${sql} AS STRING), ${doubled(translateFormat(format, formatLetters), "'")})`,
    // LIKE has no ESCAPE clause there; the backslash is fixed.
    likeEscape: { sign: '\\', clause: '' },
    castToText: (sql) => `CAST(${sql} AS STRING)`,
    isBoolean: (sql, value) => `${sql} = ${value ? 'TRUE' : 'FALSE'}`,
    limitLines: (limit, offset) => {
      if (limit === null && !offset) return [];
      return [`LIMIT ${limit ?? largestLimit}`, ...(offset ? [`OFFSET ${offset}`] : [])];
    },
  });
}

export const starrocks = defineAnalytical({
  name: 'starrocks',
  timeType: 'DATETIME',
  trunc: (unit, sql) => `DATE_TRUNC('${unit}', ${sql})`,
  slot: (unit, size, sql) => `TIME_SLICE(${sql}, INTERVAL ${size} ${unit.toUpperCase()})`,
});
