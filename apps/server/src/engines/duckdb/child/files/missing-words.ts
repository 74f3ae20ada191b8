import type { DuckDBConnection } from '@duckdb/node-api';
import { typeChecks } from './detect-types.ts';
import { quoteName, quoteText } from './sources.ts';

/** What people and programs write where there is no value. */
const words = ['n/a', '#n/a', 'na', 'null', '\\n', 'none', 'nil', 'nan', 'missing', 'unknown', '-', '--', '?', '.'];
const wordList = words.map(quoteText).join(', ');

/**
 * Of text columns that would be numbers, dates or the like without such words: the words, as they stand in the file.
 * Only those: in a column of country codes NA is Namibia.
 */
export async function findMissingWords(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const column of columns) {
    const text = quoteName(column);
    const isWord = `lower(trim(${text})) IN (${wordList})`;
    const checks = typeChecks(text, `${text} IS NOT NULL AND NOT (${isWord})`);
    const reader = await connection.runAndReadAll(
      `SELECT list_slice(list_sort(list(DISTINCT ${text}) FILTER (WHERE ${isWord})), 1, 5)::JSON::VARCHAR, ${checks.join(', ')} FROM ${table}`,
    );
    const [listed, ...fits] = reader.getRows()[0] ?? [];
    if (typeof listed !== 'string' || !fits.includes(true)) continue;
    for (const word of JSON.parse(listed) as readonly string[]) found.add(word);
  }
  return [...found].sort();
}
