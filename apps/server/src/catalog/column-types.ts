import type { ColumnType } from '@powerset/contract';

export type { ColumnType };

const families: readonly (readonly [ColumnType, RegExp])[] = [
  // Lists, maps and records are shown as text whatever they hold.
  ['string', /(\[\d*\]$)|^(map|struct|union|row|array|tuple|nested|json)\b/i],
  // With a length it is a row of bits.
  ['boolean', /^(bool|bit$)/i],
  ['temporal', /^(date|time|timestamp|datetime|timestamptz|smalldatetime)/i],
  ['string', /^(interval|year to)/i],
  [
    'number',
    /^(u?(tiny|small|medium|big|huge|long)?int(eger)?\d*|int\d+|uint\d+|float\d*|double|real|dec(imal)?\d*|numeric|number|(small)?money|serial|bigserial|long|short)/i,
  ],
];

/** Datasets of a thousand columns have a handful of types, and are asked for them again and again. */
const known = new Map<string, ColumnType>();
const mostKnown = 500;
const longestKnown = 200;

/** What the values of a native SQL type are, as far as drawing and formatting care; unknown types are text. */
export function genericTypeOf(nativeType: string | null): ColumnType {
  const text = nativeType?.trim() ?? '';
  const before = known.get(text);
  if (before) return before;
  const found = readType(text);
  if (known.size >= mostKnown) known.clear();
  if (text.length <= longestKnown) known.set(text, found);
  return found;
}

function readType(text: string): ColumnType {
  const name = unwrap(text);
  return families.find(([, pattern]) => pattern.test(name))?.[0] ?? 'string';
}

export function isTemporalType(nativeType: string | null): boolean {
  return genericTypeOf(nativeType) === 'temporal';
}

/** Column stores write optional and dictionary-coded types as wrappers around the real one. */
function unwrap(name: string): string {
  const inner = /^(?:nullable|lowcardinality)\((.*)\)$/i.exec(name)?.[1];
  return inner === undefined ? name : unwrap(inner);
}
