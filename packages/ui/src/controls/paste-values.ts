/** What separates values in pasted lists. */
export const pasteSeparators = [',', '\n', '\t', ';'] as const;

/** Values of a pasted list: trimmed, without blanks and doubles, in their order. */
export function splitPasted(text: string): readonly string[] {
  const parts = text.split(/[,\r\n\t;]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
