import { EngineError } from '../engine.ts';
import type { AnalysedStatement, KeptTable } from './protocol.ts';

/** Results that one statement may read as tables. */
const maxResults = 20;

export interface KeptStatement {
  readonly statement: AnalysedStatement;
  readonly kept?: readonly KeptTable[];
}

/** A statement in which results that it reads have names of tables, and which results those are. */
export function nameKeptResults(
  statement: AnalysedStatement,
  known: ReadonlyMap<string, string> | undefined,
): KeptStatement {
  const { open } = statement;
  if (!open || open.results.length === 0) return { statement };
  const byName = new Map(open.results.map(({ result, name }) => [name.toLowerCase(), { result, name }]));
  if (byName.size > maxResults) throw refused(`One statement reads at most ${maxResults} results.`);
  const kept = [...byName.values()].map(({ result, name }) => {
    const resultId = known?.get(result.toLowerCase());
    if (resultId === undefined)
      throw refused(`The result "${result}" is not known here: results are tables in runs of the SQL editor alone.`);
    return { name, resultId };
  });
  return { statement: { ...statement, text: open.text }, kept };
}

function refused(message: string): EngineError {
  return new EngineError({ code: 'TABLE_DOES_NOT_EXIST_ERROR', message });
}
