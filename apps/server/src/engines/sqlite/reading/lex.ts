import { ReadingProblem } from './problem.ts';

export interface Token {
  /** `word`: unquoted, perhaps a keyword. `name`: quoted, no keyword. */
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'symbol';
  /** A word in capital letters, a name or text without its quotes, all else as written. */
  readonly value: string;
  /** As its author wrote it, without quotes. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

// The engine's own rules: white space is ASCII alone, and whatever lies beyond ASCII belongs to a name.
const spacePattern = /[ \t\n\f\r\ufeff]+/y;
const wordPattern = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const numberPattern = /0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const closing: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' };

function matchEnd(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : -1;
}

/** Cuts SQL into tokens as the engine does, sign by sign; what it cannot cut in one way only is refused. */
export function lex(sql: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    const next = skipSpace(sql, at);
    if (next > at) {
      at = next;
      continue;
    }
    const token = readToken(sql, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function skipSpace(sql: string, at: number): number {
  const space = matchEnd(spacePattern, sql, at);
  if (space >= 0) return space;
  if (sql.startsWith('--', at)) {
    // Another sign than the line feed ends no comment there.
    const end = sql.indexOf('\n', at);
    return end < 0 ? sql.length : end;
  }
  if (!sql.startsWith('/*', at)) return at;
  const end = sql.indexOf('*/', at + 2);
  if (end < 0) throw new ReadingProblem('syntax', 'A comment is not closed.', at);
  return end + 2;
}

function readToken(sql: string, at: number): Token {
  const sign = sql[at] ?? '';
  if (closing[sign]) return readQuoted(sql, at, closing[sign]);
  if ((sign === 'x' || sign === 'X') && sql[at + 1] === "'") {
    const { end } = readQuoted(sql, at + 1, "'");
    return make('number', sql, { start: at, end });
  }
  if ('?:@$#'.includes(sign)) throw new ReadingProblem('refused', `Placeholders (\`${sign}\`) have no value here.`, at);
  const word = matchEnd(wordPattern, sql, at);
  if (word > 0) {
    const written = sql.slice(at, word);
    return { kind: 'word', value: written.toUpperCase(), written, start: at, end: word };
  }
  const number = matchEnd(numberPattern, sql, at);
  return make(number > 0 ? 'number' : 'symbol', sql, { start: at, end: number > 0 ? number : at + 1 });
}

function make(kind: Token['kind'], sql: string, { start, end }: Pick<Token, 'start' | 'end'>): Token {
  const value = sql.slice(start, end);
  return { kind, value, written: value, start, end };
}

function readQuoted(sql: string, at: number, close: string): Token {
  let end = at + 1;
  for (;;) {
    end = sql.indexOf(close, end);
    if (end < 0) throw new ReadingProblem('syntax', 'A text or a quoted name is not closed.', at);
    if (close === ']' || sql[end + 1] !== close) break;
    end += 2;
  }
  const inner = sql.slice(at + 1, end);
  const value = close === ']' ? inner : inner.replaceAll(close + close, close);
  return { kind: close === "'" ? 'text' : 'name', value, written: value, start: at, end: end + 1 };
}
