/** Of the server's grammar: bare, they name nothing. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...['ALTER', 'AND', 'AS', 'BETWEEN', 'BY', 'CASE', 'CAST', 'CONSTRAINT', 'CREATE', 'CROSS', 'CUBE', 'DEALLOCATE'],
  ...['CURRENT_CATALOG', 'CURRENT_DATE', 'CURRENT_PATH', 'CURRENT_ROLE', 'CURRENT_SCHEMA', 'CURRENT_TIME'],
  ...['CURRENT_TIMESTAMP', 'CURRENT_USER', 'DELETE', 'DESCRIBE', 'DISTINCT', 'DROP', 'ELSE', 'END', 'ESCAPE'],
  ...['EXCEPT', 'EXECUTE', 'EXISTS', 'EXTRACT', 'FALSE', 'FOR', 'FROM', 'FULL', 'GROUP', 'GROUPING', 'HAVING', 'IN'],
  ...['INNER', 'INSERT', 'INTERSECT', 'INTO', 'IS', 'JOIN', 'JSON_ARRAY', 'JSON_EXISTS', 'JSON_OBJECT', 'JSON_QUERY'],
  ...['JSON_TABLE', 'JSON_VALUE', 'LEFT', 'LIKE', 'LISTAGG', 'LOCALTIME', 'LOCALTIMESTAMP', 'NATURAL', 'NORMALIZE'],
  ...['NOT', 'NULL', 'ON', 'OR', 'ORDER', 'OUTER', 'PREPARE', 'RECURSIVE', 'RIGHT', 'ROLLUP', 'SELECT', 'SKIP'],
  ...['TABLE', 'THEN', 'TRIM', 'TRUE', 'UESCAPE', 'UNION', 'UNNEST', 'USING', 'VALUES', 'WHEN', 'WHERE', 'WITH'],
]);

export const queryWords: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE']);
export const setWords: ReadonlySet<string> = new Set(['UNION', 'INTERSECT', 'EXCEPT']);
export const joinWords: ReadonlySet<string> = new Set([
  ...['JOIN', 'CROSS', 'NATURAL', 'INNER', 'LEFT', 'RIGHT', 'FULL'],
]);
/** Functions whose brackets have a FROM of their own. */
export const functionsWithFrom: ReadonlySet<string> = new Set(['EXTRACT', 'TRIM', 'SUBSTRING']);
/** What may follow a WITH that begins no query: zones of types, ties, wrappers and keys of JSON. */
export const withTails: ReadonlySet<string> = new Set([
  ...['TIME', 'TIES', 'ORDINALITY', 'WRAPPER', 'ARRAY', 'UNIQUE', 'CONDITIONAL', 'UNCONDITIONAL', 'COUNT'],
]);
/** Table functions that say nothing but about their arguments. Others read other servers, files, or hold queries in texts. */
export const openTableFunctions: ReadonlySet<string> = new Set(['sequence', 'exclude_columns']);
/** Of the catalog's own description: names of tables and columns, no texts of views and no accounts. */
export const readableSchemaTables: ReadonlySet<string> = new Set(['schemata', 'tables', 'columns']);
