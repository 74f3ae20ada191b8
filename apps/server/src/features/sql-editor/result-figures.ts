import type { WireFigureComparison } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import type { ResultSource } from '../../engines/index.ts';
import type { QueryRun } from '../../query-runs/index.ts';
import { comparedRows, rowsCompared, toWireFigures } from '../../rows/index.ts';
import type { Services } from '../../services.ts';
import { type ChartAnswers, toResultDataset } from './result-chart.ts';

/** A stored result and the run that kept it. */
export interface ComparedResult {
  readonly run: QueryRun;
  readonly source: ResultSource;
}

interface Comparing {
  readonly user: User;
  readonly signal: AbortSignal;
  readonly before: ComparedResult;
  readonly after: ComparedResult;
}

/** Which figures of two results differ, their rows matched by what names them: texts, times and identifiers, else whole rows. */
export async function compareResultFigures(
  services: Services,
  answers: ChartAnswers,
  { user, signal, ...results }: Comparing,
): Promise<WireFigureComparison> {
  const read = async ({ run, source }: ComparedResult) => {
    const dataset = await toResultDataset(services, { run, source });
    const query = { columns: source.columns.map(({ name }) => name), metrics: null, row_limit: comparedRows + 1 };
    const request = { datasource: { id: run.id, type: 'query' }, queries: [query] };
    const [answer] = await answers.answer({ user, signal, request, source: { dataset, engine: source.engine } });
    if (!answer) throw new Error('A query has one answer.');
    return answer.table;
  };
  const before = await read(results.before);
  const after = await read(results.after);
  const found = await services.rowWorkers.figures({ before, after, keys: null }, signal);
  const limitOf = (table: typeof before) => {
    const rows = rowsCompared(table);
    return rows < table.rowCount ? rows : null;
  };
  return toWireFigures(found, {
    limits: { before: limitOf(before), after: limitOf(after) },
    formatOf: (name) => ({ label: name, format: null, currency: null }),
  });
}
