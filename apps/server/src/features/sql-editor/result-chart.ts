import { formOfResultChart } from '@powerset/chart-kit';
import type { ChartTableResult, ResultChart, ResultChartQ, WireSmallPicture } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { type Answers, readFormRequest } from '../../answers/index.ts';
import { isTemporalType, toKeptDataset } from '../../catalog/index.ts';
import type { ResultSource } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import { drawSmallPicture, type Pictures } from '../../pictures/index.ts';
import type { QueryRun } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { getDatabase } from './execute.ts';

/** What answers charts. */
export type ChartAnswers = Pick<Answers, 'run' | 'answer'>;

/** What answers charts, and what draws them. */
export interface ChartParts {
  readonly answers: ChartAnswers;
  readonly pictures: Pictures;
}

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
  charting: Charting,
): Promise<ChartTableResult[]> {
  const { form, source } = await openChart(services, charting);
  const { user, signal } = charting;
  const answered = await answers.run({ user, request: readFormRequest(form, false), signal, source });
  // The text names files of this server, and nothing that could be run elsewhere.
  return answered.map((answer) => ({ ...answer, query: '' }));
}

/** The same chart as a small picture. */
export async function drawResultChart(
  { services, answers, pictures }: { readonly services: Services } & ChartParts,
  charting: Charting,
  look: { readonly theme: 'light' | 'dark'; readonly locale: string },
): Promise<WireSmallPicture> {
  const { form, source } = await openChart(services, charting);
  const { user } = charting;
  const request = readFormRequest(form, false);
  const ask = async (signal: AbortSignal) => {
    const given = await answers.answer({ user, request, signal, source });
    const facts = given.map((answer) => answer.facts);
    const { from_dttm: from, to_dttm: to } = facts[0] ?? {};
    return {
      ...{ form, isPlugin: false, answers: facts, tables: given.map(({ table }) => table) },
      names: { verboseNames: {}, columnFormats: {}, currencies: {} },
      timeBounds: typeof from === 'number' && typeof to === 'number' ? ([from, to] as const) : null,
      key: [form, ...facts.map(({ cache_key: key, rowcount }) => [key, rowcount])],
    };
  };
  const wanted = { ...{ pictures, ask, look }, userId: user.id, now: services.now(), log: services.log };
  return drawSmallPicture(wanted, charting.signal);
}

/** The rows that a run has kept, as a dataset. */
export async function toResultDataset(
  services: Services,
  { run, source: { sql, columns } }: Pick<Charting, 'run' | 'source'>,
) {
  const database = await getDatabase(services, run.database_id);
  return toKeptDataset({
    ...{ run, database, sql },
    columns: columns.map(({ name, type, nativeType }) => ({
      name,
      type: nativeType,
      isTemporal: type === 'temporal' && isTemporalType(nativeType),
      description: null,
    })),
  });
}

async function openChart(services: Services, { run, source, chart }: Charting) {
  const { engine, columns } = source;
  assertColumns(
    chart,
    columns.map(({ name }) => name),
  );
  const dataset = await toResultDataset(services, { run, source });
  const form = { ...formOfResultChart(chart, columns), datasource: `${run.id}__query` };
  return { form, source: { dataset, engine } };
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
