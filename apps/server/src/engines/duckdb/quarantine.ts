import { createHash } from 'node:crypto';
import { EngineError } from '../engine.ts';
import { readTokens, UnclosedText } from './sandbox/lexer.ts';

/** So often a statement may bring the engine down before it is refused. */
const allowedBreaks = 2;
/** So long it is refused, and a break is remembered. */
export const quarantineMs = 10 * 60_000;
const maxStatements = 1000;
const maxReadLength = 20_000;

interface Breaks {
  readonly count: number;
  readonly lastMs: number;
}

/** Statements that brought an engine's process down, known by the hash of their tokens; the oldest are forgotten first. */
export class Quarantine {
  private readonly breaks = new Map<string, Breaks>();

  constructor(private readonly nowMs: () => number) {}

  note(sql: string): void {
    const key = toKey(sql);
    const count = (this.find(key)?.count ?? 0) + 1;
    this.breaks.delete(key);
    this.breaks.set(key, { count, lastMs: this.nowMs() });
    if (this.breaks.size > maxStatements) this.breaks.delete(this.breaks.keys().next().value!);
  }

  assertAllowed(sql: string): void {
    // Nearly always nothing is known, and nothing need be read.
    if (this.breaks.size === 0) return;
    const found = this.find(toKey(sql));
    if (!found || found.count < allowedBreaks) return;
    const minutes = Math.ceil((found.lastMs + quarantineMs - this.nowMs()) / 60_000);
    throw new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `This query stopped the engine twice and is refused for ${minutes} more minutes. Write it in another way.`,
    });
  }

  private find(key: string): Breaks | undefined {
    const found = this.breaks.get(key);
    if (found && this.nowMs() - found.lastMs < quarantineMs) return found;
    this.breaks.delete(key);
    return undefined;
  }
}

/** Spaces, comments, the last semicolon and the case of words make no other statement. */
function toKey(sql: string): string {
  return createHash('sha256').update(toNormalText(sql)).digest('base64');
}

function toNormalText(sql: string): string {
  // To read a long one would keep everybody waiting.
  if (sql.length > maxReadLength) return sql;
  try {
    const words = readTokens(sql).map(({ kind, text }) => (kind === 'word' ? text.toLowerCase() : text));
    while (words.at(-1) === ';') words.pop();
    return words.join(' ');
  } catch (error) {
    if (error instanceof UnclosedText) return sql;
    throw error;
  }
}
