import { type LexedScript, placeAt, refusal, type Token, unreadable } from '../../remote/index.ts';

/** How names are quoted: the sign at both ends, and whether a backslash or a second sign stands for the sign itself. */
interface NameQuotes {
  readonly sign: '"' | '`' | '[';
  readonly isDoubled: boolean;
}

/** How an engine's words and signs look. Patterns are sticky; what none of them reads is refused. */
export interface Lexicon {
  readonly space: RegExp;
  readonly comment: RegExp;
  readonly word: RegExp;
  readonly number: RegExp;
  readonly sign: RegExp;
  /** In the order in which they are tried. */
  readonly texts: readonly RegExp[];
  readonly names: NameQuotes;
  /** A second way to quote them. */
  readonly otherNames?: NameQuotes;
  /** What may not be written, with the reason. */
  readonly refused: readonly (readonly [pattern: RegExp, reason: string])[];
}

export const standardLexicon = {
  space: /[ \t\n\r\u00a0\ufeff]+/y,
  comment: /--[^\r\n]*|\/\*[\s\S]*?\*\//y,
  word: /[A-Za-z_][A-Za-z0-9_]*/y,
  number: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y,
  sign: /(?!\/\*)(?:->|=>|<=|>=|<>|!=|\|\||::|[()[\],;.*+\-/%=<>:{}|^&~])/y,
  names: { sign: '"', isDoubled: true },
  refused: [],
} as const satisfies Partial<Lexicon>;

/** Reads words and signs of a script as one engine has them. Throws an EngineError for what it has not. */
export function createLexer(lexicon: Lexicon): (sql: string) => LexedScript {
  return (sql) => {
    const tokens: Token[] = [];
    const plain: string[] = [];
    let at = 0;
    while (at < sql.length) {
      const empty = match(lexicon.space, sql, at) ?? match(lexicon.comment, sql, at);
      if (empty !== null) {
        plain.push(empty.replaceAll(/[^\r\n\t]/g, ' '));
        at += empty.length;
        continue;
      }
      const token = readToken(lexicon, sql, at);
      tokens.push(token);
      plain.push(token.raw);
      at = token.end;
    }
    return { tokens, plain: plain.join('') };
  };
}

type Reader = (lexicon: Lexicon, sql: string, at: number) => Omit<Token, 'start' | 'end'> | null;

const readers: readonly Reader[] = [
  readText,
  readQuoted,
  ({ word }, sql, at) => {
    const raw = match(word, sql, at);
    return raw === null ? null : { kind: 'word', value: raw.toUpperCase(), raw };
  },
  readNumber,
  ({ sign }, sql, at) => {
    const raw = match(sign, sql, at);
    return raw === null ? null : { kind: 'sign', value: raw, raw };
  },
];

function readToken(lexicon: Lexicon, sql: string, at: number): Token {
  const refused = lexicon.refused.find(([pattern]) => match(pattern, sql, at) !== null);
  if (refused) throw refusal(refused[1]);
  for (const read of readers) {
    const found = read(lexicon, sql, at);
    if (found) return { ...found, start: at, end: at + found.raw.length };
  }
  throw unreadableSign(lexicon, sql, at);
}

function readText({ texts }: Lexicon, sql: string, at: number): ReturnType<Reader> {
  for (const pattern of texts) {
    const raw = match(pattern, sql, at);
    if (raw !== null) return { kind: 'text', value: raw, raw };
  }
  return null;
}

const namePatterns: Readonly<Record<NameQuotes['sign'], RegExp>> = {
  '"': /"[^"]*(?:""[^"]*)*"/y,
  '`': /`[^`]*(?:``[^`]*)*`/y,
  '[': /\[[^\]]*(?:\]\][^\]]*)*\]/y,
};

function readQuoted({ names, otherNames }: Lexicon, sql: string, at: number): ReturnType<Reader> {
  const quotes = otherNames && sql[at] === otherNames.sign ? otherNames : names;
  const raw = match(namePatterns[quotes.sign], sql, at);
  if (raw === null) return null;
  const inner = raw.slice(1, -1);
  const sign = raw.at(-1) ?? '';
  if (!quotes.isDoubled && (inner.includes(sign) || inner.includes('\\')))
    throw unreadable('A quoted name holds a quote or a backslash.', placeAt(sql, at));
  const value = inner.replaceAll(sign + sign, sign);
  if (value === '') throw unreadable('A quoted name is empty.', placeAt(sql, at));
  if (/\p{Cc}/u.test(value)) throw unreadable('A quoted name holds a line break.', placeAt(sql, at));
  return { kind: 'quoted', value, raw };
}

function readNumber({ number }: Lexicon, sql: string, at: number): ReturnType<Reader> {
  const raw = match(number, sql, at);
  if (raw === null) return null;
  // `1FROM` is a name to some servers, and none that they take.
  if (/[A-Za-z0-9_]/.test(sql[at + raw.length] ?? '')) throw unreadable('A number runs into a word.', placeAt(sql, at));
  return { kind: 'number', value: raw, raw };
}

function match(pattern: RegExp, sql: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? null;
}

const quoteWords: Readonly<Record<NameQuotes['sign'], string>> = {
  '"': 'Names are quoted by double quotes here.',
  '`': 'Names are quoted by backticks here.',
  '[': 'Names are quoted by brackets here.',
};

function unreadableSign({ names, otherNames, texts }: Lexicon, sql: string, at: number): Error {
  const place = placeAt(sql, at);
  const character = String.fromCodePoint(sql.codePointAt(at) ?? 0);
  const opensText = character === "'" || (character === '"' && texts.some(({ source }) => source.includes('"')));
  if (opensText || character === names.sign || character === otherNames?.sign)
    return unreadable('A quote is not closed.', place);
  if (sql.startsWith('/*', at)) return unreadable('A comment is not closed.', place);
  if (character === '`' || character === '"') return unreadable(quoteWords[names.sign], place);
  return unreadable(`The sign ${character} cannot be read here.`, place);
}
