import { standardLexRules } from '../reading/index.ts';
import type { EpochUnit } from '../tree.ts';
import { defineDialect, isDateType, weekGrains } from './dialect.ts';
import { doubled, isMidnight, stringWithNul, timeText, translateFormat } from './literals.ts';

/** Days hold a time of day here, and every point in time can be one. */
const moment = 'CAST({col} AS DATE)';
const trunc = (unit: string): string => `TRUNC(${moment}, '${unit}')`;
const step = (outer: string, part: { readonly name: string; readonly letters: string }, size: number): string =>
  `${trunc(outer)} + NUMTODSINTERVAL(FLOOR(TO_NUMBER(TO_CHAR(${moment}, '${part.letters}')) / ${size}) * ${size}, '${part.name}')`;
const second = { name: 'SECOND', letters: 'SS' };
const minute = { name: 'MINUTE', letters: 'MI' };
const hour = { name: 'HOUR', letters: 'HH24' };
// Weeks of ISO 8601, whatever day the session's territory calls the first.
const monday = trunc('IW');
const sunday = `TRUNC(${moment} + 1, 'IW') - 1`;

export const oracle = defineDialect({
  name: 'oracle',
  lexRules: { ...standardLexRules, hasQuoteOperators: true, boundsRowsBy: 'fetch' },
  maxIdentifierLength: 128,
  timeGrains: {
    PT1S: moment,
    PT5S: step('MI', second, 5),
    PT30S: step('MI', second, 30),
    PT1M: trunc('MI'),
    PT5M: step('HH24', minute, 5),
    PT10M: step('HH24', minute, 10),
    PT15M: step('HH24', minute, 15),
    PT30M: step('HH24', minute, 30),
    PT1H: trunc('HH24'),
    PT6H: step('DDD', hour, 6),
    P1D: trunc('DDD'),
    P1W: monday,
    // Seven days begin where the week does.
    P7D: monday,
    P1M: trunc('MONTH'),
    P3M: trunc('Q'),
    P1Y: trunc('YEAR'),
    [weekGrains.startingSunday]: sunday,
    [weekGrains.startingMonday]: monday,
    [weekGrains.endingSaturday]: `TRUNC(${moment} + 1, 'IW') + 5`,
    [weekGrains.endingSunday]: `${monday} + 6`,
  },
  quoteIdentifier,
  quoteTablePart: quoteIdentifier,
  stringLiteral: (text) => stringWithNul(text, { quote: (part) => doubled(part, "'"), nul: 'CHR(0)' }),
  // Servers before 23 have no truth values.
  booleanLiteral: (value) => (value ? '1' : '0'),
  timeLiteral,
  fromEpoch,
  parseTime,
  castToText: (sql) => `CAST(${sql} AS VARCHAR2(4000))`,
  isBoolean: (sql, value) => `${sql} = ${value ? 1 : 0}`,
  sameAs: (left, right) => `(${left} = ${right} OR (${left} IS NULL AND ${right} IS NULL))`,
  limitLines: (limit, offset) => [
    ...(offset ? [`OFFSET ${offset} ROWS`] : []),
    ...(limit === null ? [] : [`FETCH ${offset ? 'NEXT' : 'FIRST'} ${limit} ROWS ONLY`]),
  ],
  // Otherwise the empty values would stand above the largest.
  descending: 'DESC NULLS LAST',
  sourceAlias: (name) => ` ${name}`,
  fromNothing: 'FROM DUAL',
});

/** Those that name nothing without quotes. */
const reserved: ReadonlySet<string> = new Set(
  (
    'access add all alter and any as asc audit between by char check cluster column column_value comment compress connect ' +
    'create current date decimal default delete desc distinct drop else exclusive exists file float for from grant group ' +
    'having identified immediate in increment index initial insert integer intersect into is level like lock long maxextents ' +
    'minus mlslabel mode modify nested_table_id noaudit nocompress not nowait null number of offline on online option or order ' +
    'pctfree prior public raw rename resource revoke row rowid rownum rows select session set share size smallint start ' +
    'successful synonym sysdate table then to trigger uid union unique update user validate values varchar varchar2 view ' +
    'whenever where with'
  ).split(' '),
);

/** Names in small letters stand for those that the engine keeps in capital ones, as the reference's driver takes them. */
function quoteIdentifier(name: string): string {
  if (!/^[a-z][a-z0-9_$#]*$/.test(name)) return `"${withoutQuotes(name)}"`;
  return reserved.has(name) ? `"${name.toUpperCase()}"` : name;
}

const mostBytes = 119;

/**
 * No name holds a double quote. A label that does stands for itself by what is left of it and a number that tells it from its
 * like: whoever reads the answer knows the label by its place.
 */
function withoutQuotes(name: string): string {
  if (!name.includes('"')) return name;
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  let plain = name.replaceAll('"', '');
  while (new TextEncoder().encode(plain).length > mostBytes) plain = [...plain].slice(0, -1).join('');
  return `${plain}_${hash.toString(16).padStart(8, '0')}`;
}

/** As the column has it, so that an index on it can be used: a day here holds whole seconds. */
function timeLiteral(at: Date, nativeType: string | null): string {
  if (isDateType(nativeType) && isMidnight(at)) return `TO_DATE('${timeText(at, 'date')}', 'YYYY-MM-DD')`;
  if (isDateType(nativeType) && at.getUTCMilliseconds() === 0)
    return `TO_DATE('${timeText(at, 'seconds')}', 'YYYY-MM-DD HH24:MI:SS')`;
  return `TO_TIMESTAMP('${timeText(at, 'micros')}', 'YYYY-MM-DD HH24:MI:SS.FF6')`;
}

function fromEpoch(sql: string, unit: EpochUnit): string {
  const seconds = unit === 'epoch_s' ? sql : `${sql} / 1000`;
  return `(TIMESTAMP '1970-01-01 00:00:00' + NUMTODSINTERVAL(${seconds}, 'SECOND'))`;
}

const formatLetters = {
  ...{ Y: 'YYYY', y: 'RR', m: 'MM', b: 'MON', B: 'FMMONTHFM', d: 'DD', j: 'DDD' },
  ...{ H: 'HH24', I: 'HH12', p: 'AM', M: 'MI', S: 'SS', f: 'FF6', '%': '"%"' },
};
/** What a text of ISO 8601 leaves out at its end. */
const wholeTime = '0001-01-01 00:00:00.000000000';

function parseTime(sql: string, format: string | null): string {
  const text = `CAST(${sql} AS VARCHAR2(64))`;
  if (format === null) {
    const plain = `RTRIM(${text}, 'Z')`;
    const filled = `${plain} || SUBSTR('${wholeTime}', LENGTH(${plain}) + 1)`;
    return `TO_TIMESTAMP(REPLACE(${filled}, 'T', ' '), 'YYYY-MM-DD HH24:MI:SS.FF9')`;
  }
  const model = translateFormat(format, formatLetters, quoteFormatText);
  // A month that is not said would be the present one.
  if (!/%[mbBj]/.test(format)) return `TO_TIMESTAMP(${text} || ' 01', '${model} MM')`;
  return `TO_TIMESTAMP(${text}, '${model}')`;
}

function quoteFormatText(text: string): string {
  return /^[-/.: ]*$/.test(text) ? text : `"${text.replaceAll('"', '').replaceAll("'", "''")}"`;
}
