/** Texts that a spreadsheet would run. */
export const formulas: readonly string[] = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '-',
  '- 5',
  '+49 30 123',
  '@SUM(1+1)',
  '|calc',
  '%0',
  '\t=1',
  '\tharmless',
  '\r=1',
  '\rharmless',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '\ufeff=1',
  '\u200b=1',
  '"=1',
  '""=1',
  ' "=1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  '-1.5.2',
  '+1e',
  '-5\n=1',
];

/** Texts that stay as they are. */
export const harmless: readonly string[] = [
  'a=1',
  'x',
  ' ',
  '-5',
  '+5',
  '-5.',
  '-.5',
  '+1.5e3',
  '-1E-7',
  "'=1",
  'line\n=1',
  '1-1',
  '(=1)',
  'é',
];

/** The cells of a CSV text, as a reader of spreadsheets takes it. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
