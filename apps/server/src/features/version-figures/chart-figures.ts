import { currenciesWithRows, rowsCurrencyOf, withRowsCurrency } from '@powerset/chart-kit';
import {
  type ChartDataRequest,
  columnLabel,
  isTotalsQuery,
  type QueryObject,
  totalsColumn,
  type WireChartFigures,
  type WireFigureComparison,
} from '@powerset/contract';
import { type Answer, getChartDatasource } from '../../answers/index.ts';
import { readExploreDataset } from '../../catalog/index.ts';
import type { Document } from '../../metadata/index.ts';
import { packTable } from '../../packed/index.ts';
import { comparedRows, rowsCompared, toWireFigures } from '../../rows/index.ts';
import { openVersion, toDataset } from './dataset-versions.ts';
import { formatOf, type Names } from './formats.ts';
import { type AskedForm, type Asker, type FigureDeps, type Pair, tried, withinBounds } from './given.ts';

/** What a version of a chart came to. */
interface Asked {
  readonly form: Document;
  readonly request: ChartDataRequest;
  readonly answers: readonly Answer[];
  readonly names: Names;
}

/** Asks both versions as whoever looks, and compares what comes, query by query. */
export async function compareCharts(
  deps: FigureDeps,
  asker: Asker,
  { before, after }: Pair<AskedForm>,
): Promise<WireChartFigures> {
  const [old, next] = await Promise.all(
    [before, after].map((asked) => tried(() => askVersion(deps, asker, asked), asker.signal)),
  );
  const failures = { before: old?.failure ?? null, after: next?.failure ?? null };
  const grain = after.form.time_grain_sqla;
  const facts = { failures, grain: typeof grain === 'string' ? grain : null };
  if (!old?.value || !next?.value) return { comparisons: [], ...facts };
  const pair = { before: old.value, after: next.value };
  const comparisons: WireFigureComparison[] = [];
  const count = Math.max(pair.before.answers.length, pair.after.answers.length);
  // One after the other: each holds the rows of both.
  for (let at = 0; at < count; at += 1) {
    const compared = await compareQuery(deps, asker, { pair, at });
    if (compared) comparisons.push(compared);
  }
  return { comparisons, ...facts };
}

async function askVersion({ services, answers, toRequest }: FigureDeps, asker: Asker, asked: AskedForm) {
  const request = bounded(toRequest(asked));
  const now = await getChartDatasource(services, asker.user, request);
  const said = asked.dataset ? toDataset(now, asked.dataset) : now;
  const dataset = await readExploreDataset(said);
  const question = asked.dataset
    ? {
        // Not as a dataset, whose questions are remembered while it stays as it is.
        request: { ...request, datasource: { ...request.datasource, type: 'dataset_version' } },
        source: await openVersion(services, asker, { now, dataset: said }),
      }
    : { request };
  const given = await answers.answer({ ...asker, ...question });
  const code = rowsCurrencyOf(given.map(({ facts }) => facts));
  return {
    form: withRowsCurrency(asked.form, code),
    request,
    answers: given,
    names: {
      verboseNames: dataset.verbose_map,
      columnFormats: dataset.column_formats,
      currencies: currenciesWithRows(dataset.currency_formats, code),
    },
  } satisfies Asked;
}

/** One row more than is compared, so that it shows where there are more; what asks for fewer stays as it is, and is at hand. */
const bounded = (request: ChartDataRequest): ChartDataRequest => ({
  ...request,
  queries: request.queries.map((query) =>
    query.row_limit && query.row_limit > comparedRows ? { ...query, row_limit: comparedRows + 1 } : query,
  ),
});

interface QueryPair {
  readonly pair: Pair<Asked>;
  readonly at: number;
}

async function compareQuery(
  { services }: FigureDeps,
  { signal }: Asker,
  { pair, at }: QueryPair,
): Promise<WireFigureComparison | null> {
  const queries = [pair.before, pair.after].flatMap(({ request }) => request.queries[at] ?? []);
  // Totals follow from the rows that they are totals of.
  if (queries.some((query) => query.unless_additive)) return null;
  const answers = { before: pair.before.answers[at], after: pair.after.answers[at] };
  const empty = packTable({ columns: [], rowCount: 0 });
  const tables = { before: answers.before?.table ?? empty, after: answers.after?.table ?? empty };
  const columns = [tables.before, tables.after].flatMap((table) => table.columns.map(({ name }) => name));
  const keys = queries.some((query) => query.metrics) ? queries.flatMap(keysOf) : columns;
  const found = await withinBounds(services.rowWorkers.figures({ ...tables, keys }, signal));
  const query = queries.at(-1) ?? null;
  return toWireFigures(found, {
    limits: { before: limitOf(answers.before), after: limitOf(answers.after) },
    formatOf: (name, place) => {
      const { form, names } = place === 'before' ? pair.before : pair.after;
      return formatOf(name, form, { names, query });
    },
  });
}

/** The columns by which a query groups; times of charts without an axis of their own have a name of their own. */
const keysOf = (query: QueryObject): readonly string[] => [
  ...(query.columns ?? []).map(columnLabel),
  ...(query.is_timeseries ? ['__timestamp'] : []),
  ...(isTotalsQuery(query) ? [totalsColumn] : []),
];

/** How many rows were looked at, where there are or may be more. */
function limitOf(answer: Answer | undefined): number | null {
  if (!answer) return null;
  const rows = rowsCompared(answer.table);
  return rows < answer.table.rowCount || answer.facts.limitReached !== null ? rows : null;
}
