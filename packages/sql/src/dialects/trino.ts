import { dateTruncGrains, defineDialect, isDateType, isZonedType, weekGrains } from './dialect.ts';
import { doubled, isMidnight, timeText, translateFormat } from './literals.ts';

const timestamp = 'CAST({col} AS TIMESTAMP)';
const formatLetters = { Y: '%Y', m: '%m', d: '%d', H: '%H', M: '%i', S: '%s', f: '%f', '%': '%%' };

export const trino = defineDialect({
  name: 'trino',
  timeGrains: {
    ...dateTruncGrains((unit) => `date_trunc('${unit}', ${timestamp})`),
    [weekGrains.startingSunday]: `date_trunc('week', ${timestamp} + interval '1' day) - interval '1' day`,
    [weekGrains.startingMonday]: `date_trunc('week', ${timestamp})`,
    [weekGrains.endingSaturday]: `date_trunc('week', ${timestamp} + interval '1' day) + interval '5' day`,
    [weekGrains.endingSunday]: `date_trunc('week', ${timestamp}) + interval '6' day`,
  },
  timeLiteral: (at, nativeType) => {
    if (isZonedType(nativeType)) return `TIMESTAMP '${timeText(at, 'full')} UTC'`;
    const isDate = isDateType(nativeType) && isMidnight(at);
    return isDate ? `DATE '${timeText(at, 'date')}'` : `TIMESTAMP '${timeText(at, 'full')}'`;
  },
  fromEpoch: (sql, unit) => `from_unixtime(${unit === 'epoch_s' ? sql : `${sql} / 1000e0`})`,
  parseTime: (sql, format) =>
    format === null
      ? `CAST(${sql} AS TIMESTAMP)`
      : `date_parse(CAST(${sql} AS VARCHAR), ${doubled(translateFormat(format, formatLetters), "'")})`,
  isBoolean: (sql, value) => `${sql} = ${value ? 'TRUE' : 'FALSE'}`,
  limitLines: (limit, offset) => [
    ...(offset ? [`OFFSET ${offset}`] : []),
    ...(limit === null ? [] : [`LIMIT ${limit}`]),
  ],
});
