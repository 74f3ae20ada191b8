import { type LexedScript, placeAt, refusal, type Token, unreadable } from '../../remote/index.ts';

const space = /[ \t\n\r\f\v\u00a0\ufeff]+/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
/** Digits with underscores, a fraction, an exponent; hexadecimal and binary ones. */
const number = /0[xX][0-9A-Fa-f]+|0[bB][01]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const sign = /->|::|<=>|<=|>=|<>|!=|==|\|\||[()[\]{},;.*+\-/%=<>?:!]/y;
const control = /[\p{Cc}\u2028\u2029]/u;

/**
 * Words and signs of a statement, as every release of the server reads them. Where releases differ (dollar quotes,
 * curly quotes, `//`), or where a sign has another meaning in some, the text is refused: a sign that one side takes for
 * the beginning of a text hides from it what the other side runs.
 */
export function readTokens(sql: string): LexedScript {
  const tokens: Token[] = [];
  const plain: string[] = [];
  let at = 0;
  while (at < sql.length) {
    const end = skip(sql, at, plain);
    if (end > at) {
      at = end;
      continue;
    }
    const token = readToken(sql, at);
    tokens.push(token);
    plain.push(token.raw);
    at = token.end;
  }
  return { tokens, plain: plain.join('') };
}

/** Past white space or a comment; where neither stands, the same place. */
function skip(sql: string, at: number, plain: string[]): number {
  const spaces = match(space, sql, at);
  if (spaces) {
    plain.push(spaces.replaceAll(/[\u00a0\ufeff]/g, ' '));
    return at + spaces.length;
  }
  const end = commentEnd(sql, at);
  if (end > at) plain.push(sql.slice(at, end).replaceAll(/[^\n]/g, ' '));
  return end;
}

function commentEnd(sql: string, at: number): number {
  if (sql.startsWith('--', at)) {
    const end = sql.indexOf('\n', at);
    return end < 0 ? sql.length : end;
  }
  if (!sql.startsWith('/*', at)) return at;
  const end = sql.indexOf('*/', at + 2);
  if (end < 0) throw unreadable('A comment is not closed.', placeAt(sql, at));
  return end + 2;
}

function readToken(sql: string, at: number): Token {
  const first = sql[at] ?? '';
  if (first === "'") return quoted(sql, at, 'text');
  if (first === '"' || first === '`') return quoted(sql, at, 'quoted');
  const name = match(word, sql, at);
  if (name) return { kind: 'word', value: name.toUpperCase(), raw: name, start: at, end: at + name.length };
  const digits = match(number, sql, at);
  if (digits) return numberToken(sql, at, digits);
  const found = match(sign, sql, at);
  if (!found || sql.startsWith('//', at) || sql.startsWith('|>', at)) throw unreadableSign(sql, at);
  return { kind: 'sign', value: found, raw: found, start: at, end: at + found.length };
}

function numberToken(sql: string, at: number, raw: string): Token {
  const end = at + raw.length;
  // `1FROM` is a name to some and two words to others.
  if (/[A-Za-z0-9_$]/.test(sql[end] ?? '')) throw unreadable('A number runs into a word.', placeAt(sql, at));
  return { kind: 'number', value: raw, raw, start: at, end };
}

function quoted(sql: string, at: number, kind: 'text' | 'quoted'): Token {
  const quote = sql[at] ?? '';
  const end = quotedEnd(sql, at, quote);
  const raw = sql.slice(at, end);
  const value = unescaped(raw.slice(1, -1), quote);
  if (kind === 'quoted' && (control.test(value) || raw.replaceAll('\\\\', '').includes('\\')))
    throw unreadable('A quoted name holds an escape or a line break.', placeAt(sql, at));
  if (kind === 'quoted' && value === '') throw unreadable('A quoted name is empty.', placeAt(sql, at));
  return { kind, value, raw, start: at, end };
}

function quotedEnd(sql: string, at: number, quote: string): number {
  for (let index = at + 1; index < sql.length; index += 1) {
    if (sql[index] === '\\') index += 1;
    else if (sql[index] === quote) {
      if (sql[index + 1] !== quote) return index + 1;
      index += 1;
    }
  }
  throw unreadable('A quote is not closed.', placeAt(sql, at));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' };

/** Good enough to compare names by: what is written with other escapes is compared as it is written. */
function unescaped(body: string, quote: string): string {
  return body
    .replaceAll(quote + quote, quote)
    .replaceAll(/\\(.)/gs, (_all, letter: string) => escapes[letter] ?? letter);
}

function match(pattern: RegExp, sql: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? null;
}

function unreadableSign(sql: string, at: number) {
  const character = String.fromCodePoint(sql.codePointAt(at) ?? 0);
  if (/[‘’“”]/.test(character))
    return unreadable(`Curly quotes (${character}) cannot be read here. Use straight ones.`, placeAt(sql, at));
  if (character === '$')
    return unreadable('Dollar quotes cannot be read here. Write the text in single quotes.', placeAt(sql, at));
  if (character === '{') return refusal('Parameters in braces have no values here.');
  return unreadable(`The sign ${character} cannot be read here.`, placeAt(sql, at));
}
