import { SqlError } from '../errors.ts';
import { standardLexRules } from '../reading/index.ts';
import { baseDialect, defineDialect, isDateType, weekGrains } from './dialect.ts';
import { isMidnight, timeText, translateFormat } from './literals.ts';

/** Days and texts become points in time: a day alone is cut to no hours. */
const time = 'CAST({col} AS TIMESTAMP)';
const trunc = (unit: string): string => `date_trunc('${unit}', ${time})`;
const slot = (seconds: number): string =>
  `CAST(CAST(floor(unix_timestamp(${time}) / ${seconds}) * ${seconds} AS BIGINT) AS TIMESTAMP)`;
/** `TRUNC(…, 'WW')` begins weeks with the weekday of the year's first day. */
const monday = trunc('week');
const sunday = `date_trunc('week', ${time} + INTERVAL 1 DAY) - INTERVAL 1 DAY`;
const formatLetters = { Y: 'yyyy', m: 'MM', d: 'dd', H: 'HH', M: 'mm', S: 'ss', f: 'SSSSSS', '%': '%' };

/** Of Apache Impala 3.3 and later, which know days as a type. */
export const impala = defineDialect({
  name: 'impala',
  lexRules: { ...standardLexRules, hasBackslashEscapes: true, doubleQuotesAre: 'text', hasBacktickIdentifiers: true },
  capabilities: { ...baseDialect.capabilities, ilike: true },
  maxIdentifierLength: 128,
  timeGrains: {
    PT1S: trunc('second'),
    PT5S: slot(5),
    PT30S: slot(30),
    PT1M: trunc('minute'),
    PT5M: slot(300),
    PT10M: slot(600),
    PT15M: slot(900),
    PT30M: slot(1800),
    PT1H: trunc('hour'),
    PT6H: slot(21_600),
    P1D: trunc('day'),
    P1W: monday,
    // Seven days begin where the week does.
    P7D: monday,
    P1M: trunc('month'),
    // The other function knows no quarters.
    P3M: `trunc(${time}, 'Q')`,
    P1Y: trunc('year'),
    [weekGrains.startingSunday]: sunday,
    [weekGrains.startingMonday]: monday,
    [weekGrains.endingSaturday]: `${sunday} + INTERVAL 6 DAYS`,
    [weekGrains.endingSunday]: `${monday} + INTERVAL 6 DAYS`,
  },
  quoteIdentifier: (name) => `\`${toPlainName(name)}\``,
  stringLiteral,
  timeLiteral: (at, nativeType) =>
    isDateType(nativeType) && isMidnight(at)
      ? `CAST('${timeText(at, 'date')}' AS DATE)`
      : `CAST('${timeText(at, 'full')}' AS TIMESTAMP)`,
  fromEpoch: (sql, unit) =>
    unit === 'epoch_s'
      ? `CAST(CAST(${sql} AS BIGINT) AS TIMESTAMP)`
      : `milliseconds_add(CAST('1970-01-01' AS TIMESTAMP), CAST(${sql} AS BIGINT))`,
  parseTime: (sql, format) =>
    format === null
      ? `CAST(${sql} AS TIMESTAMP)`
      : `to_timestamp(CAST(${sql} AS STRING), '${translateFormat(format, formatLetters, quoteFormatText)}')`,
  // It has no ESCAPE clause; the backslash is fixed.
  likeEscape: { sign: '\\', clause: '' },
  castToText: (sql) => `CAST(${sql} AS STRING)`,
  isBoolean: (sql, value) => `${sql} = ${value ? 'TRUE' : 'FALSE'}`,
  // Of its own it has what is nothing first.
  descending: 'DESC NULLS LAST',
  limitLines: (limit, offset, query = { isOrdered: false, isDistinct: false }) => {
    const bound = limit === null ? [] : [`LIMIT ${limit}`];
    if (!offset) return bound;
    // Rows are passed over in an order alone; the first column is there in every query.
    return [...(query.isOrdered ? [] : ['ORDER BY 1']), ...bound, `OFFSET ${offset}`];
  },
});

/** No sign within such quotes stands for the quote itself, and what is blank at their ends is not read. */
const unwritable = /[`\\\p{Cc}]|^\s|\s$/u;

/** What cannot be written stands under a name that is told apart by a hash: labels are put back by position, and no table is called so. */
function toPlainName(name: string): string {
  if (!unwritable.test(name)) return name;
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  const plain = name
    .replaceAll(/[`\\\p{Cc}]/gu, '_')
    .trim()
    .slice(0, 110);
  return `${plain}_${hash.toString(16).padStart(8, '0')}`;
}

/** Two bars are a logical OR in older releases. */
function stringLiteral(text: string): string {
  const parts = text.split('\u0000').map((part) => `'${part.replaceAll(/[\\']/g, '\\$&')}'`);
  return parts.length === 1 ? (parts[0] ?? "''") : `concat(${parts.join(', chr(0), ')})`;
}

function quoteFormatText(text: string): string {
  if (!/^[-/.:, TZ]*$/.test(text)) throw new SqlError('The date format holds letters that this database cannot read.');
  return text;
}
