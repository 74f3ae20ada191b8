import { standardLexRules } from '../reading/index.ts';
import { baseDialect, defineDialect, isDateType, weekGrains } from './dialect.ts';
import { isMidnight, stringWithNul, timeText, translateFormat } from './literals.ts';

/** Days, times of a clock and points in time alike: all of them become points in time. */
const trunc = (unit: string): string => `TIMESTAMP_TRUNC(CAST({col} AS TIMESTAMP), ${unit})`;
const slot = (seconds: number): string =>
  `TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(CAST({col} AS TIMESTAMP)), ${seconds}) * ${seconds})`;
const formatLetters = { Y: '%Y', m: '%m', d: '%d', H: '%H', M: '%M', S: '%S', '%': '%%' };

export const bigquery = defineDialect({
  name: 'bigquery',
  lexRules: {
    ...standardLexRules,
    hasBackslashEscapes: true,
    hasBackslashInIdentifiers: true,
    doubleQuotesAre: 'text',
    hasBacktickIdentifiers: true,
    hashStartsComment: 'always',
  },
  capabilities: { ...baseDialect.capabilities },
  maxIdentifierLength: 300,
  timeGrains: {
    PT1S: trunc('SECOND'),
    PT5S: slot(5),
    PT30S: slot(30),
    PT1M: trunc('MINUTE'),
    PT5M: slot(300),
    PT10M: slot(600),
    PT15M: slot(900),
    PT30M: slot(1800),
    PT1H: trunc('HOUR'),
    PT6H: slot(21_600),
    P1D: trunc('DAY'),
    P1W: trunc('WEEK(SUNDAY)'),
    // Seven days begin where the week does.
    P7D: trunc('WEEK(SUNDAY)'),
    P1M: trunc('MONTH'),
    P3M: trunc('QUARTER'),
    P1Y: trunc('YEAR'),
    [weekGrains.startingSunday]: trunc('WEEK(SUNDAY)'),
    [weekGrains.startingMonday]: trunc('WEEK(MONDAY)'),
    [weekGrains.endingSaturday]: `TIMESTAMP_ADD(${trunc('WEEK(SUNDAY)')}, INTERVAL 6 DAY)`,
    [weekGrains.endingSunday]: `TIMESTAMP_ADD(${trunc('WEEK(MONDAY)')}, INTERVAL 6 DAY)`,
  },
  quoteIdentifier: (name) => `\`${toFieldName(name)}\``,
  quoteTablePart: (name) => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``,
  stringLiteral: (text) => stringWithNul(text, { quote: quoteText, nul: 'CODE_POINTS_TO_STRING([0])' }),
  timeLiteral,
  fromEpoch: (sql, unit) =>
    unit === 'epoch_s' ? `TIMESTAMP_SECONDS(CAST(${sql} AS INT64))` : `TIMESTAMP_MILLIS(CAST(${sql} AS INT64))`,
  parseTime: (sql, format) =>
    format === null
      ? `CAST(${sql} AS TIMESTAMP)`
      : `PARSE_TIMESTAMP('${translateFormat(format, formatLetters, (text) => text.replaceAll(/[\\']/g, '\\$&'))}', CAST(${sql} AS STRING))`,
  // It has no ESCAPE clause; the backslash is fixed.
  likeEscape: { sign: '\\', clause: '' },
  castToText: (sql) => `CAST(${sql} AS STRING)`,
  limitLines: (limit, offset) => {
    if (limit === null && !offset) return [];
    return [`LIMIT ${limit ?? largestLimit}`, ...(offset ? [`OFFSET ${offset}`] : [])];
  },
});

const largestLimit = '9223372036854775807';

const escapes: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r' },
};

function quoteText(text: string): string {
  return `'${text.replaceAll(/[\\'\n\r]/g, (letter) => escapes[letter] ?? letter)}'`;
}

function timeLiteral(at: Date, nativeType: string | null): string {
  if (isDateType(nativeType))
    return isMidnight(at) ? `DATE '${timeText(at, 'date')}'` : `DATETIME '${timeText(at, 'full')}'`;
  if (/^datetime$/i.test(nativeType?.trim() ?? '')) return `DATETIME '${timeText(at, 'full')}'`;
  return `TIMESTAMP '${timeText(at, 'full')}'`;
}

/**
 * Columns of answers are called by letters, digits and underscores alone: any other label stands for itself by what is left of
 * it and a number that tells it from its like. Whoever reads the answer knows the label by its place.
 */
function toFieldName(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  const plain = name.replaceAll(/\W/g, '_').slice(0, 280);
  return `${/^\d/.test(plain) ? '_' : ''}${plain}_${hash.toString(16).padStart(8, '0')}`;
}
