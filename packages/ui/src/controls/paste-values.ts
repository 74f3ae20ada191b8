const separators = /[,\n\t;]/;
/** One value and the separator after it: in double quotes as in CSV, in single ones as in SQL, or as it stands. */
const onePasted =
  /[ \r]*(?:"((?:[^"]|"")*)"(?=[ \r]*(?:[,\n\t;]|$))|'((?:[^']|'')*)'(?=[ \r]*(?:[,\n\t;]|$))|([^,\n\t;]*))[ \r]*(?:[,\n\t;]|$)/g;

/**
 * The values of a pasted list, which falls apart at comma, newline, tab and semicolon; within quotes these belong to the value.
 * Other text stays as it is.
 */
export function splitPasted(text: string): string[] {
  if (!separators.test(text)) return [text];
  const values = [...text.matchAll(onePasted)].map(([, double, single, plain = '']) => {
    if (double !== undefined) return double.replaceAll('""', '"');
    return single === undefined ? plain.trim() : single.replaceAll("''", "'");
  });
  return values.filter((value) => value !== '');
}
