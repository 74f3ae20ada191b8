/** Words of a query that are worth offering; the dialects share them. */
export const keywords: readonly string[] =
  'SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET JOIN LEFT RIGHT INNER FULL OUTER CROSS ON USING AS DISTINCT UNION ALL INTERSECT EXCEPT WITH RECURSIVE CASE WHEN THEN ELSE END AND OR NOT IN IS NULL LIKE ILIKE BETWEEN EXISTS ASC DESC NULLS FIRST LAST OVER PARTITION ROWS RANGE PRECEDING FOLLOWING UNBOUNDED CURRENT ROW INTERVAL CAST TRUE FALSE QUALIFY WINDOW FILTER VALUES EXPLAIN'.split(
    ' ',
  );

/** Words that cannot be a plain name. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...keywords,
  'TABLE',
  'CREATE',
  'DROP',
  'ALTER',
  'INSERT',
  'UPDATE',
  'DELETE',
  'USER',
  'TO',
  'DEFAULT',
  'CHECK',
  'COLUMN',
  'CONSTRAINT',
  'PRIMARY',
  'FOREIGN',
  'REFERENCES',
  'UNIQUE',
  'ANY',
  'SOME',
  'BOTH',
  'FOR',
  'GRANT',
  'ONLY',
  'ANALYZE',
]);
