const separators = /[,\n\t;]/;

/** The values of a pasted list, which falls apart at comma, newline, tab and semicolon; other text stays as it is. */
export function splitPasted(text: string): string[] {
  if (!separators.test(text)) return [text];
  const values = text.split(separators).map((value) => value.trim());
  return values.filter((value) => value !== '');
}
