import type { TableMention } from '../../engine.ts';
import { type Token, toName } from './lexer.ts';
import type { Passage } from './passage.ts';
import type { NamedMention } from './tree.ts';

interface ReadText {
  /** What the parser read, and where in the script that was written. */
  readonly passage: Pick<Passage, 'text' | 'toScript'>;
  /** The tokens of the statement. */
  readonly tokens: readonly Token[];
}

/** Where tables are named in a statement's own text, each place checked against the words that stand there. */
export function placeMentions(
  mentions: readonly NamedMention[],
  { passage, tokens }: ReadText,
): readonly TableMention[] {
  const start = tokens[0]?.start ?? 0;
  const toCharacters = characterOffsets(
    withPlainSpaces(passage.text),
    mentions.flatMap(({ position }) => (position === null ? [] : [position])),
  );
  const indexes = new Map(tokens.map((token, index) => [token.start, index]));
  const found = new Map<string, TableMention>();
  for (const { schema, table, position, hasAlias } of mentions) {
    const offset = position === null ? undefined : toCharacters.get(position);
    const at = offset === undefined ? null : passage.toScript(offset);
    const named = nameAt(tokens, at === null ? undefined : indexes.get(at));
    const isSure = named !== null && named.name.toLowerCase() === table.toLowerCase();
    const place = isSure
      ? { start: named.start - start, end: named.end - start, nameStart: named.nameStart - start }
      : null;
    // A PIVOT holds its source more than once.
    found.set(place ? String(place.start) : `${found.size} unplaced`, { schema, table, place, hasAlias });
  }
  return [...found.values()];
}

/** Spaces of other alphabets count as one byte: the parser puts plain ones in their place. Where it does not, no name is found. */
function withPlainSpaces(text: string): string {
  return text.replace(/[\u00a0\u2000-\u200d\u202f\u205f\u3000\ufeff]/g, ' ');
}

function nameAt(tokens: readonly Token[], index: number | undefined) {
  if (index === undefined) return null;
  let last = index;
  while (tokens[last + 1]?.text === '.') last += 2;
  const [first, end] = [tokens[index], tokens[last]];
  const name = toName(end);
  if (!first || !end || name === null) return null;
  return { name, start: first.start, end: end.end, nameStart: end.start };
}

/** Characters before places that are counted in bytes, in one walk over the text. */
function characterOffsets(text: string, positions: readonly number[]): ReadonlyMap<number, number> {
  const offsets = new Map<number, number>();
  const bytes = Buffer.from(text, 'utf8');
  let [byte, character] = [0, 0];
  for (const position of [...new Set(positions)].sort((one, other) => one - other)) {
    character += bytes.toString('utf8', byte, position).length;
    byte = position;
    offsets.set(position, character);
  }
  return offsets;
}
