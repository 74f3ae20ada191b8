import { EngineError } from '../engines/index.ts';
import { AppError } from '../http/index.ts';
import type { Services } from '../services.ts';
import { assertReadsOnlyDataset, placeOf } from './authorise.ts';
import { openSource, type Question, toJob } from './questions/index.ts';
import { planJob } from './run-query.ts';

/** What would keep a query from its rows, and the statement in which its place stands; none was made where there is none. */
export interface Mistake {
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly sql: string | null;
}

/** The first query of a question as its engine understands it, without reading a row; null where it would run. */
export async function findMistake(services: Services, question: Question): Promise<Mistake | null> {
  const source = await openSource(services, question);
  const [query] = question.request.queries;
  if (!query) return null;
  const job = toJob(services, question, { source, query });
  let sql: string | null = null;
  try {
    const { main } = await planJob(job);
    sql = main.sql;
    await assertReadsOnlyDataset(job, main);
    await job.engine.describeQuery(sql, placeOf(job.dataset));
    return null;
  } catch (error) {
    if (error instanceof EngineError) {
      const { message, line = null, column = null } = error.details;
      return { message, line, column, sql };
    }
    if (error instanceof AppError) return { message: error.message, line: null, column: null, sql };
    throw error;
  }
}
