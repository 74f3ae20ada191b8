import { applyLimit, dialectByName, findOuterLimit, type LexRules, splitStatements } from '@powerset/sql';

/** A script that was analysed and is to be prepared for its run. */
export interface ScriptTask {
  readonly kind: 'script';
  readonly sql: string;
  readonly dialect: string;
  /** Its statements that read, each with the rows that are wanted of it; null for one that runs as it is. */
  readonly reads: readonly ({ readonly text: string; readonly limit: number } | null)[];
}

export interface PreparedScript {
  /** Each reading statement with its limit. */
  readonly texts: readonly (string | null)[];
  /** Lines before each statement, and characters before it in its first line; none where the parts are not the statements. */
  readonly places: readonly { readonly lineOffset: number; readonly columnOffset: number }[];
}

/** Reads a script word by word: short ones at once, long ones in a thread. */
export function prepareScript({ sql, dialect, reads }: Omit<ScriptTask, 'kind'>): PreparedScript {
  const { lexRules } = dialectByName(dialect);
  const texts = reads.map((read) => read && withProbeRow(read.text, read.limit, lexRules));
  const parts = splitStatements(sql, lexRules);
  return { texts, places: parts.length === reads.length ? placesOf(sql, parts) : [] };
}

/**
 * The statement with a limit one above the decided one, so that the extra row tells that there would have been more.
 * A limit of its own is raised by that one row too.
 */
function withProbeRow(text: string, limit: number, rules: LexRules): string {
  const own = findOuterLimit(text, rules);
  if (own && own.value !== null) return `${text.slice(0, own.start)}${limit + 1}${text.slice(own.end)}`;
  return applyLimit(text, limit + 1, rules);
}

/** One walk through the script, however many statements it has. */
function placesOf(sql: string, parts: readonly { readonly start: number }[]): PreparedScript['places'] {
  let lineOffset = 0;
  let lineStart = 0;
  return parts.map(({ start }) => {
    for (let end = sql.indexOf('\n', lineStart); end >= 0 && end < start; end = sql.indexOf('\n', lineStart)) {
      lineOffset += 1;
      lineStart = end + 1;
    }
    return { lineOffset, columnOffset: start - lineStart };
  });
}
