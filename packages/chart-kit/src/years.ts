const yearWords = new Set(['year', 'yr', 'jahr']);

/** Whether a column's name says that its numbers are years: one of its words is year, yr or Jahr. */
export function isYearName(name: string): boolean {
  const words = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}]+/u);
  return words.some((word) => yearWords.has(word.toLowerCase()));
}
