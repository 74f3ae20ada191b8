import type { WireSmallPicture } from '@powerset/contract';

export type Summary = NonNullable<WireSmallPicture['summary']>;

const places = /\uE000(\d+)\uE001/g;

/** What a picture says, in the reader's language: each of its sentences, and the words within them. */
export function sayWords(
  { text, words }: Summary,
  translate: (text: string, values?: Readonly<Record<string, unknown>>) => string,
): string {
  // A word that leads to itself would be said for ever.
  const say = (part: string, saying: ReadonlySet<number>): string =>
    part.replaceAll(places, (_, digits: string) => {
      const at = Number(digits);
      const word = words[at];
      if (!word || saying.has(at)) return '';
      const within = new Set([...saying, at]);
      const values = Object.entries(word.values).map(([name, value]) => [name, say(value, within)]);
      return translate(word.text, Object.fromEntries(values));
    });
  return say(text, new Set());
}
