import { standardLexRules } from '../reading/index.ts';
import { baseDialect, dateTruncGrains, defineDialect, isDateType, weekGrains } from './dialect.ts';
import { doubled, doubledWithBackslashes, isMidnight, stringWithNul, timeText, translateFormat } from './literals.ts';

const trunc = (unit: string): string => `DATE_TRUNC('${unit}', {col})`;
const step = (outer: string, part: string, size: number): string =>
  `DATEADD('${part}', FLOOR(DATE_PART('${part}', {col}) / ${size}) * ${size}, ${trunc(outer)})`;
const formatLetters = { Y: 'YYYY', m: 'MM', d: 'DD', H: 'HH24', M: 'MI', S: 'SS', f: 'FF6', '%': '%' };

export const snowflake = defineDialect({
  name: 'snowflake',
  lexRules: { ...standardLexRules, hasBackslashEscapes: true, hasDollarQuotes: true },
  capabilities: { ...baseDialect.capabilities, ilike: true, groupingSets: true },
  maxIdentifierLength: 255,
  timeGrains: {
    ...dateTruncGrains(trunc),
    PT5S: step('minute', 'second', 5),
    PT30S: step('minute', 'second', 30),
    PT5M: step('hour', 'minute', 5),
    PT10M: step('hour', 'minute', 10),
    PT15M: step('hour', 'minute', 15),
    PT30M: step('hour', 'minute', 30),
    PT6H: step('day', 'hour', 6),
    [weekGrains.startingSunday]: `DATEADD('day', -1, DATE_TRUNC('week', DATEADD('day', 1, {col})))`,
    [weekGrains.startingMonday]: trunc('week'),
    [weekGrains.endingSaturday]: `DATEADD('day', 5, DATE_TRUNC('week', DATEADD('day', 1, {col})))`,
    [weekGrains.endingSunday]: `DATEADD('day', 6, DATE_TRUNC('week', {col}))`,
  },
  quoteIdentifier,
  quoteTablePart: quoteIdentifier,
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubledWithBackslashes(part, "'"), nul: 'CHR(0)' }),
  timeLiteral: (at, nativeType) =>
    isDateType(nativeType) && isMidnight(at)
      ? `TO_DATE('${timeText(at, 'date')}')`
      : `TO_TIMESTAMP('${timeText(at, 'full')}')`,
  fromEpoch: (sql, unit) =>
    `DATEADD('${unit === 'epoch_s' ? 'second' : 'millisecond'}', ${sql}, TO_TIMESTAMP('1970-01-01'))`,
  parseTime: (sql, format) =>
    format === null
      ? `TO_TIMESTAMP(CAST(${sql} AS VARCHAR))`
      : `TO_TIMESTAMP(CAST(${sql} AS VARCHAR), '${translateFormat(format, formatLetters, quoteFormatText)}')`,
  limitLines: (limit, offset) => {
    if (limit === null && !offset) return [];
    return [`LIMIT ${limit ?? 'NULL'}`, ...(offset ? [`OFFSET ${offset}`] : [])];
  },
  // Otherwise the empty values would stand above the largest.
  descending: 'DESC NULLS LAST',
});

const reserved: ReadonlySet<string> = new Set(
  (
    'account all alter and any as between by case cast check column connect connection constraint create cross current ' +
    'current_date current_time current_timestamp current_user database delete distinct drop else exists false following for ' +
    'from full grant group gscluster having ilike in increment inner insert intersect into is issue join lateral left like ' +
    'localtime localtimestamp minus natural not null of on or order organization qualify regexp revoke right rlike row rows ' +
    'sample schema select set some start table tablesample then to trigger true try_cast union unique update using values ' +
    'view when whenever where with'
  ).split(' '),
);

/** Names in small letters stand for those that the engine keeps in capital ones, as the reference's driver takes them. */
function quoteIdentifier(name: string): string {
  if (!/^[a-z_][a-z0-9_$]*$/.test(name)) return doubled(name, '"');
  return reserved.has(name) ? doubled(name.toUpperCase(), '"') : name;
}

function quoteFormatText(text: string): string {
  return /^[-/.: ]*$/.test(text) ? text : `"${text.replaceAll('"', '').replaceAll("'", "''").replaceAll('\\', '')}"`;
}
