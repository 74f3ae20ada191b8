export const queryWords: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE']);
export const joinWords: ReadonlySet<string> = new Set([
  ...['JOIN', 'CROSS', 'NATURAL', 'INNER', 'LEFT', 'RIGHT', 'FULL'],
]);
/** They name functions, too. */
export const sideWords: ReadonlySet<string> = new Set(['LEFT', 'RIGHT']);
/** Functions whose brackets have a FROM of their own. */
export const functionsWithFrom: ReadonlySet<string> = new Set(['EXTRACT', 'TRIM', 'SUBSTRING']);
/** What may follow a WITH that begins no query: zones of types, ties, wrappers and keys of JSON. */
export const withTails: ReadonlySet<string> = new Set([
  ...['TIME', 'TIES', 'ORDINALITY', 'WRAPPER', 'ARRAY', 'UNIQUE', 'CONDITIONAL', 'UNCONDITIONAL', 'COUNT'],
]);
