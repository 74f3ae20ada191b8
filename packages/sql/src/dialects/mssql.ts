import { SqlError } from '../errors.ts';
import { standardLexRules } from '../reading/index.ts';
import type { EpochUnit } from '../tree.ts';
import { defineDialect, isDateType, weekGrains } from './dialect.ts';
import { doubled, isMidnight, stringWithNul, timeText } from './literals.ts';

const since = (unit: string, size = 1): string => {
  const count = `DATEDIFF(${unit}, 0, {col})`;
  return `DATEADD(${unit}, ${size === 1 ? count : `${count} / ${size} * ${size}`}, 0)`;
};
const day = since('DAY');
/** Counted from the day's beginning: seconds since 1900 are more than the function can count. */
const seconds = (size: number): string => {
  const count = `DATEDIFF(SECOND, ${day}, {col})`;
  return `DATEADD(SECOND, ${size === 1 ? count : `${count} / ${size} * ${size}`}, ${day})`;
};
// Weeks are counted by their Sundays, whatever day the session calls the first; day 0 is a Monday.
const sunday = 'DATEADD(DAY, -1, DATEADD(WEEK, DATEDIFF(WEEK, 0, {col}), 0))';
const monday = 'DATEADD(WEEK, DATEDIFF(WEEK, 0, DATEADD(DAY, -1, {col})), 0)';

export const mssql = defineDialect({
  name: 'mssql',
  lexRules: {
    ...standardLexRules,
    hasBracketIdentifiers: true,
    hasDoubledBrackets: true,
    nestsComments: true,
    boundsRowsBy: 'top',
    nestsPlainQueriesOnly: true,
  },
  maxIdentifierLength: 128,
  timeGrains: {
    PT1S: seconds(1),
    PT5S: seconds(5),
    PT30S: seconds(30),
    PT1M: since('MINUTE'),
    PT5M: since('MINUTE', 5),
    PT10M: since('MINUTE', 10),
    PT15M: since('MINUTE', 15),
    PT30M: since('MINUTE', 30),
    PT1H: since('HOUR'),
    PT6H: since('HOUR', 6),
    P1D: day,
    P1W: sunday,
    // Seven days begin where the week does.
    P7D: sunday,
    P1M: since('MONTH'),
    P3M: since('QUARTER'),
    P1Y: since('YEAR'),
    [weekGrains.startingSunday]: sunday,
    [weekGrains.startingMonday]: monday,
    [weekGrains.endingSaturday]: `DATEADD(DAY, 6, ${sunday})`,
    [weekGrains.endingSunday]: `DATEADD(DAY, 6, ${monday})`,
  },
  quoteIdentifier: (name) => `[${name.replaceAll(']', ']]')}]`,
  stringLiteral,
  booleanLiteral: (value) => (value ? '1' : '0'),
  timeLiteral,
  fromEpoch,
  parseTime,
  // A bracket begins a set of signs.
  likeEscape: { sign: '!', clause: " ESCAPE '!'", others: '[' },
  castToText: (sql) => `CAST(${sql} AS NVARCHAR(MAX))`,
  isBoolean: (sql, value) => `${sql} = ${value ? 1 : 0}`,
  // Servers before 2022 do not know IS NOT DISTINCT FROM.
  sameAs: (left, right) => `(${left} = ${right} OR (${left} IS NULL AND ${right} IS NULL))`,
  limitHead: (limit, offset) => (limit !== null && (!offset || limit === 0) ? `TOP ${limit} ` : ''),
  limitLines: (limit, offset, query = { isOrdered: false, isDistinct: false }) => {
    if (!offset || limit === 0) return [];
    // Rows are passed over in an order alone; of distinct ones only a column of theirs can be one.
    const order = query.isDistinct ? 'ORDER BY 1' : 'ORDER BY (SELECT NULL)';
    return [
      ...(query.isOrdered ? [] : [order]),
      `OFFSET ${offset} ROWS`,
      ...(limit === null ? [] : [`FETCH NEXT ${limit} ROWS ONLY`]),
    ];
  },
});

/** A backslash before a line break joins lines, in a text too: the two are kept apart. */
function stringLiteral(text: string): string {
  const parts = text.split(/(?<=\\)(?=\r?\n)/);
  const literals = parts.map((part) => `N${stringWithNul(part, { quote: (own) => doubled(own, "'"), nul: null })}`);
  return literals.length === 1 ? (literals[0] ?? "N''") : `(${literals.join(' + ')})`;
}

const firstYearOfDatetime = 1753;

/** As the column has it: in a column of DATETIME thousandths are rounded to three hundredths. */
function timeLiteral(at: Date, nativeType: string | null): string {
  if (isDateType(nativeType) && isMidnight(at)) return `CONVERT(DATE, '${timeText(at, 'date')}', 23)`;
  const isOld = nativeType?.trim().toLowerCase() === 'datetime' && at.getUTCFullYear() >= firstYearOfDatetime;
  return `CONVERT(${isOld ? 'DATETIME' : 'DATETIME2'}, '${timeText(at, 'full').replace(' ', 'T')}', 126)`;
}

/** In days and what is left of them: the function counts no further than a whole number of four bytes. */
function fromEpoch(sql: string, unit: EpochUnit): string {
  const [part, length] = unit === 'epoch_s' ? ['SECOND', 86_400] : ['MILLISECOND', 86_400_000];
  const count = `CAST(${sql} AS BIGINT)`;
  const days = `DATEADD(DAY, CAST(${count} / ${length} AS INT), CAST('1970-01-01' AS DATETIME2))`;
  return `DATEADD(${part}, CAST(${count} % ${length} AS INT), ${days})`;
}

/** How CONVERT calls formats that are not in the order of the year. */
const styles: Readonly<Record<string, number>> = {
  '%m/%d/%Y': 101,
  '%d/%m/%Y': 103,
  '%d.%m.%Y': 104,
  '%d-%m-%Y': 105,
  '%m-%d-%Y': 110,
};
/** What the type itself reads. */
const plainFormats: ReadonlySet<string> = new Set([
  ...['%Y', '%Y%m%d', '%Y-%m-%d', '%Y/%m/%d', '%Y.%m.%d', '%Y-%m-%d %H:%M', '%Y-%m-%d %H:%M:%S'],
  ...['%Y-%m-%d %H:%M:%S.%f', '%Y-%m-%dT%H:%M:%S', '%Y-%m-%dT%H:%M:%S.%f', '%Y-%m-%dT%H:%M:%SZ'],
  ...['%Y-%m-%dT%H:%M:%S.%fZ', '%Y/%m/%d %H:%M:%S'],
]);

function parseTime(sql: string, format: string | null): string {
  const text = `CAST(${sql} AS NVARCHAR(64))`;
  if (format === null || plainFormats.has(format)) return `CAST(${text} AS DATETIME2)`;
  if (format === '%Y-%m') return `CAST(${text} + '-01' AS DATETIME2)`;
  const style = styles[format];
  if (style === undefined) throw new SqlError(`The date format %${format.slice(1)} is not supported by this database.`);
  return `CONVERT(DATETIME2, ${text}, ${style})`;
}
