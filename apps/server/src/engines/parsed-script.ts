import type { Asker, EngineErrorDetails, StatementAnalysis } from './engine.ts';

export interface FunctionCall {
  readonly schema: string | null;
  readonly name: string;
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
