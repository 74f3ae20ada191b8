import { type Family, readerOfZone, readFinite, readWhole, toMillis } from '../remote/index.ts';

/** How the server writes times. */
export interface TimeWriting {
  readonly writesUtc: boolean;
  /** Of times that name no zone, where they are not written in UTC. */
  readonly zone: string;
}

const asText = (text: string): string => text;

const small: Family = { type: 'number', storedAs: 'BIGINT', packing: 'number', read: Number, readExact: Number };
const integer: Family = { ...small, read: readWhole, readExact: readWhole };
const float: Family = {
  type: 'number',
  storedAs: 'DOUBLE',
  packing: 'number',
  read: readFinite,
  readExact: readFinite,
};
const numeric: Family = { type: 'number', storedAs: 'DECIMAL', packing: 'number', read: readFinite, readExact: asText };
const string: Family = { type: 'string', storedAs: 'VARCHAR', packing: 'text', read: asText, readExact: asText };
const isTrue = (text: string): boolean => text === 'true' || text === '1';
const boolean: Family = { type: 'boolean', storedAs: 'BOOLEAN', read: isTrue, readExact: isTrue };
const day: Family = { type: 'temporal', storedAs: 'DATE', packing: 'time', read: toMillis, readExact: asText };

/** The type inside of what says how its values are kept: `LowCardinality(Nullable(String))` is `String`. */
export function innerType(nativeType: string): string {
  const wrapped = /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(nativeType);
  if (wrapped?.[1] !== undefined) return innerType(wrapped[1]);
  const aggregate = /^SimpleAggregateFunction\(\w+(?:\([^)]*\))?, (.*)\)$/s.exec(nativeType);
  return aggregate?.[1] === undefined ? nativeType : innerType(aggregate[1]);
}

const families: Readonly<Record<string, Family>> = {
  ...{ UInt8: small, UInt16: small, UInt32: small, Int8: small, Int16: small, Int32: small },
  ...{ Int64: integer, UInt64: { ...integer, storedAs: 'UBIGINT' } },
  ...{ Int128: numeric, UInt128: numeric, Int256: numeric, UInt256: numeric },
  ...{ Float32: float, Float64: float, BFloat16: float },
  ...{ Bool: boolean, Date: day, Date32: day },
};

export function familyOf(nativeType: string, writing: TimeWriting = { writesUtc: true, zone: 'UTC' }): Family {
  const inner = innerType(nativeType);
  const name = /^\w+/.exec(inner)?.[0] ?? '';
  if (name === 'DateTime' || name === 'DateTime64') return timeFamily(inner, writing);
  if (name.startsWith('Decimal')) return numeric;
  return Object.hasOwn(families, name) ? (families[name] ?? string) : string;
}

function timeFamily(type: string, { writesUtc, zone }: TimeWriting): Family {
  const own = /'([^']+)'/.exec(type)?.[1] ?? zone;
  if (writesUtc)
    return { type: 'temporal', storedAs: 'TIMESTAMP', packing: 'time', read: toMillis, readExact: isoToText };
  const exact = readerOfZone(own);
  const read = exact ? (text: string) => toMillis(exact(text)) : toMillis;
  return {
    ...{ type: 'temporal', storedAs: 'TIMESTAMP', read, readExact: exact ?? asText },
    packing: exact ? undefined : 'time',
  };
}

/** `2024-01-02T03:04:05.678Z` as other engines write it. */
function isoToText(text: string): string {
  return text.replace('T', ' ').replace(/Z$/, '');
}

/** How each type's values are read where times are written so. */
export function familiesOf(writing: TimeWriting): (nativeType: string) => Family {
  return (nativeType) => familyOf(nativeType, writing);
}
