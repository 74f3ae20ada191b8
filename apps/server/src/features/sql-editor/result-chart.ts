import { formOfResultChart } from '@powerset/chart-kit';
import type { ChartTableResult, ResultChart, ResultChartQ } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { type Answers, readFormRequest } from '../../answers/index.ts';
import { isTemporalType, toKeptDataset } from '../../catalog/index.ts';
import type { ResultSource } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import type { QueryRun } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { getDatabase } from './execute.ts';

/** What answers charts. */
export type ChartAnswers = Pick<Answers, 'run'>;

interface Charting {
  readonly user: User;
  readonly run: QueryRun;
  readonly source: ResultSource;
  readonly chart: ResultChartQ['chart'];
  readonly signal: AbortSignal;
}

/** The rows of a chart over all rows that a run has kept; its queries are those of the chart's type. */
export async function answerResultChart(
  services: Services,
  answers: ChartAnswers,
  { user, run, source: { engine, sql, columns }, chart, signal }: Charting,
): Promise<ChartTableResult[]> {
  assertColumns(
    chart,
    columns.map(({ name }) => name),
  );
  const database = await getDatabase(services, run.database_id);
  const dataset = toKeptDataset({
    ...{ run, database, sql },
    columns: columns.map(({ name, type, nativeType }) => ({
      name,
      type: nativeType,
      isTemporal: type === 'temporal' && isTemporalType(nativeType),
      description: null,
    })),
  });
  const form = { ...formOfResultChart(chart, columns), datasource: `${run.id}__query` };
  const request = readFormRequest(form, false);
  const answered = await answers.run({ user, request, signal, source: { dataset, engine } });
  // The text names files of this server, and nothing that could be run elsewhere.
  return answered.map((answer) => ({ ...answer, query: '' }));
}

/** Only columns of the result may be named: whatever else stood there would be read as SQL. */
function assertColumns({ x, y, split }: ResultChart, columns: readonly string[]): void {
  const named = [['x', x], ['split', split], ...y.map(({ column }) => ['y', column])] as const;
  for (const [field, name] of named) {
    if (name === null || columns.includes(name as string)) continue;
    throw fieldError({ [`chart.${field}`]: [`The result has no column "${name}".`] }, 422);
  }
  if (y.some(({ column, aggregate }) => column === null && aggregate !== 'COUNT'))
    throw fieldError({ 'chart.y': ['Without a column only rows can be counted.'] }, 422);
}
