/** How an engine reads text; wherever engines differ, this says which way. */
export interface LexRules {
  /** A backslash escapes the next character inside '…' (and "…" where that is text). */
  readonly hasBackslashEscapes: boolean;
  readonly doubleQuotesAre: 'identifiers' | 'text';
  /** A backslash escapes the next character inside quoted identifiers. */
  readonly hasBackslashInIdentifiers: boolean;
  readonly hasBacktickIdentifiers: boolean;
  readonly hasBracketIdentifiers: boolean;
  /** Inside of them `]]` stands for `]`. */
  readonly hasDoubledBrackets: boolean;
  readonly hasDollarQuotes: boolean;
  /** E'…' reads backslashes. */
  readonly hasEscapeStrings: boolean;
  /** q'[…]' reads as it stands what stands between its brackets, or between two of any sign. */
  readonly hasQuoteOperators: boolean;
  readonly hashStartsComment: 'never' | 'always' | 'beforeSpace';
  /** `//` begins a comment, as `--` does. */
  readonly hasSlashComments: boolean;
  readonly nestsComments: boolean;
  /** `--` is a comment only before white space. */
  readonly dashesNeedSpace: boolean;
  /** `x IN name` reads the table of that name. */
  readonly namesAfterInAreTables: boolean;
  /** By `SELECT TOP 5`, or by what stands at the end: `LIMIT 5`, or `FETCH FIRST 5 ROWS ONLY` alone. */
  readonly boundsRowsBy: 'limit' | 'top' | 'fetch';
  /** WITH begins a statement alone, and in brackets an order needs a bound. */
  readonly nestsPlainQueriesOnly: boolean;
}

export type TokenKind = 'word' | 'number' | 'text' | 'identifier' | 'comment' | 'space' | 'symbol';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** False when a quote or comment runs to the end of the text. */
  readonly isClosed: boolean;
  /** A block comment that holds the start of another one, which engines read differently. */
  readonly isAmbiguous?: boolean;
}

export const standardLexRules: LexRules = {
  hasBackslashEscapes: false,
  doubleQuotesAre: 'identifiers',
  hasBackslashInIdentifiers: false,
  hasBacktickIdentifiers: false,
  hasBracketIdentifiers: false,
  hasDoubledBrackets: false,
  hasDollarQuotes: false,
  hasEscapeStrings: false,
  hasQuoteOperators: false,
  hashStartsComment: 'never',
  hasSlashComments: false,
  nestsComments: false,
  dashesNeedSpace: false,
  namesAfterInAreTables: false,
  boundsRowsBy: 'limit',
  nestsPlainQueriesOnly: false,
};

const spacePattern = /[\s\u200b-\u200f\u2060]+/y;
const wordPattern = /[A-Za-z_\u0080-\uffff](?:(?![\s\u200b-\u200f\u2060])[\w$\u0080-\uffff])*/y;
const numberPattern = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const dollarTagPattern = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const quoteOperatorPattern = /[nN]?[qQ]'(?=[^\s])/y;
const lineEndPattern = /[\r\n]/g;
// A quoted text goes on after white space that holds a line break, and keeps its kind.
const continuationPattern = /(?:[ \t\f]|--[^\r\n]*)*[\r\n](?:\s|--[^\r\n]*(?:[\r\n]|$))*'/y;

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

interface Span {
  readonly end: number;
  readonly isClosed: boolean;
  readonly isAmbiguous?: boolean;
}

function quotedSpan(text: string, at: number, options: { close: string; hasBackslash: boolean }): Span {
  let index = at + 1;
  while (index < text.length) {
    const character = text[index];
    if (character === '\\' && options.hasBackslash) index += 2;
    else if (character !== options.close) index += 1;
    else if (text[index + 1] === options.close) index += 2;
    else return { end: index + 1, isClosed: true };
  }
  return { end: text.length, isClosed: false };
}

function escapeStringSpan(text: string, at: number): Span {
  let span = quotedSpan(text, at + 1, { close: "'", hasBackslash: true });
  while (span.isClosed) {
    const next = matchEnd(continuationPattern, text, span.end);
    if (next < 0) return span;
    span = quotedSpan(text, next - 1, { close: "'", hasBackslash: true });
  }
  return span;
}

function blockCommentSpan(text: string, at: number, nests: boolean): Span {
  let depth = 1;
  let isAmbiguous = false;
  let index = at + 2;
  while (index < text.length) {
    if (text.startsWith('*/', index)) {
      depth -= 1;
      index += 2;
      if (depth === 0) return { end: index, isClosed: true, isAmbiguous };
    } else if (text.startsWith('/*', index)) {
      isAmbiguous = true;
      if (nests) depth += 1;
      index += 2;
    } else index += 1;
  }
  return { end: text.length, isClosed: false, isAmbiguous };
}

