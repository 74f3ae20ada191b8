import type { Dialect } from '@powerset/sql';

/** 24 bits of FNV-1a as six hex digits; only tells labels apart. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return ((hash ^ (hash >>> 24)) & 0xffffff).toString(16).padStart(6, '0');
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function cutToBytes(text: string, bytes: number): string {
  let cut = text;
  while (byteLength(cut) > bytes) cut = [...cut].slice(0, -1).join('');
  return cut;
}

/**
 * The name under which a label's values come out of the engine: the label itself where the dialect can carry it, else
 * shortened and told apart by a hash. Results are labelled again by position.
 */
export function aliasFor(label: string, dialect: Dialect, isPlainColumn: boolean): string {
  const limit = dialect.maxIdentifierLength;
  const fits = limit === null || byteLength(label) <= limit;
  const mayHide = dialect.capabilities.aliasesHideColumns && !isPlainColumn;
  if (fits && !mayHide && !label.includes('\u0000')) return label;
  const plain = label.replaceAll('\u0000', '');
  const head = limit === null ? plain : cutToBytes(plain, limit - 7);
  return `${head}_${shortHash(label)}`;
}
