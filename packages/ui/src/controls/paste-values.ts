/** What separates values in pasted lists. */
export const pasteSeparators = [',', '\n', '\t', ';'] as const;
