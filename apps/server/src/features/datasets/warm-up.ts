import type { WarmUpBody, WireWarmUp } from '@powerset/contract';
import type { FastifyBaseLogger } from 'fastify';
import { loadDataScope, type User } from '../../access/index.ts';
import { readExtraFilters, readKeptRequest, warmUp, withExtraFilters } from '../../answers/index.ts';
import { notFound } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { DataRunner } from './datasource.ts';

interface Asking {
  readonly user: User;
  readonly signal: AbortSignal;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Computes the saved queries of every chart of a table, so that the next look at them is quick. */
export async function warmUpCharts(
  { services, runner }: { readonly services: Services; readonly runner: DataRunner },
  asking: Asking,
  body: WarmUpBody,
) {
  const { store } = services;
  const extra = readExtraFilters(body.extra_filters);
  const dataset = await store
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('datasets.id')
    .where('databases.database_name', '=', body.db_name)
    .where('datasets.table_name', '=', body.table_name)
    .executeTakeFirst();
  const scope = await loadDataScope(store, asking.user);
  if (!dataset || !(scope.isAll || scope.datasetIds.includes(dataset.id))) throw notFound();
  const charts = await store.selectFrom('charts').selectAll().where('datasource_id', '=', dataset.id).execute();
  const result: WireWarmUp[] = [];
  for (const chart of charts) result.push(await warmUpChart(runner, { ...asking, extra }, chart));
  return { result };
}

async function warmUpChart(
  runner: DataRunner,
  { user, signal, log, extra }: Asking & { readonly extra: ReturnType<typeof readExtraFilters> },
  chart: Row<'charts'>,
): Promise<WireWarmUp> {
  if (!chart.query_context)
    return {
      chart_id: chart.id,
      viz_error: 'Chart has no query context saved. Please save the chart again.',
      viz_status: null,
    };
  const run = () => {
    const request = readKeptRequest(parseJson(chart.query_context ?? ''));
    return runner.run({ user, signal, request: withExtraFilters({ ...request, force: true }, extra) });
  };
  return warmUp(chart.id, async () => run(), log);
}
