import { databricks } from './databricks.ts';
import { baseDialect, defineDialect, isDateType, weekGrains } from './dialect.ts';
import { isMidnight, stringWithNul, timeText, translateFormat } from './literals.ts';

const time = 'CAST({col} AS TIMESTAMP)';
const day = `to_date(${time})`;
const asTime = (sql: string): string => `CAST(${sql} AS TIMESTAMP)`;
/** Cut to the letters of a pattern: functions that cut by a unit's name differ between the two servers, or lack. */
const cut = (pattern: string): string => asTime(`from_unixtime(unix_timestamp(${time}), '${pattern}')`);
const slot = (seconds: number): string =>
  asTime(`from_unixtime(CAST(floor(unix_timestamp(${time}) / ${seconds}) * ${seconds} AS BIGINT))`);
/** The last such day before the next one: the day itself, where it is one. */
const weekFrom = (weekday: string): string => `date_sub(next_day(${day}, '${weekday}'), 7)`;
const formatLetters = { Y: 'yyyy', m: 'MM', d: 'dd', H: 'HH', M: 'mm', S: 'ss', f: 'SSSSSS', '%': '%' };

/** What Spark SQL and Apache Hive both understand: Spark's, less what Hive has not. */
export const hive = defineDialect({
  ...databricks,
  name: 'hive',
  capabilities: baseDialect.capabilities,
  maxIdentifierLength: 128,
  timeGrains: {
    PT1S: cut('yyyy-MM-dd HH:mm:ss'),
    PT5S: slot(5),
    PT30S: slot(30),
    PT1M: cut('yyyy-MM-dd HH:mm:00'),
    PT5M: slot(300),
    PT10M: slot(600),
    PT15M: slot(900),
    PT30M: slot(1800),
    PT1H: cut('yyyy-MM-dd HH:00:00'),
    PT6H: slot(21_600),
    P1D: asTime(day),
    P1W: asTime(weekFrom('MO')),
    P7D: asTime(weekFrom('MO')),
    P1M: asTime(`trunc(${day}, 'MM')`),
    P3M: asTime(`add_months(trunc(${day}, 'YY'), CAST(floor((month(${day}) - 1) / 3) * 3 AS INT))`),
    P1Y: asTime(`trunc(${day}, 'YY')`),
    [weekGrains.startingSunday]: asTime(weekFrom('SU')),
    [weekGrains.startingMonday]: asTime(weekFrom('MO')),
    [weekGrains.endingSaturday]: asTime(`date_add(${weekFrom('SU')}, 6)`),
    [weekGrains.endingSunday]: asTime(`date_add(${weekFrom('MO')}, 6)`),
  },
  stringLiteral: (text) => stringWithNul(text, { quote, nul: 'chr(0)' }),
  timeLiteral: (at, nativeType) =>
    isDateType(nativeType) && isMidnight(at)
      ? `CAST('${timeText(at, 'date')}' AS DATE)`
      : `CAST('${timeText(at, 'full')}' AS TIMESTAMP)`,
  // Hive reads a whole number as milliseconds, Spark as seconds; both read one with a point as seconds.
  fromEpoch: (sql, unit) => asTime(unit === 'epoch_s' ? `from_unixtime(CAST(${sql} AS BIGINT))` : `${sql} / 1000.0`),
  parseTime: (sql, format) =>
    format === null
      ? asTime(sql)
      : asTime(
          `from_unixtime(unix_timestamp(CAST(${sql} AS STRING), '${translateFormat(format, formatLetters, quoteFormatText)}'))`,
        ),
  // It has no ESCAPE clause; the backslash is fixed.
  likeEscape: { sign: '\\', clause: '' },
  isBoolean: (sql, value) => `${sql} = ${value ? 'TRUE' : 'FALSE'}`,
});

/** What stands in `${…}` the servers would replace, in texts too. */
function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&').replaceAll('${', '$\\{')}'`;
}

function quoteFormatText(text: string): string {
  return /^[-/.: ]*$/.test(text) ? text : `\\'${text.replaceAll(/[\\'$]/g, '')}\\'`;
}
