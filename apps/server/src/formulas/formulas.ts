/**
 * How a formula begins: with its sign, also behind blanks, invisible characters and double quotes, which spreadsheets
 * skip when they read a CSV file; `|` and `%` call programs in old ones, and full-width signs count where they are typed.
 * A tab or a carriage return ends a cell where files are cut at other characters than commas. The words are those that
 * JavaScript's and the engine's regular expressions share.
 */
const formulaStart = String.raw`^(?:[\p{Z}\p{Cc}\p{Cf}"]*[=+\-@|%＝＋－＠]|[\t\r])`;
/** A number stays one for whoever adds it up. */
const plainNumber = String.raw`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`;

const startsFormula = new RegExp(formulaStart, 'u');
const isPlainNumber = new RegExp(plainNumber, 'u');

/** With a quote in front, a spreadsheet shows the text instead of running it. */
export function defuseFormula(text: string): string {
  return startsFormula.test(text) && !isPlainNumber.test(text) ? `'${text}` : text;
}

/** The same as SQL of the embedded engine, for files that it writes itself. */
export function defusingSql(column: string): string {
  const text = `${column}::VARCHAR`;
  const isFormula = `regexp_matches(${text}, ${quote(formulaStart)}) AND NOT regexp_matches(${text}, ${quote(plainNumber)})`;
  return `CASE WHEN ${isFormula} THEN '''' || ${text} ELSE ${text} END`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
