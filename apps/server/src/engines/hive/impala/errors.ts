import type { EngineError } from '../../engine.ts';
import type { Meanings, TextPlace } from '../../remote/index.ts';
import { type FailureContext, toEngineError } from '../errors.ts';

const end = /^Encountered: EOF/m;

/** Apache Impala's own words, of its releases 3 and 4. */
export const impalaMeanings: Meanings = [
  [
    /^ParseException: Syntax error in line \d+:\n([\s\S]*)$/,
    ([, rest = '']) =>
      end.test(rest)
        ? { code: 'SYNTAX_ERROR', message: 'The statement ends too early.' }
        : { code: 'SYNTAX_ERROR', message: `Syntax error near "${wordAt(rest)}".` },
  ],
  [/^ParseException: (.+?)(?:\n|$)/, ([, words = '']) => ({ code: 'SYNTAX_ERROR', message: words })],
  [
    /^AnalysisException: (?:Could not resolve table reference|Table does not exist): '?([^\s']+)'?/,
    ([, name = '']) => ({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message: `Table "${name}" does not exist.` }),
  ],
  [
    /^AnalysisException: (?:Could not resolve column\/field reference|Could not resolve path): '(.+?)'/,
    ([, name = '']) => ({ code: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `The column "${name}" does not exist.` }),
  ],
  [
    /^AnalysisException: Database does not exist: (\S+)/,
    ([, name = '']) => ({ code: 'SCHEMA_DOES_NOT_EXIST_ERROR', message: `Schema "${name}" does not exist.` }),
  ],
  [
    /^(?:Cancelled\b|Query \S+ (?:cancelled|was cancelled)|Session closed|Query \S+ expired)/i,
    () => ({ code: 'QUERY_STOPPED_ERROR', message: 'The query was stopped.' }),
  ],
  [
    /^(?:AnalysisException|AuthorizationException|InternalException|NotImplementedException|TableLoadingException): (.+?)(?:\n|$)/,
    ([, words = '']) => ({ code: 'GENERIC_DB_ENGINE_ERROR', message: words }),
  ],
];

/** What is shown of a long line begins with these, and tells no place in it. */
const cut = '...';

interface ShownLine {
  readonly line: string;
  /** Counted from nought; -1 where no place is shown. */
  readonly at: number;
}

/** The line that is shown, with a mark below where its reader stopped. */
function shownLine(rest: string): ShownLine {
  const [line = '', mark = ''] = rest.split('\n');
  return { line, at: /^\s*\^/.test(mark) ? mark.indexOf('^') : -1 };
}

function wordAt(rest: string): string {
  const { line, at } = shownLine(rest);
  const [word = ''] = /^\s*(?:\w+|\S)/.exec(line.slice(Math.max(0, at))) ?? [];
  return word.trim().slice(0, 60);
}

export function placeOfImpala(words: string): TextPlace | null {
  const found = /ParseException: .*? in line (\d+):\n([\s\S]*)$/.exec(words);
  if (!found) return null;
  const { line, at } = shownLine(found[2] ?? '');
  return at < 0 || line.startsWith(cut) ? null : { line: Number(found[1]), column: at + 1 };
}

export function toImpalaError(error: unknown, context: FailureContext): EngineError {
  return toEngineError(error, { ...context, words: { meanings: impalaMeanings, placeOf: placeOfImpala } });
}
