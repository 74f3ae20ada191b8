import { refusal } from '../../remote/index.ts';
import type { Cursor } from './cursor.ts';
import type { Grammar } from './grammars.ts';

/** What reads a call behind FROM, where somebody stands in a query. */
export interface RowReader {
  readonly cursor: Cursor;
  readonly grammar: Grammar;
  readonly readBracket: () => void;
  readonly readNames: () => void;
}

/** `LATERAL VIEW explode(a) t AS c`: as many names as the function gives columns, as what follows another comma is a table. */
export function readLateralView({ cursor, grammar, readBracket }: RowReader): boolean {
  if (grammar.viewFunctions.size === 0 || !cursor.skipWords('LATERAL', 'VIEW')) return false;
  cursor.skipWords('OUTER');
  const name = cursor.takeName().toLowerCase();
  const columns = grammar.viewFunctions.get(name);
  if (columns === undefined) throw refusal(`The table function "${name}" may not be used here.`);
  readBracket();
  cursor.takeName();
  cursor.expectWords('AS');
  cursor.takeName();
  for (let count = 1; count < columns && cursor.skipSymbol(','); count += 1) cursor.takeName();
  return true;
}

/** `unnest(a, b) AS u (x, y)`. */
export function readTableFunction({ cursor, grammar, readBracket, readNames }: RowReader): boolean {
  const token = cursor.peek();
  const isCall = token?.kind === 'word' && cursor.isSymbol('(', 1);
  if (!isCall || !grammar.tableFunctions.has(token.value.toLowerCase())) return false;
  cursor.take();
  readBracket();
  if (cursor.skipWords('AS') || cursor.isName) cursor.takeName();
  if (cursor.isSymbol('(')) readNames();
  return true;
}
