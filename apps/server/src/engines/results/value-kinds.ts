/** What a column's values are, as far as their length goes: `plain` ones are always short. */
export type ValueKind = 'text' | 'json' | 'nested' | 'binary' | 'hex' | 'plain';

const nestedTypes = new Set(['LIST', 'STRUCT', 'MAP', 'UNION', 'VARIANT']);

/** The kind of a column by the word of the type in which the store keeps it; other engines' bytes are kept as text. */
export function valueKind(typeWord: string, nativeType: string): ValueKind {
  if (typeWord === 'BLOB') return 'binary';
  if (typeWord === 'JSON') return 'json';
  if (nestedTypes.has(typeWord)) return 'nested';
  if (typeWord !== 'VARCHAR') return 'plain';
  if (/^bytea$/i.test(nativeType)) return 'hex';
  return /^jsonb?$/i.test(nativeType) ? 'json' : 'text';
}

/** The whole value as one text, whatever its kind. */
export function wholeTextSql(kind: ValueKind, column: string): string {
  if (kind === 'nested') return `to_json(${column})::VARCHAR`;
  if (kind === 'binary') return `lower(hex(${column}))`;
  return kind === 'hex' ? `ltrim(${column}, '\\x')` : `${column}::VARCHAR`;
}

/** How many characters that text has, without building it where that is cheap. */
export function textLengthSql(kind: ValueKind, column: string): string {
  return kind === 'binary' ? `octet_length(${column}) * 2` : `length(${wholeTextSql(kind, column)})`;
}

/** A part of that text; bytes are never written out as a whole for it. */
export function textPartSql(
  kind: ValueKind,
  column: string,
  part: { readonly from: number; readonly length: number },
): string {
  const { from, length } = part;
  if (kind !== 'binary') return `substr(${wholeTextSql(kind, column)}, ${from + 1}, ${length})`;
  return `lower(hex(${column}[${Math.floor(from / 2) + 1}:${Math.floor((from + length) / 2)}]))`;
}
