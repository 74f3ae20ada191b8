import { standardLexRules } from '../reading/index.ts';
import { baseDialect, defineDialect, weekGrains } from './dialect.ts';
import { doubled, translateFormat } from './literals.ts';

const time = 'CAST({col} AS TIMESTAMP)';
const floor = (period: string): string => `TIME_FLOOR(${time}, '${period}')`;
/** Weeks of this server begin on Mondays. */
const weekFromSunday = (days: number): string =>
  `TIME_SHIFT(TIME_FLOOR(TIME_SHIFT(${time}, 'P1D', 1), 'P1W'), 'P1D', ${days})`;
const formatLetters = { Y: 'yyyy', m: 'MM', d: 'dd', H: 'HH', M: 'mm', S: 'ss', f: 'SSSSSS', '%': "'%'" };

export const druid = defineDialect({
  name: 'druid',
  lexRules: { ...standardLexRules, hasSlashComments: true, hasEscapeStrings: true },
  capabilities: {
    ...baseDialect.capabilities,
    // A join reads its right side into the memory of one process.
    supportsSubqueryJoins: false,
    groupingSets: true,
  },
  maxIdentifierLength: 128,
  timeGrains: {
    ...Object.fromEntries(
      [
        ...['PT1S', 'PT5S', 'PT30S', 'PT1M', 'PT5M', 'PT10M', 'PT15M', 'PT30M', 'PT1H', 'PT6H'],
        ...['P1D', 'P1W', 'P1M', 'P3M', 'P1Y'],
      ].map((period) => [period, floor(period)]),
    ),
    // Seven days begin where the week does.
    P7D: floor('P1W'),
    [weekGrains.startingSunday]: weekFromSunday(-1),
    [weekGrains.startingMonday]: floor('P1W'),
    [weekGrains.endingSaturday]: weekFromSunday(5),
    [weekGrains.endingSunday]: `TIME_SHIFT(${floor('P1W')}, 'P1D', 6)`,
  },
  fromEpoch: (sql, unit) => `MILLIS_TO_TIMESTAMP(${unit === 'epoch_s' ? `(${sql}) * 1000` : sql})`,
  parseTime: (sql, format) => {
    const text = `CAST(${sql} AS VARCHAR)`;
    if (format === null) return `TIME_PARSE(${text})`;
    return `TIME_PARSE(${text}, ${doubled(translateFormat(format, formatLetters, quoteFormatText), "'")})`;
  },
});

/** Letters between the parts of a time stand for themselves in quotes alone. */
function quoteFormatText(text: string): string {
  return /[A-Za-z']/.test(text) ? doubled(text, "'") : text;
}
