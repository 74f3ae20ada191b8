import { namedQueryAt, statementRange } from '../completion/scope.ts';

export interface PreviewText {
  readonly sql: string;
  /** The query of a WITH whose rows these are, as it is called; null for the statement itself. */
  readonly name: string | null;
}

/** Reading longer texts to find the statement would be felt. */
const longest = 50_000;

/** What is shown of a text while it is written: the statement at the cursor, or the query of its WITH in which the cursor stands. */
export function previewTextAt(sql: string, position: number): PreviewText | null {
  if (sql.length > longest) return null;
  const { from, to } = statementRange(sql, position);
  const statement = sql.slice(from, to);
  if (!isReading(statement)) return null;
  const query = namedQueryAt(statement, position - from);
  if (!query) return { sql: statement, name: null };
  return { sql: `${statement.slice(0, query.end)}\nSELECT * FROM ${query.name}`, name: query.name };
}

/** Whether a text begins as one that reads: nothing else is ever asked for its rows or its plan by itself. */
export function isReading(sql: string): boolean {
  return /^(\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*(select|with|from|values|\{)/i.test(sql);
}
