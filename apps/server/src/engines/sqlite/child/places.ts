import { lex, type Token } from '../reading/index.ts';
import { Connection } from './connection.ts';

/**
 * Where an error of the engine stands in a text, from 0; it does not say so itself. A name that it speaks of is looked for among
 * the words; of the places where the grammar stopped, the first behind which the engine reads no further is the one.
 */
export function findPlace(message: string, sql: string): number | null {
  const tokens = readTokens(sql);
  const near = /^(?:near|unrecognized token:?) "([\s\S]*?)"(?:: |$)/.exec(message)?.[1];
  if (near !== undefined)
    return findStop(
      message,
      sql,
      tokens.filter(({ start, end }) => sql.slice(start, end) === near),
    );
  if (/^incomplete input/.test(message)) return tokens.at(-1)?.end ?? null;
  const named =
    /^(?:no such (?:column|table|view|function|index|module|collation sequence)|ambiguous column name): ([\s\S]+)$/.exec(
      message,
    )?.[1] ?? /(?:function|aggregate:|aggregate function|window function) "?([\w$]+)"?\(\)/.exec(message)?.[1];
  return named === undefined ? null : findName(named, tokens);
}

function readTokens(sql: string): readonly Token[] {
  try {
    return lex(sql);
  } catch {
    return [];
  }
}

function findStop(message: string, sql: string, candidates: readonly Token[]): number | null {
  if (candidates.length < 2) return candidates[0]?.start ?? null;
  const empty = Connection.memory();
  try {
    const stop = candidates.slice(0, 200).find(({ end }) => saysOf(empty, sql.slice(0, end)) === message);
    return stop?.start ?? null;
  } finally {
    empty.close();
  }
}

function saysOf(empty: Connection, sql: string): string {
  try {
    empty.prepare(sql);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `o.amount`, as its parts stand one behind the other. */
function findName(name: string, tokens: readonly Token[]): number | null {
  const whole = tokens.find(({ kind, written }) => kind !== 'number' && same(written, name));
  if (whole) return whole.start;
  const parts = name.split('.');
  const at = tokens.findIndex((_, index) =>
    parts.every((part, step) => same(tokens[index + 2 * step]?.written ?? '', part)),
  );
  return tokens[at]?.start ?? null;
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
