/** The engine's setting, of a connection. Statements with an order are measured by it in one way, those without in another. */
export const lateRowsSetting = 'late_materialization_max_rows';

/** Its default: so many first rows of an order are found by the columns that order them, and read whole afterwards. */
const orderedRows = 50;

/** More than any LIMIT. */
const allRows = 2 ** 40;

/**
 * The number to set before a statement; null where it makes no difference. DuckDB 1.5 finds the places of more rows than that of
 * a plain LIMIT first, and joins and sorts the table by them: 50,000 rows take six times as long as when they are read as they
 * lie. It does the same for fewer rows than that of an order, where it pays for a few.
 */
export function chooseLateRows(sql: string): number | null {
  if (/\bgroup\s+by\b/i.test(sql)) return null;
  return /\border\s+by\b/i.test(sql) ? orderedRows : allRows;
}
