import { standardLexRules } from '../reading/index.ts';
import { baseDialect, dateTruncGrains, defineDialect, isDateType, weekGrains } from './dialect.ts';
import { doubled, isMidnight, stringWithNul, timeText, translateFormat } from './literals.ts';

const trunc = (unit: string): string => `date_trunc('${unit}', {col})`;
const slot = (seconds: number): string =>
  `timestamp_seconds(floor(unix_timestamp(CAST({col} AS TIMESTAMP)) / ${seconds}) * ${seconds})`;
const formatLetters = { Y: 'yyyy', m: 'MM', d: 'dd', H: 'HH', M: 'mm', S: 'ss', f: 'SSSSSS', '%': '%' };

export const databricks = defineDialect({
  name: 'databricks',
  lexRules: { ...standardLexRules, hasBackslashEscapes: true, doubleQuotesAre: 'text', hasBacktickIdentifiers: true },
  capabilities: { ...baseDialect.capabilities, ilike: true, groupingSets: true },
  maxIdentifierLength: 255,
  timeGrains: {
    ...dateTruncGrains(trunc),
    PT5S: slot(5),
    PT30S: slot(30),
    PT5M: slot(300),
    PT10M: slot(600),
    PT15M: slot(900),
    PT30M: slot(1800),
    PT6H: slot(21_600),
    [weekGrains.startingSunday]: `date_trunc('week', {col} + INTERVAL 1 DAY) - INTERVAL 1 DAY`,
    [weekGrains.startingMonday]: trunc('week'),
    [weekGrains.endingSaturday]: `date_trunc('week', {col} + INTERVAL 1 DAY) + INTERVAL 5 DAYS`,
    [weekGrains.endingSunday]: `date_trunc('week', {col}) + INTERVAL 6 DAYS`,
  },
  quoteIdentifier: (name) => doubled(name, '`'),
  quoteTablePart: (name) => doubled(name, '`'),
  // Two quotes would end one text and begin another.
  stringLiteral: (text) =>
    stringWithNul(text, { quote: (part) => `'${part.replaceAll(/[\\']/g, '\\$&')}'`, nul: 'char(0)' }),
  timeLiteral: (at, nativeType) =>
    isDateType(nativeType) && isMidnight(at) ? `DATE '${timeText(at, 'date')}'` : `TIMESTAMP '${timeText(at, 'full')}'`,
  fromEpoch: (sql, unit) => (unit === 'epoch_s' ? `timestamp_seconds(${sql})` : `timestamp_millis(${sql})`),
  parseTime: (sql, format) =>
    format === null
      ? `CAST(${sql} AS TIMESTAMP)`
      : `to_timestamp(CAST(${sql} AS STRING), '${translateFormat(format, formatLetters, quoteFormatText)}')`,
  castToText: (sql) => `CAST(${sql} AS STRING)`,
  sameAs: (left, right) => `${left} <=> ${right}`,
});

function quoteFormatText(text: string): string {
  return /^[-/.: ]*$/.test(text) ? text : `\\'${text.replaceAll(/[\\']/g, '')}\\'`;
}
