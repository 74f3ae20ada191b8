const narrow = "ijltfrI1.,:;'|!()[] ";
const wide = 'mwMW@%—';

/** Width of text in px at a font size, near enough to lay out by, without a canvas. Wide scripts count double. */
export function estimateTextWidth(text: string, fontSize = 11): number {
  let units = 0;
  for (const char of text) units += unitsOf(char);
  return units * fontSize;
}

function unitsOf(char: string): number {
  if (narrow.includes(char)) return 0.32;
  if (wide.includes(char)) return 0.86;
  return (char.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.58;
}

/** Width of a large figure: half-bold, its digits all as wide as the widest. */
export function estimateFigureWidth(text: string, fontSize: number): number {
  let units = 0;
  for (const char of text) units += char >= '0' && char <= '9' ? 0.65 : unitsOf(char) * 1.06;
  return units * fontSize;
}

/** Text cut so that it fits, with an ellipsis. */
export function fitText(text: string, width: number, fontSize = 11): string {
  if (estimateTextWidth(text, fontSize) <= width) return text;
  let kept = '';
  let room = width / fontSize - unitsOf('…');
  for (const char of text) {
    room -= unitsOf(char);
    if (room < 0) break;
    kept += char;
  }
  return kept === '' ? '' : `${kept.trimEnd()}…`;
}

/**
 * Names cut to their rooms so that they still tell apart: where they agree, which is mostly at the beginning, or in the
 * middle where that is not enough. What is left out of the beginning of some is left out of all that begin so.
 */
export function fitNames(names: readonly string[], rooms: readonly number[], fontSize = 11): readonly string[] {
  const texts = names.map((name, index) => fitText(name, rooms[index] ?? 0, fontSize));
  const cut = names.flatMap((name, index) => (texts[index] === name ? [] : [index]));
  if (cut.length === 0) return texts;
  const shared = sharedWords(cut.map((index) => names[index] ?? ''));
  const kept = Math.min(...cut.map((index) => texts[index]?.length ?? 0));
  const groups = shared > 0 && shared * 2 >= kept ? [cut] : alikeIn(texts, cut);
  for (const group of groups) {
    const fitted = tellApart(
      group.map((index) => ({ name: names[index] ?? '', room: rooms[index] ?? 0 })),
      fontSize,
    );
    group.forEach((index, at) => {
      texts[index] = fitted[at] ?? '';
    });
  }
  if (groups[0] !== cut || !cut.every((index) => texts[index]?.startsWith('…'))) return texts;
  // Names that fit beside those that lost their beginning would read as others of another kind.
  const short = withoutBeginning(
    names,
    cut.map((index) => names[index] ?? ''),
  );
  const isTelling = short.every((text) => text.length > 3);
  return isTelling ? names.map((_, index) => (cut.includes(index) ? texts[index]! : short[index]!)) : texts;
}

/** Names that begin as some of them do, which say the same there, without that. */
export function withoutBeginning(names: readonly string[], some: readonly string[]): readonly string[] {
  const shared = sharedWords(some);
  const beginning = (some[0] ?? '').slice(0, shared);
  if (beginning === '' || new Set(some).size < 2) return names;
  return names.map((name) => (name.startsWith(beginning) && name.length > shared ? `…${name.slice(shared)}` : name));
}

function alikeIn(texts: readonly string[], cut: readonly number[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const index of cut) {
    const text = texts[index] ?? '';
    groups.set(text, [...(groups.get(text) ?? []), index]);
  }
  return [...groups.values()];
}

interface Named {
  readonly name: string;
  readonly room: number;
}

function tellApart(group: readonly Named[], fontSize: number): readonly string[] {
  const count = new Set(group.map(({ name }) => name)).size;
  if (count < 2) return group.map(({ name, room }) => fitText(name, room, fontSize));
  const shared = sharedWords(group.map(({ name }) => name));
  const whole = group.map(({ name }) => `…${name.slice(shared)}`);
  const fitted = whole.map((text, index) => fitText(text, group[index]?.room ?? 0, fontSize));
  const uses = new Map<string, number>();
  for (const text of fitted) uses.set(text, (uses.get(text) ?? 0) + 1);
  const ends = fitted.map((text, index) =>
    uses.get(text) === 1 ? text : fitMiddle(whole[index] ?? '', group[index]?.room ?? 0, fontSize),
  );
  if (shared > 0 && new Set(ends).size === count && ends.every((text) => text.length > 2)) return ends;
  const middles = group.map(({ name, room }) => fitMiddle(name, room, fontSize));
  // A number alone says less than what it is a number of, yet more than names that read alike.
  const isNumbered = shared > 0 && ends.every((text, index) => text === whole[index]);
  return isNumbered && new Set(middles).size < count ? ends : middles;
}

/** How many characters the names have in common, up to the end of a word. */
function sharedWords(names: readonly string[]): number {
  const [first = '', ...others] = names;
  let length = first.length;
  for (const other of others) {
    let at = 0;
    while (at < length && first[at] === other[at]) at += 1;
    length = at;
  }
  while (length > 0 && !/[\s_\-/.,:]/.test(first[length - 1] ?? '')) length -= 1;
  return length;
}

/** The beginning and the end of a text, as much of both as fits. */
function fitMiddle(text: string, width: number, fontSize: number): string {
  const chars = [...text];
  let [head, tail] = ['', ''];
  let room = width / fontSize - unitsOf('…');
  for (let at = 0; at < chars.length; at += 1) {
    const isHead = at % 2 === 0;
    const char = chars[isHead ? at / 2 : chars.length - (at + 1) / 2] ?? '';
    room -= unitsOf(char);
    if (room < 0) break;
    [head, tail] = isHead ? [head + char, tail] : [head, char + tail];
  }
  if (tail.length > 1) return `${head.trimEnd()}…${tail.trimStart()}`;
  return fitText(text, width, fontSize);
}

/** The most of a table's width that a text may take, as a style: one long name must not push all else out of sight. */
export function mostOfText(width: number): Readonly<Record<string, string>> {
  return { '--most-of-text': `${Math.round(Math.max(120, width * 0.55))}px` };
}

/** Texts of a table that are longer may be cut off on a narrow card, and are told in full to who points at them. */
export const longText = 24;
