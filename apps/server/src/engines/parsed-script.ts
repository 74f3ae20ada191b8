import type { Asker, EngineErrorDetails, MentionPlace, StatementAnalysis, TableMention } from './engine.ts';

export interface FunctionCall {
  readonly schema: string | null;
  readonly name: string;
}

/** A mention while its statement is read: whether it has an alias is known once that was read. */
export interface FoundMention extends TableMention {
  hasAlias: boolean;
  place: MentionPlace | null;
}

/** Mentions whose places count from where the script begins, as the statement counts that begins there. */
export function placeInText(mentions: readonly TableMention[], textStart: number): readonly TableMention[] {
  return mentions.map((mention) => {
    const { place } = mention;
    if (!place) return mention;
    const { start, end, nameStart } = place;
    return { ...mention, place: { start: start - textStart, end: end - textStart, nameStart: nameStart - textStart } };
  });
}

export interface ParsedStatement extends StatementAnalysis {
  readonly functions: readonly FunctionCall[];
  /** Where the number of its outermost LIMIT stands in its text. */
  readonly limitPlace?: { readonly start: number; readonly end: number };
}

/** What reading a script came to, as plain data, so that it can come from a thread. */
export type ScriptReading =
  | { readonly statements: readonly ParsedStatement[] }
  | { readonly problem: EngineErrorDetails };

export interface ScriptText {
  readonly dialect: string;
  readonly sql: string;
}

/** Reads long scripts where they keep nobody waiting and can be ended; null where one took too much. */
export type ReadLongScript = (script: ScriptText, asker: Asker) => Promise<ScriptReading | null>;
