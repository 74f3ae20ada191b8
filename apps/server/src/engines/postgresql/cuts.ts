import { refusal } from '../remote/index.ts';

/** In which ways a server of the family cuts a text into words otherwise than PostgreSQL, whose grammar reads it here. */
export interface Cuts {
  /** A backslash makes the next sign of any text stand for itself. */
  readonly hasBackslashEscapes: boolean;
  /** Letters that may stand before a text. */
  readonly textLetters: ReadonlySet<string>;
  /** Words that PostgreSQL's grammar does not know and that name no table: where they stand, and how far they go. */
  readonly foreignWords: readonly ForeignWords[];
  /** `QUALIFY` follows HAVING: it is read as a part of that, since tables may be named in it. */
  readonly hasQualify?: boolean;
}

export interface ForeignWords {
  /** The word before, in small letters; any where nothing is said. */
  readonly behind?: ReadonlySet<string>;
  readonly pattern: RegExp;
}

/**
 * A script as PostgreSQL's grammar may read it in the place of the server: as long as it was, with blanks for words that name
 * nothing. What the two could cut in different ways is refused, as what one takes for a text could be SQL to the other.
 */
export function toBaseText(sql: string, cuts: Cuts): string {
  const state: State = { sql, cuts, lastWord: '', isBehindText: false, havings: [false], read: [], readTo: 0 };
  let at = 0;
  while (at < sql.length) at = skipPiece(state, at);
  return [...state.read, sql.slice(state.readTo)].join('');
}

interface State {
  readonly sql: string;
  readonly cuts: Cuts;
  lastWord: string;
  /** Nothing but spaces and comments stands between this place and a text, which may go on behind a new line. */
  isBehindText: boolean;
  /** Whether HAVING stood in the query that is read, for each bracket that is open. */
  havings: boolean[];
  /** What is handed on so far, and to where of the script that goes. */
  readonly read: string[];
  readTo: number;
}

const wordPattern = /[\w$\u0080-\uffff]+/y;
const operatorSign = /[-+*/<>=~!@#%^&|`?]/;

/** Where the next piece begins. */
function skipPiece(state: State, at: number): number {
  const { sql } = state;
  const sign = sql[at] ?? '';
  // Spaces of other alphabets are letters of names there.
  if (/[ \t\n\v\f\r]/.test(sign)) return at + 1;
  if (sql.startsWith('--', at) || sql.startsWith('/*', at)) return skipComment(sql, at);
  if (sign === "'") return skipText(state, at, '');
  state.isBehindText = false;
  if (sign === '$') throw refusal('Texts between dollar signs, and placeholders, are not allowed here.');
  wordPattern.lastIndex = at;
  const [word] = wordPattern.exec(sql) ?? [];
  if (word !== undefined) return skipWord(state, at, word);
  state.lastWord = '';
  if (sign === '"') return skipQuoted(sql, at);
  if (sign === '(') state.havings.push(false);
  else if (sign === ')' && state.havings.length > 1) state.havings.pop();
  else if (sign === ';') state.havings = [false];
  return at + 1;
}

function skipComment(sql: string, at: number): number {
  if (operatorSign.test(sql[at - 1] ?? '')) throw refusal('Put a space between a comment and the sign before it.');
  const isLine = sql[at] === '-';
  const close = sql.indexOf(isLine ? '\n' : '*/', at + 2);
  const end = close < 0 ? sql.length : close + (isLine ? 1 : 2);
  const comment = sql.slice(at, end);
  if (isLine && /\r(?!\n)/.test(comment)) throw refusal('A comment may hold no carriage return here.');
  if (!isLine && comment.includes('/*', 2)) throw refusal('Comments inside comments are not allowed here.');
  return end;
}

function skipText(state: State, at: number, letter: string): number {
  const { sql, cuts, isBehindText } = state;
  const plain = endOfText(sql, at, false);
  const escaped = endOfText(sql, at, true);
  if ((cuts.hasBackslashEscapes || letter !== '' || isBehindText) && plain !== escaped)
    throw refusal(
      "A backslash before the end of a text is read in two ways. Write '' for a quote, and \\\\ for a backslash.",
    );
  state.isBehindText = true;
  state.lastWord = '';
  return plain;
}

/** Behind the quote that closes it; behind everything where none does. */
function endOfText(sql: string, at: number, hasEscapes: boolean): number {
  let end = at + 1;
  while (end < sql.length) {
    if (hasEscapes && sql[end] === '\\') end += 2;
    else if (sql[end] !== "'") end += 1;
    else if (sql[end + 1] === "'") end += 2;
    else return end + 1;
  }
  return sql.length;
}

function skipQuoted(sql: string, at: number): number {
  const close = sql.indexOf('"', at + 1);
  if (close < 0) return sql.length;
  // Two of them stand for one, and the name goes on: it is read as the next one, which is as long.
  return close + 1;
}

function skipWord(state: State, at: number, word: string): number {
  const { sql, cuts } = state;
  // Servers differ in which of them are capital letters of which others, so that two names could be one.
  if (/[\u0080-\uffff]/.test(word)) throw refusal('Names with other letters than those from A to Z need quotes here.');
  const end = at + word.length;
  const low = word.toLowerCase();
  if (sql[end] === '&' && low === 'u' && /^["']$/.test(sql[end + 1] ?? ''))
    throw refusal('Texts and names with codes of letters (`U&`) are not allowed here.');
  if (sql[end] === "'" && (low.length === 1 || /^\d/.test(low))) {
    if (!cuts.textLetters.has(low))
      throw refusal(`Texts with the letter \`${word}\` before them are not allowed here.`);
    return skipText(state, end, low);
  }
  for (const { behind, pattern } of cuts.foreignWords) {
    if (behind && !behind.has(state.lastWord)) continue;
    pattern.lastIndex = at;
    const [words] = pattern.exec(sql) ?? [];
    if (words === undefined) continue;
    // Places count bytes, and one letter of these has several.
    if (/[^\p{ASCII}]/u.test(words))
      throw refusal('Names and texts of these words may have letters from A to Z alone here.');
    return readAs(state, at, words.replaceAll(/[^\n]/g, ' '));
  }
  if (cuts.hasQualify && low === 'qualify' && state.lastWord !== 'as' && sql[at - 1] !== '.')
    return readAs(state, at, havingAt(state) ? 'AND    ' : 'HAVING ');
  if (low === 'select' || low === 'having') state.havings[state.havings.length - 1] = low === 'having';
  state.lastWord = low;
  return end;
}

function havingAt({ havings }: State): boolean {
  return havings.at(-1) ?? false;
}

/** Hands other letters on, as many as stand there. */
function readAs(state: State, at: number, words: string): number {
  state.read.push(state.sql.slice(state.readTo, at), words);
  state.readTo = at + words.length;
  return state.readTo;
}
