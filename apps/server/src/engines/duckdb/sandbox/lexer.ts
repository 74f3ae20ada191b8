export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Where a literal never ends. */
export class UnclosedText extends Error {
  constructor(
    readonly what: string,
    readonly position: number,
  ) {
    super(`unterminated ${what}`);
  }
}

const wordStart = /[\p{L}_]/u;
const wordRest = /[\p{L}\p{N}_$]/u;

/**
 * Cuts SQL as DuckDB's lexer does: nested comments, doubled quotes, `E''` escapes, dollar quotes. Only used to find where
 * statements end and how a write begins; what a statement does is decided by DuckDB's own parser.
 */
export function readTokens(sql: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < sql.length) {
    const skipped = skipBlank(sql, position);
    if (skipped > position) {
      position = skipped;
      continue;
    }
    const token = readToken(sql, position);
    tokens.push(token);
    position = token.end;
  }
  return tokens;
}

function skipBlank(sql: string, start: number): number {
  const character = sql[start]!;
  if (/\s/.test(character) || character === '\u200b' || character === '\ufeff') return start + 1;
  if (sql.startsWith('--', start)) {
    const end = sql.slice(start).search(/[\r\n]/);
    return end < 0 ? sql.length : start + end;
  }
  return sql.startsWith('/*', start) ? skipBlockComment(sql, start) : start;
}

function skipBlockComment(sql: string, start: number): number {
  let depth = 1;
  let position = start + 2;
  while (position < sql.length) {
    if (sql.startsWith('/*', position)) {
      depth++;
      position += 2;
    } else if (sql.startsWith('*/', position)) {
      depth--;
      position += 2;
      if (depth === 0) return position;
    } else {
      position++;
    }
  }
  throw new UnclosedText('/* comment', start);
}

function readToken(sql: string, start: number): Token {
  const make = (kind: Token['kind'], end: number): Token => ({ kind, text: sql.slice(start, end), start, end });
  const character = sql[start]!;
  if (character === "'") return make('string', endOfQuoted({ sql, from: start, quote: "'", hasEscapes: false }));
  if (character === '"') return make('quoted', endOfQuoted({ sql, from: start, quote: '"', hasEscapes: false }));
  if (/[eExXbB]/.test(character) && sql[start + 1] === "'") {
    return make('string', endOfQuoted({ sql, from: start + 1, quote: "'", hasEscapes: /[eE]/.test(character) }));
  }
  if (character === '$') {
    const end = endOfDollarQuoted(sql, start);
    if (end !== null) return make('string', end);
  }
  if (wordStart.test(character)) return make('word', endOfRun(sql, start, wordRest));
  if (/[0-9]/.test(character)) return make('number', endOfRun(sql, start, /[0-9a-zA-Z_.]/));
  return make('symbol', start + 1);
}

function endOfRun(sql: string, start: number, rest: RegExp): number {
  let end = start + 1;
  while (end < sql.length && rest.test(sql[end]!)) end++;
  return end;
}

interface Quoted {
  readonly sql: string;
  readonly from: number;
  readonly quote: string;
  readonly hasEscapes: boolean;
}

function endOfQuoted({ sql, from, quote, hasEscapes }: Quoted): number {
  let position = from + 1;
  while (position < sql.length) {
    if (hasEscapes && sql[position] === '\\') position += 2;
    else if (sql[position] !== quote) position++;
    else if (sql[position + 1] === quote) position += 2;
    else return position + 1;
  }
  throw new UnclosedText(quote === '"' ? 'quoted identifier' : 'quoted string', from);
}

function endOfDollarQuoted(sql: string, start: number): number | null {
  const tag = /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(sql.slice(start, start + 130))?.[0];
  if (!tag) return null;
  const end = sql.indexOf(tag, start + tag.length);
  if (end < 0) throw new UnclosedText('dollar-quoted string', start);
  return end + tag.length;
}

/** The tokens of each statement; empty ones (`;;`) are left out. */
export function splitStatements(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ';') statements.push([]);
    else statements.at(-1)!.push(token);
  }
  return statements.filter((statement) => statement.length > 0);
}

/** The name a token spells, or null when it is no name. */
export function toName(token: Token | undefined): string | null {
  if (token?.kind === 'word') return token.text;
  return token?.kind === 'quoted' ? token.text.slice(1, -1).replaceAll('""', '"') : null;
}
