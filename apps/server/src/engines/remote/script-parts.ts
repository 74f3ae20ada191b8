import { refusal } from './failures.ts';
import type { Token } from './token-cursor.ts';

const maxLength = 1_000_000;
const maxStatements = 1000;
const maxTokens = 300_000;
/** Of tables and functions: each is asked permission for. */
const maxNames = 5000;

/** The words and signs of a script. */
export interface LexedScript {
  readonly tokens: readonly Token[];
  /** The text with spaces instead of its comments: what is sent, so that nobody reads a comment in another way. */
  readonly plain: string;
}

/** A statement of a script: its tokens, and its text without comments. */
export interface ScriptPart {
  readonly tokens: readonly Token[];
  readonly text: string;
  /** Where that text begins in the script. */
  readonly start: number;
}

/**
 * The statements of a script, read one by one, within bounds: of characters, words, statements and names. Throws an EngineError
 * for what is beyond them.
 */
export function readParts<S extends { readonly tables: readonly unknown[]; readonly functions: readonly unknown[] }>(
  sql: string,
  lex: (sql: string) => LexedScript,
  read: (part: ScriptPart) => S,
): readonly S[] {
  if (sql.length > maxLength) throw refusal('The SQL is too long: at most 1,000,000 characters.');
  if (sql.includes('\u0000')) throw refusal('The SQL contains a NUL character.');
  const lexed = lex(sql);
  if (lexed.tokens.length > maxTokens) throw refusal('The SQL has too many words and signs: at most 300,000.');
  const parts = split(lexed);
  if (parts.length > maxStatements) throw refusal(`The script has too many statements: at most ${maxStatements}.`);
  const statements = parts.map(read);
  const names = statements.reduce((sum, { tables, functions }) => sum + tables.length + functions.length, 0);
  if (names > maxNames) throw refusal('The script names too many tables and functions: at most 5,000.');
  return statements;
}

/** Statements with the white space before them that once was comments, so that places in them count from there. */
function split({ tokens, plain }: LexedScript): readonly ScriptPart[] {
  const parts: ScriptPart[] = [];
  let from = 0;
  let start = 0;
  const close = (to: number, end: number) => {
    const part = plain.slice(start, end);
    const first = start + (part.length - part.trimStart().length);
    if (to > from) parts.push({ tokens: tokens.slice(from, to), text: part.trim(), start: first });
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'sign' || token.value !== ';') continue;
    close(index, token.start);
    from = index + 1;
    start = token.end;
  }
  close(tokens.length, plain.length);
  return parts;
}
