import { dialectByName } from '@powerset/sql';
import type { ColumnHeader } from '../../packed/index.ts';
import { withDeadline } from '../deadline.ts';
import type { FileEngine } from '../duckdb/file-engine.ts';
import { EngineError, type QueryEngine, type RunRequest } from '../engine.ts';
import type { FairQueue } from '../fair-queue.ts';
import { catalogOf, type ResultHeader, type ResultSelection, whereSql } from './result-sql.ts';

/** A stored result as charts read it. */
export interface ResultSource {
  /** Knows this one result, and nothing else. */
  readonly engine: QueryEngine;
  /** The rows under the names of their columns. */
  readonly sql: string;
  /** In the types in which they are kept. Of columns of one name only the first is there. */
  readonly columns: readonly ColumnHeader[];
}

export interface SourceOptions {
  readonly fileEngine: FileEngine;
  readonly resultId: string;
  readonly selection: ResultSelection;
  /** People take turns. */
  readonly turns: FairQueue;
  readonly timeoutMs: number;
  /** Reads while the result is attached; again, where the process that had it has ended meanwhile. */
  readonly read: <T>(work: (header: ResultHeader) => Promise<T>) => Promise<T>;
}

const dialect = 'duckdb';

export async function openSource(options: SourceOptions): Promise<ResultSource> {
  const { fileEngine, resultId, selection, read } = options;
  const sql = await read(async (header) => sourceSql(resultId, header, selection));
  const run = (request: Omit<RunRequest, 'fairnessKey'>, fairnessKey = 'describing') => {
    const deadline = { timeoutMs: Math.min(request.timeoutMs, options.timeoutMs), ...signalOf(request) };
    return withDeadline(deadline, (signal, limit) =>
      options.turns.take(fairnessKey, signal, () => {
        limit.renew();
        return read(() => fileEngine.run(request.sql, { maxRows: request.maxRows, signal }));
      }),
    );
  };
  const describe = async (text: string) =>
    (await run({ sql: `${text}\nLIMIT 0`, maxRows: 1, timeoutMs: options.timeoutMs })).packed.columns;
  const engine: QueryEngine = {
    dialect,
    analyse: (text) => fileEngine.analyse(text, `result_${resultId}`),
    run: (request) => run(request, request.fairnessKey),
    describeQuery: async (text) =>
      (await describe(text)).map((column) => ({ ...column, isNullable: true, comment: null })),
  };
  return { engine, sql, columns: await describe(sql) };
}

function signalOf({ signal }: Pick<RunRequest, 'signal'>) {
  return signal ? { signal } : {};
}

function sourceSql(resultId: string, header: ResultHeader, selection: ResultSelection): string {
  const { quoteIdentifier } = dialectByName(dialect);
  const taken = new Set<string>();
  const columns = header.columns.flatMap(({ name }, index) => {
    const folded = name.toLowerCase();
    if (name === '' || taken.has(folded)) return [];
    taken.add(folded);
    return [`c${index} AS ${quoteIdentifier(name)}`];
  });
  if (columns.length === 0)
    throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: 'The result has no columns with names.' });
  const where = whereSql(header, selection);
  return `SELECT ${columns.join(', ')} FROM ${catalogOf(resultId)}.main.result${where === '' ? '' : ` ${where}`}`;
}
