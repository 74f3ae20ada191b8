import { type Family, families } from '../remote/index.ts';
import type { TypeFacts } from './driver-values.ts';

/** Of days: those before the first of our era do not come. */
const byName: Readonly<Record<string, Family>> = {
  BIT: families.boolean,
  TINYINT: families.small,
  SMALLINT: families.small,
  INT: families.small,
  BIGINT: families.integer,
  REAL: families.float,
  FLOAT: families.float,
  DECIMAL: families.decimal,
  NUMERIC: families.decimal,
  MONEY: families.decimal,
  SMALLMONEY: families.decimal,
  DATE: families.day,
  TIME: families.clock,
  DATETIME: families.time,
  DATETIME2: families.time,
  SMALLDATETIME: families.time,
  DATETIMEOFFSET: families.time,
};

/** How values of a type, as `nativeTypeOf` names it (`DECIMAL(10,2)`), are read. */
export function familyOf(nativeType: string): Family {
  const name = /^\w+/.exec(nativeType.trim())?.[0].toUpperCase() ?? '';
  return (Object.hasOwn(byName, name) ? byName[name] : undefined) ?? families.string;
}

/** Length that stands for any. */
const unbounded = 65_535;

type Name = (facts: TypeFacts) => string;

const byLength =
  (names: Readonly<Record<number, string>>, usual: string): Name =>
  ({ dataLength }) =>
    names[dataLength ?? 0] ?? usual;
const sized =
  (name: string, bytesOfSign = 1): Name =>
  ({ dataLength = unbounded }) =>
    `${name}(${dataLength === unbounded ? 'MAX' : dataLength / bytesOfSign})`;
const precise =
  (name: string): Name =>
  ({ precision = 18, scale = 0 }) =>
    `${name}(${precision},${scale})`;
const scaled =
  (name: string): Name =>
  ({ scale = 7 }) =>
    `${name}(${scale})`;

/** By the names that the driver has for what is sent. */
const nativeNames: Readonly<Record<string, Name>> = {
  IntN: byLength({ 1: 'TINYINT', 2: 'SMALLINT', 4: 'INT', 8: 'BIGINT' }, 'BIGINT'),
  BitN: () => 'BIT',
  FloatN: byLength({ 4: 'REAL', 8: 'FLOAT' }, 'FLOAT'),
  MoneyN: byLength({ 4: 'SMALLMONEY', 8: 'MONEY' }, 'MONEY'),
  DateTimeN: byLength({ 4: 'SMALLDATETIME', 8: 'DATETIME' }, 'DATETIME'),
  NumericN: precise('NUMERIC'),
  DecimalN: precise('DECIMAL'),
  Time: scaled('TIME'),
  DateTime2: scaled('DATETIME2'),
  DateTimeOffset: scaled('DATETIMEOFFSET'),
  VarChar: sized('VARCHAR'),
  Char: sized('CHAR'),
  NVarChar: sized('NVARCHAR', 2),
  NChar: sized('NCHAR', 2),
  VarBinary: sized('VARBINARY'),
  Binary: sized('BINARY'),
  Variant: () => 'SQL_VARIANT',
  UDT: ({ udtInfo }) => (udtInfo?.typeName ?? 'UDT').toUpperCase(),
};

/** The type of a column as people write it. */
export function nativeTypeOf(facts: TypeFacts): string {
  const { name } = facts.type;
  return (Object.hasOwn(nativeNames, name) ? nativeNames[name] : undefined)?.(facts) ?? name.toUpperCase();
}

/** A value as text; bytes, shapes and places in a tree in hexadecimal digits. */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex').toUpperCase()}`;
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.?0*Z$/, '');
  return String(value);
}
