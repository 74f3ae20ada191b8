import { placeAt, refusal, unreadable } from '../../remote/index.ts';
import { clauseWords, tableWords } from './words.ts';

export interface Token {
  /** `word`: unquoted, perhaps a keyword. `name`: surely none, quoted or behind a dot. */
  readonly kind: 'word' | 'name' | 'number' | 'text' | 'symbol';
  /** A word in capital letters, a name without its quotes, all else as written. */
  readonly value: string;
  /** As its author wrote it, without quotes. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

// The server's own rules, byte by byte: white space is ASCII alone, and whatever lies beyond ASCII belongs to a name.
const spacePattern = /[ \t\n\v\f\r]+/y;
const namePattern = /[\w$\u0080-\uffff]+/y;
const numberPatterns = [
  /0x[0-9a-fA-F]+(?![\w$\u0080-\uffff])/y,
  /0b[01]+(?![\w$\u0080-\uffff])/y,
  /\d+\.\d*(?:[eE][+-]?\d+)?/y,
  /\d+[eE][+-]?\d+/y,
  /\d+(?![\w$\u0080-\uffff])/y,
  /\.\d+(?:[eE][+-]?\d+)?/y,
];
const symbolPattern = /<=>|->>|->|<=|>=|<>|!=|:=|<<|>>|\|\||&&|[-+*/%^&|~!=<>(),.;]/y;
/** Their texts are read alike whatever they hold; others would shift what a quote or a backslash is. */
const harmlessIntroducers = new Set(['_UTF8', '_UTF8MB3', '_UTF8MB4', '_BINARY', '_ASCII', '_LATIN1']);

function matchEnd(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : -1;
}

/** In which ways a server's own lexer is another one than MySQL's. */
export interface LexRules {
  /**
   * Comments of two dashes need no space, end at a carriage return or go on behind a backslash; letters before a text change how it
   * is read: whatever one lexer could cut in another way than the other is refused.
   */
  readonly isStrict: boolean;
  /** Lists and their places, `a[1]`. */
  readonly hasBrackets: boolean;
}

export const usualLexRules: LexRules = { isStrict: false, hasBrackets: false };

/**
 * Cuts SQL into tokens as a server does whose session reads backslashes in texts, and double quotes as texts (our sessions
 * say so). Refuses what servers read in different ways, and every comment that some of them run.
 */
export function lex(sql: string, rules: LexRules = usualLexRules): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    const skipped = skipSpace(sql, at, rules);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const token = readToken(sql, at, { previous: tokens.at(-1), rules });
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function skipSpace(sql: string, at: number, rules: LexRules): number {
  const space = matchEnd(spacePattern, sql, at);
  if (space >= 0) return space;
  const isDashes = sql.startsWith('--', at) && startsComment(sql[at + 2]);
  if (sql[at] === '#' || isDashes) {
    // Another sign than the line feed ends no comment there.
    const end = sql.indexOf('\n', at);
    const comment = sql.slice(at, end < 0 ? undefined : end);
    if (rules.isStrict) checkComment(comment);
    return at + comment.length;
  }
  if (rules.isStrict && sql.startsWith('--', at)) throw refusal('A comment needs a space behind `--` here.');
  return sql.startsWith('/*', at) ? skipBlock(sql, at) : at;
}

/** What one lexer takes for a comment must be all of it to the other. */
function checkComment(comment: string): void {
  if (comment.startsWith('#')) throw refusal('Comments begin with `--` here, not with `#`.');
  if (/\r(?!$)|\\\r?$/.test(comment))
    throw refusal('A comment may hold no carriage return here, and may not end in a backslash.');
}

/** Servers differ in which signs that cannot be seen make a comment of two dashes. */
function startsComment(third: string | undefined): boolean {
  if (third === undefined || /[ \t\n\v\f\r]/.test(third)) return true;
  if (third < ' ' || third === '\u007f') throw refusal('Signs that cannot be seen are not allowed behind `--`.');
  return false;
}

function skipBlock(sql: string, at: number): number {
  // MySQL's, MariaDB's, and TiDB's, which may name features: `/*T![auto_rand] … */`.
  if (/^\/\*[MT]?!/.test(sql.slice(at, at + 4)))
    throw refusal('Comments that a server may run (`/*! … */`) are not allowed here.');
  if (sql[at + 2] === '+') throw refusal('Hints for the optimizer (`/*+ … */`) are not allowed here.');
  const end = sql.indexOf('*/', at + 2);
  if (end < 0) throw unreadable('A comment is not closed.', placeAt(sql, at));
  if (sql.slice(at + 2, end).includes('/*')) throw refusal('Comments inside comments are not allowed here.');
  return end + 2;
}

interface LexState {
  readonly previous: Token | undefined;
  readonly rules: LexRules;
}