function lineCommentSpan(text: string, at: number): Span {
  lineEndPattern.lastIndex = at;
  const found = lineEndPattern.exec(text);
  return { end: found ? found.index : text.length, isClosed: true };
}

function startsLineComment(text: string, at: number, rules: LexRules): boolean {
  const next = text[at + 1];
  if (text[at] === '#') {
    if (rules.hashStartsComment === 'always') return true;
    return rules.hashStartsComment === 'beforeSpace' && (next === undefined || next === '!' || /\s/.test(next));
  }
  if (text[at] === '/' && next === '/') return rules.hasSlashComments;
  if (text[at] !== '-' || next !== '-') return false;
  const third = text[at + 2];
  return !rules.dashesNeedSpace || third === undefined || third <= ' ';
}

function commentSpan(text: string, at: number, rules: LexRules): Span | null {
  if (startsLineComment(text, at, rules)) return lineCommentSpan(text, at);
  return text.startsWith('/*', at) ? blockCommentSpan(text, at, rules.nestsComments) : null;
}

function dollarSpan(text: string, at: number): Span | null {
  const tagEnd = matchEnd(dollarTagPattern, text, at);
  if (tagEnd < 0) return null;
  const tag = text.slice(at, tagEnd);
  const close = text.indexOf(tag, tagEnd);
  return close < 0 ? { end: text.length, isClosed: false } : { end: close + tag.length, isClosed: true };
}

const closingSigns: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')', '<': '>' };

function quoteOperatorSpan(text: string, at: number): Span | null {
  const start = matchEnd(quoteOperatorPattern, text, at);
  if (start < 0) return null;
  const sign = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const closing = `${closingSigns[sign] ?? sign}'`;
  const close = text.indexOf(closing, start + sign.length);
  return close < 0 ? { end: text.length, isClosed: false } : { end: close + closing.length, isClosed: true };
}

function quoteToken(text: string, at: number, rules: LexRules): Token | null {
  const character = text[at];
  const make = (kind: TokenKind, span: Span): Token => ({ kind, start: at, ...span });
  if (character === "'") {
    return make('text', quotedSpan(text, at, { close: "'", hasBackslash: rules.hasBackslashEscapes }));
  }
  if (character === '"') {
    const isText = rules.doubleQuotesAre === 'text';
    const hasBackslash = isText ? rules.hasBackslashEscapes : rules.hasBackslashInIdentifiers;
    return make(isText ? 'text' : 'identifier', quotedSpan(text, at, { close: '"', hasBackslash }));
  }
  if (character === '`' && rules.hasBacktickIdentifiers) {
    return make('identifier', quotedSpan(text, at, { close: '`', hasBackslash: rules.hasBackslashInIdentifiers }));
  }
  if (character === '[' && rules.hasBracketIdentifiers) {
    if (rules.hasDoubledBrackets) return make('identifier', quotedSpan(text, at, { close: ']', hasBackslash: false }));
    const close = text.indexOf(']', at);
    return make('identifier', { end: close < 0 ? text.length : close + 1, isClosed: close >= 0 });
  }
  const span = character === '$' && rules.hasDollarQuotes ? dollarSpan(text, at) : null;
  return span ? make('text', span) : null;
}

function readToken(text: string, at: number, rules: LexRules): Token {
  const spaceEnd = matchEnd(spacePattern, text, at);
  if (spaceEnd > 0) return { kind: 'space', start: at, end: spaceEnd, isClosed: true };
  const comment = commentSpan(text, at, rules);
  if (comment) return { kind: 'comment', start: at, ...comment };
  if (rules.hasEscapeStrings && (text[at] === 'e' || text[at] === 'E') && text[at + 1] === "'") {
    return { kind: 'text', start: at, ...escapeStringSpan(text, at) };
  }
  const operator = rules.hasQuoteOperators ? quoteOperatorSpan(text, at) : null;
  if (operator) return { kind: 'text', start: at, ...operator };
  const quoted = quoteToken(text, at, rules);
  if (quoted) return quoted;
  const wordEnd = matchEnd(wordPattern, text, at);
  if (wordEnd > 0) return { kind: 'word', start: at, end: wordEnd, isClosed: true };
  const numberEnd = matchEnd(numberPattern, text, at);
  if (numberEnd > 0) return { kind: 'number', start: at, end: numberEnd, isClosed: true };
  return { kind: 'symbol', start: at, end: at + 1, isClosed: true };
}

/** Cuts SQL text into tokens without gaps; never throws, whatever the text. */
export function tokenize(text: string, rules: LexRules = standardLexRules): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const token = readToken(text, at, rules);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** Tokens that mean something: neither white space nor comment. */
export function meaningfulTokens(text: string, rules: LexRules = standardLexRules): readonly Token[] {
  return tokenize(text, rules).filter((token) => token.kind !== 'space' && token.kind !== 'comment');
}
