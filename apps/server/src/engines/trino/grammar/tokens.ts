import { type LexedScript, placeAt, refusal, type Token, unreadable } from '../../remote/index.ts';

const space = /[ \t\n\r\u00a0\ufeff]+/y;
/** Not the letter of bytes that are none. */
const word = /(?![xX]')[A-Za-z_][A-Za-z0-9_]*/y;
/** Digits with underscores, a fraction, an exponent; hexadecimal, octal and binary ones. */
const number = /0[xX][0-9A-Fa-f_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
/** The last ones stand in patterns of rows. */
const sign = /(?!\/\*)(?:->|=>|<=|>=|<>|!=|\|\||[()[\],;.*+\-/%=<>?:{}|^$])/y;
const comment = /--[^\r\n]*|\/\*[\s\S]*?\*\//y;
const unicodeText = /[uU]&'[^']*(?:''[^']*)*'/y;
const unicodeName = /[uU]&"/y;
const bytes = /[xX]'[0-9A-Fa-f ]*'(?!')/y;
const text = /'[^']*(?:''[^']*)*'/y;
const quoted = /"[^"]*(?:""[^"]*)*"/y;

/** Words and signs of a statement, as the server's own grammar has them; what it has not is refused. */
export function readTokens(sql: string): LexedScript {
  const tokens: Token[] = [];
  const plain: string[] = [];
  let at = 0;
  while (at < sql.length) {
    const empty = match(space, sql, at) ?? match(comment, sql, at);
    if (empty !== null) {
      plain.push(empty.replaceAll(/[^\r\n\t]/g, ' '));
      at += empty.length;
      continue;
    }
    const token = readToken(sql, at);
    tokens.push(token);
    plain.push(token.raw);
    at = token.end;
  }
  return { tokens, plain: plain.join('') };
}

type Reader = (sql: string, at: number) => Omit<Token, 'start' | 'end'> | null;

const readers: readonly Reader[] = [
  (sql, at) => readTextLike(sql, at),
  (sql, at) => readQuoted(sql, at),
  (sql, at) => {
    const raw = match(word, sql, at);
    return raw === null ? null : { kind: 'word', value: raw.toUpperCase(), raw };
  },
  (sql, at) => readNumber(sql, at),
  (sql, at) => {
    const raw = match(sign, sql, at);
    return raw === null ? null : { kind: 'sign', value: raw, raw };
  },
];

function readToken(sql: string, at: number): Token {
  for (const read of readers) {
    const found = read(sql, at);
    if (found) return { ...found, start: at, end: at + found.raw.length };
  }
  throw unreadableSign(sql, at);
}

function readTextLike(sql: string, at: number): ReturnType<Reader> {
  const raw = match(unicodeText, sql, at) ?? match(bytes, sql, at) ?? match(text, sql, at);
  return raw === null ? null : { kind: 'text', value: raw, raw };
}

function readQuoted(sql: string, at: number): ReturnType<Reader> {
  const raw = match(quoted, sql, at);
  if (raw === null) return null;
  const value = raw.slice(1, -1).replaceAll('""', '"');
  if (value === '') throw unreadable('A quoted name is empty.', placeAt(sql, at));
  if (/\p{Cc}/u.test(value)) throw unreadable('A quoted name holds a line break.', placeAt(sql, at));
  return { kind: 'quoted', value, raw };
}

function readNumber(sql: string, at: number): ReturnType<Reader> {
  const raw = match(number, sql, at);
  if (raw === null) return null;
  // `1FROM` is a name to the server, and none that it takes.
  if (/[A-Za-z0-9_]/.test(sql[at + raw.length] ?? '')) throw unreadable('A number runs into a word.', placeAt(sql, at));
  return { kind: 'number', value: raw, raw };
}

function match(pattern: RegExp, sql: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? null;
}

function unreadableSign(sql: string, at: number): Error {
  const place = placeAt(sql, at);
  const character = String.fromCodePoint(sql.codePointAt(at) ?? 0);
  if (character === "'" || character === '"') return unreadable('A quote is not closed.', place);
  if (sql.startsWith('/*', at)) return unreadable('A comment is not closed.', place);
  if (character === '`') return unreadable('Names are quoted by double quotes here.', place);
  if (match(unicodeName, sql, at)) return refusal('Names with escapes cannot be read here.');
  return unreadable(`The sign ${character} cannot be read here.`, place);
}