function readToken(sql: string, at: number, { previous, rules }: LexState): Token {
  const sign = sql[at] ?? '';
  if (rules.isStrict) checkSign(sql, at, previous);
  if (sign === "'" || sign === '"') return readText(sql, at, previous);
  if (sign === '`') return readQuotedName(sql, at);
  const isBehindDot = previous?.value === '.' && previous.kind === 'symbol' && previous.end === at;
  const isPathDot = sign === '.' && previous?.end === at && isUnquoted(previous, sql) && startsName(sql, at + 1);
  const number = isBehindDot || isPathDot ? -1 : readNumber(sql, at);
  if (number > 0) return make('number', sql, { start: at, end: number });
  const word = matchEnd(namePattern, sql, at);
  if (word > 0) {
    const written = sql.slice(at, word);
    // Newer servers read a text between two of these.
    if (sign === '$' && !isBehindDot) throw refusedSign(sign, sql, at);
    // What a dot ties to another name is no keyword, on either side of the dot.
    return isBehindDot || (sql[word] === '.' && startsName(sql, word + 1))
      ? { kind: 'name', value: written, written, start: at, end: word }
      : { kind: 'word', value: written.toUpperCase(), written, start: at, end: word };
  }
  const symbol = rules.hasBrackets && /[[\]]/.test(sign) ? at + 1 : matchEnd(symbolPattern, sql, at);
  if (symbol > 0) return make('symbol', sql, { start: at, end: symbol });
  throw refusedSign(sign, sql, at);
}

/** A letter before a text is a way to read it, and spaces of other alphabets are part of names for one lexer alone. */
function checkSign(sql: string, at: number, previous: Token | undefined): void {
  const isText = sql[at] === "'" || sql[at] === '"';
  if (isText && previous?.end === at && (previous.kind === 'word' || previous.kind === 'name'))
    throw refusal(`Put a space between \`${previous.written}\` and the text behind it.`);
  const end = matchEnd(namePattern, sql, at);
  if (end > 0 && /[^\p{L}\p{M}\p{N}_$]/u.test(sql.slice(at, end)))
    throw refusal('Names with other signs than letters and digits need quotes here.');
  const word = end > 0 ? sql.slice(at, end).toUpperCase() : '';
  const isTied = sql[end] === '.' || (previous?.value === '.' && previous.end === at);
  // MySQL takes it for a name there; another lexer could go on from it as from the keyword that it is.
  if (isTied && (tableWords.has(word) || clauseWords.has(word)))
    throw unreadable(`The SQL is not understood at or near "${sql.slice(at, end)}".`, placeAt(sql, at));
}

function isUnquoted({ kind, start }: Token, sql: string): boolean {
  return kind === 'word' || (kind === 'name' && sql[start] !== '`');
}

function startsName(sql: string, at: number): boolean {
  return matchEnd(namePattern, sql, at) > 0;
}

function make(
  kind: Token['kind'],
  sql: string,
  { start, end }: { readonly start: number; readonly end: number },
): Token {
  const value = sql.slice(start, end);
  return { kind, value, written: value, start, end };
}

function readNumber(sql: string, at: number): number {
  for (const pattern of numberPatterns) {
    const end = matchEnd(pattern, sql, at);
    if (end > 0) return end;
  }
  return -1;
}

function readText(sql: string, at: number, previous: Token | undefined): Token {
  const isIntroduced = previous?.kind === 'word' && previous.value.startsWith('_') && previous.written !== '_';
  if (isIntroduced && !harmlessIntroducers.has(previous.value))
    throw refusal(`Texts of another character set (\`${previous.written}\`) are not allowed here.`);
  const quote = sql[at];
  let end = at + 1;
  for (;;) {
    const sign = sql[end];
    if (sign === undefined) throw unreadable('A text is not closed.', placeAt(sql, at));
    if (sign === '\\') end += 2;
    else if (sign !== quote) end += 1;
    else if (sql[end + 1] === quote) end += 2;
    else break;
  }
  return make('text', sql, { start: at, end: end + 1 });
}

function readQuotedName(sql: string, at: number): Token {
  let end = at + 1;
  for (;;) {
    end = sql.indexOf('`', end);
    if (end < 0) throw unreadable('A quoted name is not closed.', placeAt(sql, at));
    if (sql[end + 1] !== '`') break;
    end += 2;
  }
  const value = sql.slice(at + 1, end).replaceAll('``', '`');
  return { kind: 'name', value, written: value, start: at, end: end + 1 };
}

function refusedSign(sign: string, sql: string, at: number): Error {
  if (sign === '@') return refusal('Variables (`@`) may not be read or set here.');
  if (sign === '?') return refusal('Placeholders (`?`) have no value here.');
  return unreadable(`The sign "${sign}" is not understood.`, placeAt(sql, at));
}
