import type { SqlMistake } from '@powerset/contract';
import { distance } from 'fastest-levenshtein';
import { serverText } from '../../../i18n/index.ts';

/** A mistake at its place in the editor's text; lines and columns from 1. */
export interface Problem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly suggestion: Suggestion | null;
}

/** What to write instead of what. */
export interface Suggestion {
  readonly wrong: string;
  readonly right: string;
}

export interface RawProblem {
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

const wordAt = /[\p{L}\p{N}_$."]+/uy;

/** Places a mistake: it spans the name at its column, or the last name before the text's end. */
export function placeProblem(sql: string, raw: RawProblem): Problem {
  const lines = sql.split('\n');
  const line = Math.min(Math.max(raw.line ?? 1, 1), lines.length);
  const text = lines[line - 1] ?? '';
  const column = Math.min(Math.max(raw.column ?? 1, 1), text.length + 1);
  wordAt.lastIndex = column - 1;
  const length = wordAt.exec(text)?.[0].length ?? 1;
  const { message, suggestion } = readMessage(raw.message);
  return { message, line, column, endColumn: column + length, suggestion };
}

export function fromMistake(sql: string, mistake: SqlMistake): Problem {
  return placeProblem(sql, {
    message: serverText(mistake.message),
    line: mistake.line_number,
    column: mistake.start_column,
  });
}

const proposalPattern = /\s*(?:Candidate (?:bindings|functions)|Did you mean)[:\s]*((?:"[^"]+"(?:,\s*)?)+)/i;

/** Takes the engine's proposals out of its message, and keeps the likeliest. */
export function readMessage(message: string): { readonly message: string; readonly suggestion: Suggestion | null } {
  const proposal = proposalPattern.exec(message);
  const plain = toSentence((proposal ? message.slice(0, proposal.index) : message).trim());
  const wrong = wrongName(message);
  if (!proposal || wrong === null) return { message: plain, suggestion: null };
  const proposed = [...(proposal[1] ?? '').matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
  const right = likeliest(wrong, proposed);
  return { message: plain, suggestion: right === null ? null : { wrong, right } };
}

/** Engines propose whatever they have; only what may be a slip of the hand helps. */
function likeliest(wrong: string, proposed: readonly string[]): string | null {
  const ranked = proposed
    .map((name) => {
      const last = name.split('.').at(-1) ?? '';
      // The same name in another schema is proposed with its schema.
      return { right: last === wrong ? name : last, slips: distance(last.toLowerCase(), wrong.toLowerCase()) };
    })
    .filter(({ right }) => right !== '' && right !== wrong)
    .sort((a, b) => a.slips - b.slips);
  const best = ranked[0];
  return best && best.slips <= Math.max(1, Math.floor(wrong.length / 2)) ? best.right : null;
}

const sentences: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^Table "([^"]+)" does not have a column named "([^"]+)"$/, '$1 has no column $2.'],
  [/^Referenced column "([^"]+)" not found in FROM clause!?$/, 'There is no column $1 in the tables of FROM.'],
  [/^Table with name "?([^\s"]+?)"? does not exist!?$/, 'There is no table $1.'],
];

/** The engine's usual complaints in few words; all others end with a full stop instead of a shout. */
function toSentence(text: string): string {
  const known = sentences.find(([pattern]) => pattern.test(text));
  return known ? text.replace(known[0], known[1]) : text.replace(/!$/, '.');
}

function wrongName(message: string): string | null {
  const match =
    /column named "([^"]+)"/.exec(message) ??
    /[Cc]olumn "([^"]+)"/.exec(message) ??
    /[Tt]able with name "?([^\s"!]+)"?/.exec(message) ??
    /[Ff]unction with name "?([^\s"!(]+)"?/.exec(message);
  return match?.[1] ?? null;
}

/** The text with the wrong name of a problem's line replaced; null when it is not there any more. */
export function applySuggestion(
  sql: string,
  { line, column, suggestion }: Problem,
): { readonly from: number; readonly to: number; readonly insert: string } | null {
  if (!suggestion) return null;
  const lines = sql.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const text = lines[line - 1] ?? '';
  const near = text.indexOf(suggestion.wrong, Math.max(0, column - 1));
  const at = near >= 0 ? near : text.indexOf(suggestion.wrong);
  if (at < 0) return null;
  return { from: start + at, to: start + at + suggestion.wrong.length, insert: suggestion.right };
}
