import type { TableMention } from '../engine.ts';
import type { RangeMention } from './tree.ts';

/** A statement's own text, and the byte of the script where it begins. */
export interface CutText {
  readonly text: string;
  readonly startByte: number;
}

/** Where tables are named in a statement's text, each place checked against what stands there. */
export function placeMentions(
  mentions: readonly RangeMention[],
  { text, startByte }: CutText,
): readonly TableMention[] {
  const bytes = Buffer.from(text, 'utf8');
  let [byte, character] = [0, 0];
  const sorted = mentions.toSorted((one, other) => (one.location ?? -1) - (other.location ?? -1));
  return sorted.map((mention) => {
    const { schema, table, hasAlias, location } = mention;
    if (location === null || location < startByte) return { schema, table, hasAlias, place: null };
    const at = location - startByte;
    character += bytes.toString('utf8', byte, at).length;
    byte = at;
    return { schema, table, hasAlias, place: placeOf(text, character, mention) };
  });
}

const namePart = /(?:"((?:[^"]|"")+)"|([\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*))/uy;
const dot = /\s*\.\s*/y;

function placeOf(text: string, start: number, { parts, table }: RangeMention): TableMention['place'] {
  let at = start;
  let [name, nameStart] = ['', start];
  for (let part = 0; part < parts; part += 1) {
    if (part > 0) {
      dot.lastIndex = at;
      if (!dot.test(text)) return null;
      at = dot.lastIndex;
    }
    namePart.lastIndex = at;
    const [, quoted, plain = ''] = namePart.exec(text) ?? [];
    nameStart = at;
    at = namePart.lastIndex;
    name = quoted === undefined ? plain.toLowerCase() : quoted.replaceAll('""', '"');
  }
  // A name is cut after 63 bytes, and may be written as U&"…": such a one is not taken apart.
  return name === table ? { start, end: at, nameStart } : null;
}
